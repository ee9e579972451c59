"""The verb `explain`: the description of a field, from the server's OpenAPI."""

from __future__ import annotations

from typing import Any

from playground.console.api import Api
from playground.console.line import Arguments
from playground.console.output import LineError, Output


def explain(api: Api, args: Arguments, text: str, output: Output) -> None:
    if not args.words:
        raise LineError("error: You must specify the type of resource to explain.")
    name, *fields = args.words[0].split(".")
    kind = api.kind_named(name)
    body = api.must("GET", f"/openapi/v3/{'apis/' if kind.group else 'api/'}{kind.api_version}")
    schemas = body["components"]["schemas"]
    described = next(
        (
            schema
            for schema in schemas.values()
            if any(
                (gvk["group"], gvk["version"], gvk["kind"]) == (kind.group, kind.version, kind.kind)
                for gvk in schema.get("x-kubernetes-group-version-kind", ())
            )
        ),
        None,
    )
    if described is None:
        raise LineError(f'error: couldn\'t find resource for "{kind.api_version}, Kind={kind.kind}"')
    description = described.get("description", "")
    for at, field in enumerate(fields):
        properties = described.get("properties", {})
        if field not in properties:
            raise LineError(f'error: field "{field[:60]}" does not exist')
        description = properties[field].get("description", "")
        described = _referred(properties[field], schemas)
        if at == len(fields) - 1:
            description = description or described.get("description", "")
    if kind.group:
        output.say(f"GROUP:      {kind.group}")
    output.say(f"KIND:       {kind.kind}")
    output.say(f"VERSION:    {kind.version}")
    output.say("")
    if fields:
        output.say(f"FIELD: {fields[-1]} <{_type(described)}>")
        output.say("")
    output.say("DESCRIPTION:")
    output.text(f"    {description}")
    if described.get("properties"):
        output.say("")
        output.say("FIELDS:")
        for name, field in sorted(described["properties"].items()):
            output.say(f"  {name}\t<{_type(field)}>")
            output.say(f"    {field.get('description', '')}")


def _referred(field: Any, schemas: Any) -> Any:
    inner = field.get("items") or field
    reference = inner.get("$ref") or next(
        (part.get("$ref") for part in inner.get("allOf", ()) if part.get("$ref")), ""
    )
    return schemas.get(reference.rpartition("/")[2], inner) if reference else inner


def _type(field: Any) -> str:
    if field.get("type") == "array":
        return f"[]{_type(field.get('items', {}))}"
    reference = field.get("$ref") or next((part.get("$ref", "") for part in field.get("allOf", ())), "")
    if reference:
        return str(reference.rpartition(".")[2])
    if isinstance(field.get("additionalProperties"), dict):
        return f"map[string]{_type(field['additionalProperties'])}"
    return str(field.get("type") or "Object")
