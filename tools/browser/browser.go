// Package browser opens pages in a headless Chromium, for tests of what is drawn:
// it evaluates scripts in them, photographs them, and tells what went wrong there.
package browser

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Required is the environment variable that, set to "required", makes a test fail,
// not skip, where there is no Chromium.
const Required = "SERQ_BROWSER"

// limit bounds every single step: a start, a page, a script. A loaded machine needs
// seconds for the first of them.
const limit = 60 * time.Second

// names are what Chromium is called by those who package it.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// A Browser is one process of Chromium. It ends with the test that started it.
type Browser struct{ ctx context.Context }

// Start starts a browser for a test, or skips the test where there is none.
func Start(t testing.TB) *Browser {
	t.Helper()
	path := executable()
	if path == "" {
		if os.Getenv(Required) == "required" {
			t.Fatalf("no Chromium here, and %s says that it is required", Required)
		}
		t.Skip("no Chromium here")
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath(path),
		chromedp.UserDataDir(t.TempDir()),
		chromedp.NoSandbox, // a container's root has none
		chromedp.DisableGPU,
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("force-device-scale-factor", "1"),
		chromedp.WSURLReadTimeout(limit),
	)
	alloc, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, quit := chromedp.NewContext(alloc)
	t.Cleanup(func() {
		_ = chromedp.Cancel(ctx) // waits until the process is gone and its folder free
		quit()
		stop()
	})
	// Without a time limit: the process would end with the context of its first use.
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("starting %s: %v", path, err)
	}
	return &Browser{ctx}
}

// executable is the path of Chromium; "" without one.
func executable() string {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// A View is how a page is looked at.
type View struct {
	Width, Height int64 // of the window, CSS pixels, > 0
	Dark          bool  // the reader prefers dark colours
}

// A Page is one document in a tab of its own, loaded.
type Page struct {
	t   testing.TB
	ctx context.Context

	mu       sync.Mutex // the browser reports from a goroutine of its own
	errors   []string
	requests []string
}

// Open loads a URL in a new tab and waits until it is there with all that it asks
// for. The tab is closed when the test ends.
func (b *Browser) Open(t testing.TB, url string, v View) *Page {
	t.Helper()
	ctx, closeTab := chromedp.NewContext(b.ctx)
	t.Cleanup(closeTab)
	p := &Page{t: t, ctx: ctx}
	if err := chromedp.Listen(ctx, p.hear); err != nil { // makes the tab
		t.Fatalf("a tab for %s: %v", url, err)
	}
	scheme := "light"
	if v.Dark {
		scheme = "dark"
	}
	do(p, "loading "+url, chromedp.Steps(
		emulate(scheme),
		chromedp.EmulateViewport(v.Width, v.Height),
		chromedp.Navigate(url)))
	return p
}

func emulate(scheme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
		return err
	})
}

// hear notes what the browser tells about the page.
func (p *Page) hear(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		p.errors = append(p.errors, exceptionText(e.ExceptionDetails))
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeAssert {
			p.errors = append(p.errors, consoleText(e.Args))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			p.errors = append(p.errors, fmt.Sprintf("%s (%s)", e.Entry.Text, e.Entry.URL))
		}
	case *network.EventRequestWillBeSent:
		p.requests = append(p.requests, e.Request.URL)
	}
}

// exceptionText is what was thrown, with the stack where there is one.
func exceptionText(e *runtime.ExceptionDetails) string {
	if e.Exception != nil && e.Exception.Description != "" {
		return e.Exception.Description
	}
	return fmt.Sprintf("%s (%s:%d)", e.Text, e.URL, e.LineNumber+1)
}

// consoleText is what a call of console.error showed.
func consoleText(args []*runtime.RemoteObject) string {
	words := []string{"console:"}
	for _, a := range args {
		if a.Description != "" {
			words = append(words, a.Description)
		} else {
			words = append(words, string(a.Value))
		}
	}
	return strings.Join(words, " ")
}

// Errors are the errors so far: exceptions that nobody caught, console.error, and
// what the browser itself complains about, such as a file that is not there.
func (p *Page) Errors() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.errors)
}

// Requests are the URLs that the page asked for so far, its own first.
func (p *Page) Requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.requests)
}

// Eval is the value of a JavaScript expression in the page, decoded as JSON. A
// promise is waited for.
func Eval[T any](p *Page, expression string) T {
	p.t.Helper()
	return do(p, "evaluating a script", chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// Screenshot is the whole page, as far as it scrolls, as PNG.
func (p *Page) Screenshot() []byte {
	p.t.Helper()
	return do(p, "taking a screenshot", chromedp.FullScreenshot(100)) // 100: PNG, not JPEG
}

func do[T any](p *Page, what string, action chromedp.Action[T]) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, limit)
	defer cancel()
	result, err := chromedp.Run(ctx, action)
	if err != nil {
		p.t.Fatalf("%s: %v", what, err)
	}
	return result
}
