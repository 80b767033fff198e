// Package result defines the report of a run: what serqsim measured, as a value
// (report.go), as a JSON document (json.go, read.go) and as text for people
// (text.go, table.go). docs/report.md defines every figure.
package result
