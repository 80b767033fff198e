// Package result defines the report of a run: what serqsim measured, as a value
// (report.go), as a JSON document (json.go, read.go), as tables for people (table.go)
// and as text that shows them (text.go). docs/report.md defines every figure.
package result
