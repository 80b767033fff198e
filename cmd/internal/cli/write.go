package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Write writes a product: to standard output for "" and "-", else to a file,
// which is there whole or not at all. An error is for Fail.
func (e *Env) Write(name string, data []byte) error {
	if name == "" || name == "-" {
		if _, err := e.Out.Write(data); err != nil {
			return fmt.Errorf("cannot write standard output: %w", Reason(err))
		}
		return nil
	}
	if err := WriteFile(name, data); err != nil {
		return fmt.Errorf("cannot write %s: %w", name, Reason(err))
	}
	return nil
}

// WriteFile writes a file whole: to a temporary file beside it, which then takes
// its name. What is not a regular file, such as a device or a named pipe, is
// written directly.
func WriteFile(name string, data []byte) error {
	mode := fs.FileMode(0o666) // less the umask
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target // replace the file that a link leads to, not the link
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return errors.New("it is a directory")
	case err == nil && !info.Mode().IsRegular():
		return writeDirectly(name, data)
	case err == nil:
		mode = info.Mode().Perm()
	}

	temp, err := createBeside(name, mode)
	if err != nil {
		return err
	}
	_, err = temp.Write(data)
	if err := errors.Join(err, temp.Close()); err != nil {
		os.Remove(temp.Name())
		return err
	}
	if err := os.Rename(temp.Name(), name); err != nil {
		os.Remove(temp.Name())
		return err
	}
	return nil
}

// createBeside creates a new file in the folder of name. (os.CreateTemp makes
// files that only their owner can read, whatever the umask.)
func createBeside(name string, mode fs.FileMode) (*os.File, error) {
	dir, base := filepath.Split(name)
	for {
		temp := fmt.Sprintf("%s.%s.%08x.tmp", dir, base, rand.Uint32())
		f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

func writeDirectly(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}
