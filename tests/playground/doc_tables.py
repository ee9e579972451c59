"""Tables of the project's Markdown pages, for tests that hold a page against the code."""


def table(page: str, heading: str) -> list[list[str]]:
    """The rows of the first table of `page` (Markdown text) after a heading, each a list of its cells."""
    lines = page.split(f"{heading}\n", 1)[1].splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("|---"))
    rows = []
    for line in lines[start + 1 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split(" | ")])
    return rows
