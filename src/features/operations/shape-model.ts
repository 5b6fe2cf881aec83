import { isRecord } from "../../base/guards.ts";
import { isSecretName } from "../../base/secret-name.ts";
import type { FormBranch, FormField, FormNotes, FormShape, FormVariant, Json } from "../../protocol/operation-form.ts";

/** Subset of a JSON schema from which forms are created. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

/** Named form schemas that other form schemas refer to. */
export type Definitions = Map<string, FormShape>;

/**
 * Converts a JSON schema to the schema of a form field. A value that the form cannot display is edited as JSON. `name`
 * is the field name, by which secrets are recognised.
 */
export function shapeOf(schema: Schema, name: string, definitions: Definitions): FormShape {
  define(schema, definitions);
  return { ...plainShape(schema, name, definitions), ...notesOf(schema) } as FormShape;
}

/** Returns a nested JSON schema. Returns an empty schema if there is none. */
function schemaIn(value: unknown): Schema {
  return isRecord(value) ? (value as Schema) : {};
}

function schemasIn(value: unknown): Schema[] {
  return Array.isArray(value) ? value.map(schemaIn) : [];
}

function plainShape(schema: Schema, name: string, definitions: Definitions): FormShape {
  if (typeof schema["$ref"] === "string") {
    return { kind: "reference", name: schema["$ref"].replace(/^#\/\$defs\//, "") };
  }
  if ("const" in schema) {
    return { kind: "constant", value: schema["const"] as Json };
  }
  if (Array.isArray(schema["enum"])) {
    return { kind: "choice", values: schema["enum"] as Json[] };
  }
  const alternatives = schemasIn(schema["anyOf"] ?? schema["oneOf"]);
  if (alternatives.length > 0 && schema["properties"] === undefined) {
    return unionShape(alternatives, name, definitions);
  }
  if (schema["properties"] !== undefined || schema["allOf"] !== undefined) {
    return objectShape(schema, definitions);
  }
  const types = typesOf(schema);
  return types.length === 1 ? typedShape(schema, types[0] ?? "", name, definitions) : { kind: "json" };
}

function typedShape(schema: Schema, type: string, name: string, definitions: Definitions): FormShape {
  switch (type) {
    case "string":
      return textShape(schema, name);
    case "integer":
    case "number":
      return { kind: "number", isInteger: type === "integer", ...numbersOf(schema, ["minimum", "maximum"]) };
    case "boolean":
      return { kind: "boolean" };
    case "array": {
      const { items } = schema;
      // A tuple has a schema for each position.
      return items === undefined || Array.isArray(items)
        ? { kind: "json" }
        : {
            kind: "list",
            item: shapeOf(schemaIn(items), name, definitions),
            ...numbersOf(schema, ["minItems", "maxItems"]),
          };
    }
    case "object": {
      const [pattern] = Object.values(schemaIn(schema["patternProperties"]));
      const values = pattern ?? schema["additionalProperties"];
      return isRecord(values) ? { kind: "map", item: shapeOf(schemaIn(values), name, definitions) } : { kind: "json" };
    }
    default:
      return { kind: "json" };
  }
}

function textShape(schema: Schema, name: string): FormShape {
  const { format, pattern } = schema;
  if (format === "binary") {
    return { kind: "file" };
  }
  return {
    kind: "text",
    ...((format === "date" || format === "date-time") && { format }),
    ...(isSecretName(name) && { isSecret: true }),
    ...numbersOf(schema, ["minLength", "maxLength"]),
    ...(typeof pattern === "string" && { pattern }),
  };
}

function unionShape(alternatives: readonly Schema[], name: string, definitions: Definitions): FormShape {
  const other = alternatives.filter((alternative) => alternative["type"] !== "null");
  const [only] = other;
  if (only && other.length === 1) {
    return shapeOf(only, name, definitions);
  }
  if (other.every((alternative) => "const" in alternative)) {
    return { kind: "choice", values: other.map((alternative) => alternative["const"] as Json) };
  }
  const branches = other.map((alternative, index): FormBranch => {
    const shape = shapeOf(alternative, name, definitions);
    return { title: titleOf(alternative, shape, index), shape };
  });
  return { kind: "union", branches };
}

/**
 * Converts the JSON schema of an object to a form schema with its fields. The members of an intersection (`allOf`) are
 * merged.
 */
function objectShape(schema: Schema, definitions: Definitions): FormShape {
  const parts = [schema, ...schemasIn(schema["allOf"])];
  const required = new Set(parts.flatMap(({ required: names }) => (Array.isArray(names) ? names : [])));
  const properties = Object.assign({}, ...parts.map((part) => schemaIn(part["properties"])));
  const fields = Object.entries<Schema>(properties).map(([name, property]): FormField => {
    const shape = shapeOf(property, name, definitions);
    // Beside a client secret, this is the code of a sign-in, which is secret too.
    const isCode = name === "code" && "client_secret" in properties && shape.kind === "text";
    return { name, isRequired: required.has(name), shape: isCode ? { ...shape, isSecret: true } : shape };
  });
  const variants = schemasIn(schema["oneOf"] ?? schema["anyOf"]).map(variantOf);
  return fields.length === 0 ? { kind: "json" } : { kind: "object", fields, ...(variants.length > 0 && { variants }) };
}

function variantOf(schema: Schema, index: number): FormVariant {
  const required = Array.isArray(schema["required"]) ? (schema["required"] as string[]) : [];
  const constants = Object.entries(schemaIn(schema["properties"])).flatMap(([name, property]) => {
    const known = schemaIn(property);
    return "const" in known ? [[name, known["const"] as Json] as const] : [];
  });
  const { title } = schema;
  return {
    title: typeof title === "string" ? title : required.join(", ") || String(index + 1),
    required,
    constants: Object.fromEntries(constants),
  };
}

function titleOf(schema: Schema, shape: FormShape, index: number): string {
  const { title } = schema;
  if (typeof title === "string") {
    return title;
  }
  const required = shape.kind === "object" ? shape.fields.filter((field) => field.isRequired) : [];
  return required.length > 0 ? required.map((field) => field.name).join(", ") : `${index + 1}: ${shape.kind}`;
}

function notesOf(schema: Schema): FormNotes {
  const { description, examples } = schema;
  const isNullable =
    (Array.isArray(schema["type"]) && schema["type"].includes("null")) ||
    schemasIn(schema["anyOf"]).some(({ type }) => type === "null");
  return {
    ...(typeof description === "string" && { description }),
    ...("default" in schema && { defaultValue: schema["default"] as Json }),
    ...(Array.isArray(examples) && { examples: examples as Json[] }),
    ...(isNullable && { isNullable }),
  };
}

function define(schema: Schema, definitions: Definitions): void {
  for (const [name, definition] of Object.entries(schemaIn(schema["$defs"]))) {
    if (!definitions.has(name)) {
      // Set before it is converted, since it may contain itself.
      definitions.set(name, { kind: "json" });
      definitions.set(name, shapeOf(schemaIn(definition), name, definitions));
    }
  }
}

function typesOf({ type }: Schema): string[] {
  const types = Array.isArray(type) ? type : [type];
  return types.filter((one): one is string => typeof one === "string" && one !== "null");
}

function numbersOf<Name extends string>(schema: Schema, names: readonly Name[]): { readonly [Key in Name]?: number } {
  const found = names.flatMap((name) => (typeof schema[name] === "number" ? [[name, schema[name]]] : []));
  return Object.fromEntries(found);
}
