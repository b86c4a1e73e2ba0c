"""``python -m normandy_lab`` does the same as ``normandy-lab``."""

from normandy_lab.cli import main

if __name__ == "__main__":
    main()
