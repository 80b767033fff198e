package frontend_test

import (
	"os"
	"testing"

	"serq/frontend"
	"serq/frontend/lex"
	"serq/frontend/report"
	"serq/frontend/token"
)

// One slip is one error: of the programs that come from a right one by dropping a
// token or misspelling a word, nearly all get a single error or none. The rest are
// ambiguous (`else` before a statement: is a `{` missing, or a whole block?) or
// misspell a declaration, whose every use is then wrong.
func TestOneSlipOneError(t *testing.T) {
	tested, several := 0, 0
	for _, name := range append(caseFiles(t, "testdata/programs/*.sq"), caseFiles(t, "testdata/cases/[fp]*/*.sq")...) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		for _, tok := range lex.Tokens(token.NewFile("test.sq", "", text), new(report.Report)) {
			slips := []string{text[:tok.Start] + text[tok.End:]}
			if tok.Kind == token.Word {
				slips = append(slips, text[:tok.End]+"q"+text[tok.End:])
			}
			for _, slip := range slips {
				tested++
				if _, found := compile(slip, frontend.Options{}); len(found) > 1 {
					several++
				}
			}
		}
	}
	if share := float64(several) / float64(tested); share > 0.02 || tested < 1000 {
		t.Errorf("%d of %d slips cause several errors: more than 1 in 50", several, tested)
	}
}
