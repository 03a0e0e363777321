"""A command as its user meets it: what it prints, or the one sentence by which it fails."""

from glowtable.__main__ import main


def printed(capsys, *arguments: str) -> str:
    """What a command prints that ends well."""
    assert main(arguments) == 0
    return capsys.readouterr().out


def failing(capsys, *arguments: str) -> tuple[int, str]:
    """Exit code and the sentence of a command that fails."""
    code = main(arguments)
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and "Traceback" not in err and err.startswith("glowtable ")
    return code, err
