"""python -m hardware.proofs: what is computed of the table, each figure beside its goal.

Writes PROOFS.md; needs the extra `hardware`. Exit codes: 0 ok, 1 a goal is missed, the extra is missing or
measured.toml is wrong.
"""

from __future__ import annotations

import sys

from glowtable.messages import FAILED

from hardware.extra import command, extra


@command("proofs")
def main() -> int:
    with extra():
        from hardware.proofs.registry import all_claims, tables
        from hardware.proofs.report import PAGE, lines, page
        from hardware.proofs.tolerances import low_rows, missed_by, table_shares

        proofs, compared = all_claims(), tables()
        shares = table_shares(proofs)
        low = list(low_rows(shares, table_shares({name: proofs[name] for name in dict(missed_by(shares))}, doubt=1)))
    for line in lines(proofs):
        print(line)
    PAGE.write_text(page(proofs, compared, shares, low), "utf-8", newline="\n")
    return 0 if all(claim.is_kept for each in proofs.values() for claim in each) else FAILED


if __name__ == "__main__":
    sys.exit(main())
