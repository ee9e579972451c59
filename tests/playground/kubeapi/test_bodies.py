"""Bodies of requests that are no JSON are refused in the words of Go's decoder."""

from __future__ import annotations

import pytest

from playground.kubeapi.bodies import Unreadable, read_body

STRATEGIC, MERGE = "application/strategic-merge-patch+json", "application/merge-patch+json"
BEFORE = "couldn't get version/kind; json parse error: "


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ('{"spec"', STRATEGIC, "unexpected end of JSON input"),
        ('{"spec":}', MERGE, "error decoding patch: invalid character '}' looking for beginning of value"),
        ('{"a":1 "b":2}', "", f"{BEFORE}invalid character '\"' after object key:value pair"),
        ('{"a":1} x', "application/json", f"{BEFORE}invalid character 'x' after top-level value"),
        ("{a:1}", "", f"{BEFORE}invalid character 'a' looking for beginning of object key string"),
        ('{"a', "", f"{BEFORE}unexpected end of JSON input"),
    ],
)
def test_what_is_no_json_is_named_as_the_server_does(text: str, kind: str, message: str) -> None:
    assert Unreadable(400, message) == read_body(text.encode(), kind)
