"""The syntax of CEL expressions: from text to a tree.

Source: github.com/google/cel-spec, doc/langdef.md (syntax); k8s.io/api/resource/v1
CELSelectorExpressionMaxLength.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf
from typing import TypeAlias

MAX_LENGTH = 10 * 1024
"""The longest expression in bytes that the API server accepts."""
MAX_DEPTH = 48
"""The deepest nesting that this model reads; upstream's parser allows 250 levels."""
MAX_INT64 = 2**63 - 1
MAX_DIGITS = 19
"""The digits of the largest int."""

Literal: TypeAlias = bool | int | float | str | None

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<float>\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)
    | (?P<hex>0x[0-9a-fA-F]+)
    | (?P<int>\d+)
    | (?P<text>[rR]?"(?:[^"\\\n]|\\.)*"|[rR]?'(?:[^'\\\n]|\\.)*')
    | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
    | (?P<sign>&&|\|\||==|!=|<=|>=|[-+*/%<>!?:.,()\[\]{}])
    )""",
    re.VERBOSE | re.ASCII,
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", '"': '"', "'": "'", "`": "`", "?": "?"}
_COMPARISONS = ("==", "!=", "<=", ">=", "<", ">", "in")
_CONSTANTS: dict[str, Literal] = {"true": True, "false": False, "null": None}


@dataclass(frozen=True, slots=True)
class Node:
    """A part of an expression.

    `op` is `literal`, `name`, `list`, `map` (keys and values in turn), `select` (a field), `index`, `call` (a
    function), `method` (a function of its first argument), `not`, `negate`, `?:`, `&&`, `||`, or the sign of
    a comparison or of arithmetic. `name` is the identifier, field or function.
    """

    op: str
    parts: tuple[Node, ...] = ()
    name: str = ""
    value: Literal = None
    depth: int = 1


class CelSyntaxError(ValueError):
    """The text is no CEL expression, or is nested more deeply than this model reads (`unmodelled`)."""

    def __init__(self, text: str, *, unmodelled: bool = False) -> None:
        super().__init__(text)
        self.unmodelled = unmodelled


def parse_expression(source: str) -> Node:
    """The tree of an expression; raises CelSyntaxError."""
    parser = _Parser(_tokens(source))
    tree = parser.conditional()
    parser.end()
    return tree


def _tokens(source: str) -> list[tuple[str, str]]:
    if len(source.encode()) > MAX_LENGTH:
        raise CelSyntaxError(f"may not be more than {MAX_LENGTH} bytes")
    tokens: list[tuple[str, str]] = []
    place, text = 0, source.rstrip()
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise CelSyntaxError(f"Syntax error: token recognition error at: '{text[place:].strip()[:1]}'")
        tokens.append((match.lastgroup or "", match.group(match.lastgroup or "")))
        place = match.end()
    return tokens


class _Parser:
    """Recursive descent, one method for each level of precedence."""

    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self._tokens = tokens
        self._place = 0
        self._nesting = 0

    # Tokens

    def _peek(self) -> str:
        """The next sign or word; "" at the end and before a literal."""
        if self._place >= len(self._tokens):
            return ""
        kind, text = self._tokens[self._place]
        return text if kind in ("sign", "name") else ""

    def _take(self, *expected: str) -> str:
        """The next token if it is one of `expected`, else ""."""
        token = self._peek()
        if token and token in expected:
            self._place += 1
            return token
        return ""

    def _expect(self, expected: str) -> None:
        if not self._take(expected):
            raise self._unexpected(expected)

    def _unexpected(self, expected: str) -> CelSyntaxError:
        got = self._tokens[self._place][1] if self._place < len(self._tokens) else "<EOF>"
        return CelSyntaxError(f"Syntax error: mismatched input '{got}' expecting {expected}")

    def end(self) -> None:
        if self._place < len(self._tokens):
            raise self._unexpected("<EOF>")

    # Levels of precedence, the weakest first

    def conditional(self) -> Node:
        self._nesting += 1
        if self._nesting > MAX_DEPTH:
            raise _too_deep()
        condition = self._joined("||")
        if self._take("?"):
            then = self._joined("||")
            self._expect(":")
            condition = _node("?:", (condition, then, self.conditional()))
        self._nesting -= 1
        return condition

    def _joined(self, sign: str) -> Node:
        """Operands of `||`, or of `&&` one level below; one node for all of them."""
        parts = [self._operand_of(sign)]
        while self._take(sign):
            parts.append(self._operand_of(sign))
        return parts[0] if len(parts) == 1 else _node(sign, tuple(parts))

    def _operand_of(self, sign: str) -> Node:
        return self._joined("&&") if sign == "||" else self._relation()

    def _relation(self) -> Node:
        left = self._sum()
        while sign := self._take(*_COMPARISONS):
            left = _node(sign, (left, self._sum()))
        return left

    def _sum(self) -> Node:
        left = self._product()
        while sign := self._take("+", "-"):
            left = _node(sign, (left, self._product()))
        return left

    def _product(self) -> Node:
        left = self._unary()
        while sign := self._take("*", "/", "%"):
            left = _node(sign, (left, self._unary()))
        return left

    def _unary(self) -> Node:
        signs: list[str] = []
        while sign := self._take("!", "-"):
            signs.append(sign)
            if len(signs) > MAX_DEPTH:
                raise _too_deep()
        tree = self._member()
        for sign in reversed(signs):
            tree = _node("not" if sign == "!" else "negate", (tree,))
        return tree

    def _member(self) -> Node:
        tree = self._primary()
        while sign := self._take(".", "["):
            if sign == "[":
                tree = _node("index", (tree, self.conditional()))
                self._expect("]")
                continue
            name = self._word()
            if self._take("("):
                tree = _node("method", (tree, *self._arguments(")")), name)
            else:
                tree = _node("select", (tree,), name)
        return tree

    def _word(self) -> str:
        if self._place < len(self._tokens) and self._tokens[self._place][0] == "name":
            self._place += 1
            return self._tokens[self._place - 1][1]
        raise self._unexpected("IDENTIFIER")

    def _arguments(self, closing: str) -> tuple[Node, ...]:
        arguments: list[Node] = []
        while not self._take(closing):
            arguments.append(self.conditional())
            if not self._take(","):
                self._expect(closing)
                break
        return tuple(arguments)

    def _primary(self) -> Node:
        if self._take("("):
            tree = self.conditional()
            self._expect(")")
            return tree
        if self._take("["):
            return _node("list", self._arguments("]"))
        if self._take("{"):
            return self._map()
        if self._place >= len(self._tokens):
            raise self._unexpected("an expression")
        kind, text = self._tokens[self._place]
        if kind == "sign" or text in ("in",):
            raise self._unexpected("an expression")
        self._place += 1
        if kind != "name":
            after_minus = self._place > 1 and self._tokens[self._place - 2] == ("sign", "-")
            return Node("literal", value=_literal(kind, text, MAX_INT64 + after_minus))
        if text in _CONSTANTS:
            return Node("literal", value=_CONSTANTS[text])
        if self._take("("):
            return _node("call", self._arguments(")"), text)
        return Node("name", name=text)

    def _map(self) -> Node:
        parts: list[Node] = []
        while not self._take("}"):
            parts.append(self.conditional())
            self._expect(":")
            parts.append(self.conditional())
            if not self._take(","):
                self._expect("}")
                break
        return _node("map", tuple(parts))


def _node(op: str, parts: tuple[Node, ...], name: str = "") -> Node:
    depth = 1 + max((part.depth for part in parts), default=0)
    if depth > MAX_DEPTH:
        raise _too_deep()
    return Node(op, parts, name, depth=depth)


def _too_deep() -> CelSyntaxError:
    return CelSyntaxError(f"this expression is nested more than {MAX_DEPTH} levels deep", unmodelled=True)


def _literal(kind: str, text: str, largest: int) -> Literal:
    """The value of a literal; ints larger than `largest` and infinite doubles are errors."""
    if kind in ("int", "hex"):
        return _number(text, 16 if kind == "hex" else 10, largest)
    if kind == "float":
        number = float(text)
        if number == inf:
            raise CelSyntaxError("invalid double literal")
        return number
    if text[0] in "rR":
        return text[2:-1]
    return re.sub(r"\\(.)", _unescaped, text[1:-1])


def _number(text: str, base: int, largest: int) -> int:
    """A whole number. One with too many digits is refused before it is read, which would take long."""
    digits = text.removeprefix("0x").lstrip("0") or "0"
    number = int(digits, base) if len(digits) <= MAX_DIGITS else largest + 1
    if number > largest:
        raise CelSyntaxError("invalid int literal")
    return number


def _unescaped(match: re.Match[str]) -> str:
    sign = match.group(1)
    if sign not in _ESCAPES:
        raise CelSyntaxError(f"the escape \\{sign} in a string", unmodelled=True)
    return _ESCAPES[sign]
