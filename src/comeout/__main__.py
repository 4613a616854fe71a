"""`python -m comeout` is `comeout`."""

from comeout.cli import main

if __name__ == "__main__":
    main()
