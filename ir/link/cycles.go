package link

import "serq/ir"

// An edge leads from a node to the nodes [from, to).
type edge struct {
	from, to int
	at       *ir.Path // where it is written
}

// cycles returns an edge of every cycle that a depth-first search finds: none
// exactly when there is no cycle. A range of nodes is looked at once, however
// many nodes lead to it: all members of a family read the same families.
func cycles(edges [][]edge) []edge {
	const (
		unseen = iota
		open   // on the way here
		done
	)
	state := make([]uint8, len(edges))
	seen := map[[2]int]bool{} // ranges whose nodes are all done
	var found []edge
	var visit func(i int)
	visit = func(i int) {
		state[i] = open
		for _, e := range edges[i] {
			if seen[[2]int{e.from, e.to}] {
				continue
			}
			closed := true
			for j := e.from; j < e.to && closed; j++ {
				if state[j] == unseen {
					visit(j)
				}
				closed = state[j] == done
			}
			if closed {
				seen[[2]int{e.from, e.to}] = true
			} else {
				found = append(found, e)
			}
		}
		state[i] = done
	}
	for i := range edges {
		if state[i] == unseen {
			visit(i)
		}
	}
	return found
}
