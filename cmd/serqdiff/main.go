// Serqdiff compares a report with another one, or with an oracle file.
package main

import "serq/cmd/internal/cli"

func main() { cli.Main(command) }
