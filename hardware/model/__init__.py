"""The electrical table as data: kinds of parts, boards, what feeds them, and the checks that they are sound."""
