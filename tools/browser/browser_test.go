package browser

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const page = `<!DOCTYPE html>
<style>
body { margin: 0; background: white; }
@media (prefers-color-scheme: dark) { body { background: black; } }
</style>
<img src="none.png">
<p id="p">one</p>
<script>
console.log("not an error");
console.error("said", "so");
setTimeout(() => { throw new Error("thrown"); });
</script>
`

func TestPage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
	b := Start(t)
	for _, dark := range []bool{false, true} {
		p := b.Open(t, "file://"+file, View{Width: 300, Height: 200, Dark: dark})

		text := Eval[string](p, `new Promise(done => setTimeout(() => done(document.getElementById("p").textContent), 50))`)
		if text != "one" {
			t.Errorf("the paragraph reads %q", text)
		}

		found := strings.Join(p.Errors(), "\n")
		for _, want := range []string{`"said" "so"`, "Error: thrown", "ERR_FILE_NOT_FOUND"} {
			if !strings.Contains(found, want) {
				t.Errorf("%q is not among the errors:\n%s", want, found)
			}
		}
		if len(p.Errors()) != 3 {
			t.Errorf("%d errors, want 3:\n%s", len(p.Errors()), found)
		}
		if got := p.Requests(); !slices.ContainsFunc(got, func(s string) bool { return strings.HasSuffix(s, "/none.png") }) {
			t.Errorf("the picture is not among the requests: %q", got)
		}

		picture, err := png.Decode(bytes.NewReader(p.Screenshot()))
		if err != nil {
			t.Fatal(err)
		}
		if got := picture.Bounds().Dx(); got != 300 {
			t.Errorf("the picture is %d wide, want 300", got)
		}
		if r, _, _, _ := picture.At(299, 199).RGBA(); (r == 0) != dark {
			t.Errorf("dark %v, but the background's red is %d", dark, r)
		}
	}
}
