"""What is printed is read again as the same value."""

from hypothesis import given
from hypothesis import strategies as st

from playground.texts.manifests import yaml_source, yaml_text

# No lone surrogates and no NUL: neither can come out of a text that was read.
texts = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=30)
awkward = st.sampled_from(
    [
        "y",
        "no",
        "~",
        "1",
        "0x1",
        "1e3",
        "2001-01-01",
        "- a",
        "a: b",
        "a #b",
        "{",
        "|",
        "'",
        '"',
        "a\nb\n",
        "\ta",
        "<<",
    ]
)
scalars = st.none() | st.booleans() | st.integers(-(10**12), 10**12) | texts | awkward
documents = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts | awkward, inner, max_size=4)
)


@given(documents, st.booleans())
def test_printing_and_reading_is_the_identity(value: object, sort_keys: bool) -> None:
    printed = yaml_text.dump({"value": value}, sort_keys=sort_keys)

    source = yaml_source.read(printed)

    assert () == source.problems
    assert [{"value": value}] == [document.value for document in source.documents]


def test_lists_are_not_indented_and_long_texts_are_blocks_as_kubectl_prints_them() -> None:
    value = {
        "kind": "Pod",
        "spec": {"args": ["-c", "a: b"], "text": "one\ntwo\n"},
        "at": "2030-01-01T00:00:00Z",
    }

    expected = (
        'at: "2030-01-01T00:00:00Z"\nkind: Pod\nspec:\n  args:\n  - "-c"\n  - "a: b"\n'
        "  text: |\n    one\n    two\n"
    )
    assert expected == yaml_text.dump(value, sort_keys=True)
