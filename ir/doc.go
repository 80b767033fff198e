// Package ir defines the intermediate representation of a serq program,
// version 8: a closed data structure that says which pools, stages and workload
// a deployment has and what path a session takes through them.
//
// The package holds the types (program.go, stmt.go, expr.go), the vocabulary as
// data tables (tables.go), the wire form (decode.go, encode.go), the walk
// (walk.go) and a printer for messages (print.go). Whether a program makes sense
// is judged by ir/link; what it does is the business of sim. README.md is the
// reference of the wire form.
package ir
