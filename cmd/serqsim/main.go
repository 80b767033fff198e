// Serqsim runs a program and reports what it measured.
package main

import "serq/cmd/internal/cli"

func main() { cli.Main(command) }
