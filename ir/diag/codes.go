package diag

// A Code names one rule: SQ01xx reading program text, SQ02xx names and meaning
// of program text, SQ03xx the IR document, SQ04xx the link rules, SQ05xx the
// run, SQ06xx traces and other data. Codes are stable: they are added, never
// changed or reused.
type Code string
