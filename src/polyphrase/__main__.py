"""`python -m polyphrase` is the same as the `polyphrase` command."""

from polyphrase.cli import main

if __name__ == "__main__":
    main()
