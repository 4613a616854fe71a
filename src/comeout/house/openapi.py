"""The interface as its OpenAPI document describes it: what a class says of itself is said there too."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

from litestar.openapi.spec import Schema
from litestar.plugins import OpenAPISchemaPlugin

if TYPE_CHECKING:
    from litestar._openapi.schema_generation import SchemaCreator
    from litestar.typing import FieldDefinition


class Described(OpenAPISchemaPlugin):
    """Adds to the schema of a class its docstring, and that unknown fields are refused where they are."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Every class with fields of its own."""
        kind = field_definition.annotation
        return isinstance(kind, type) and (hasattr(kind, "__struct_fields__") or hasattr(kind, "__dataclass_fields__"))

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: SchemaCreator) -> Schema:
        """The schema that is made of its fields, with what the class says."""
        makers = [each for each in schema_creator.plugins if isinstance(each, OpenAPISchemaPlugin) and each is not self]
        maker = next(each for each in makers if each.is_plugin_supported_field(field_definition))
        schema = maker.to_openapi_schema(field_definition, schema_creator)
        assert isinstance(schema, Schema)
        schema.description = inspect.getdoc(field_definition.annotation)
        if getattr(getattr(field_definition.annotation, "__struct_config__", None), "forbid_unknown_fields", False):
            schema.additional_properties = False
        return schema
