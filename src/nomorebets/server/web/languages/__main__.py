"""What the catalogues lack, and what nobody says any more: python -m nomorebets.server.web.languages [--write].

``--write`` puts new messages into the catalogues, to be translated, and takes old ones out.
"""

from __future__ import annotations

import sys

from nomorebets.server.web.languages import ENGLISH, SPOKEN
from nomorebets.server.web.languages.catalogue import HERE, read_po, write_po
from nomorebets.server.web.languages.collect import messages


def main() -> int:
    """List what each language lacks; 1 where one is not complete."""
    faults = 0
    for language in SPOKEN:
        if language == ENGLISH:
            continue
        path = HERE / f"{language}.po"
        known = read_po(path.read_text(encoding="utf-8"))
        missing = sorted(key for key in messages() if not known.get(key))
        unused = sorted(known.keys() - messages())
        for what, keys in (("missing", missing), ("unused", unused)):
            sys.stdout.writelines(f"{language} {what}: {key}\n" for key in keys)
        faults += len(missing) + len(unused)
        if "--write" in sys.argv[1:]:
            path.write_text(write_po(language, {key: known.get(key, "") for key in messages()}), encoding="utf-8")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
