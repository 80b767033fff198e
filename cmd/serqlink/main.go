// Serqlink checks a program in IR and writes it in normal form.
package main

import "serq/cmd/internal/cli"

func main() { cli.Main(command) }
