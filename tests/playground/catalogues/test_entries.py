"""Where a text is seen, and with which picture."""

from playground.catalogues.entries import entries


def test_every_text_leads_to_a_page() -> None:
    assert [] == [each.where for each in entries("uk") if not each.page.startswith("/")]


def test_the_rule_of_a_word_leads_to_its_card() -> None:
    rule = "Gives a name to a priority."
    found = next(each for each in entries("uk") if each.english[0].startswith(rule))

    assert found.page.startswith("/explain/PriorityClass#:~:text=")


def test_a_text_of_a_board_has_the_drawing_of_its_scenario() -> None:
    drawn = {each.slug for each in entries("uk") if each.file.startswith("playground/inspector/")}
    learned = {each.slug for each in entries("uk") if each.file == "templates/lessons/learn.html"}

    assert ({"basic-preemption"}, {""}) == (drawn, learned)
