import type { JsonSchema } from "./published-spec.ts";

/** Notes of the published definitions about themselves; the contract says the same in its docstrings. */
const ofDefinition = new Set(["description", "x-name-source"]);

/**
 * Brings a schema into one form in which the published and ours can be compared: references followed, constants
 * and choices of them as `enum`, a map as `additionalProperties`, bytes as `format`, `required` sorted, only
 * `x-source: assumed` kept. A reference back to a definition that is being followed becomes `{ recursion: name }`.
 */
export function comparableSchema(
  schema: JsonSchema,
  definitions: Readonly<Record<string, JsonSchema>>,
  following: readonly string[] = [],
): JsonSchema {
  const known = { ...definitions, ...(schema.$defs as Readonly<Record<string, JsonSchema>> | undefined) };
  const expand = (inner: unknown) => comparableSchema(inner as JsonSchema, known, following);
  if (typeof schema.$ref === "string") {
    return followed(schema, schema.$ref.replace("#/$defs/", ""), known, following);
  }
  const constants = constantsOf(schema.anyOf);
  if (constants) {
    const { anyOf: _, ...rest } = schema;
    return comparableSchema({ ...rest, type: "string", enum: constants }, known, following);
  }
  const result: Record<string, unknown> = {};
  // The words of answers are published for a few fields only, and as examples; the sets are the contract's own.
  const isWord = "x-words" in schema;
  for (const [keyword, value] of Object.entries(schema)) {
    switch (keyword) {
      case "properties":
        if (Object.keys(value as JsonSchema).length > 0) {
          result.properties = Object.fromEntries(
            Object.entries(value as JsonSchema).map(([name, property]) => [name, expand(property)]),
          );
        }
        break;
      case "patternProperties":
        result.additionalProperties = expand(Object.values(value as JsonSchema)[0]);
        break;
      case "items":
      case "additionalProperties":
        result[keyword] = expand(value);
        break;
      case "oneOf":
        result.oneOf = (value as unknown[]).map(expand);
        break;
      case "required":
        result.required = [...(value as string[])].sort();
        break;
      case "x-source":
        if (value === "assumed") {
          result[keyword] = value;
        }
        break;
      case "const":
        result.enum = [value];
        break;
      case "contentMediaType":
        // The form parameters of the operations say the same as a format.
        Object.assign(result, value === "application/octet-stream" ? { format: "binary" } : { [keyword]: value });
        break;
      case "enum":
        if (!isWord) {
          result.enum = value;
        }
        break;
      case "$defs":
      case "$id":
      case "x-words":
        break;
      default:
        result[keyword] = value;
    }
  }
  return result;
}

/** A published definition without its notes about itself. */
export function definitionNamed(name: string, definitions: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const definition = definitions[name];
  if (!definition) {
    throw new Error(`There is no definition "${name}".`);
  }
  return Object.fromEntries(Object.entries(definition).filter(([keyword]) => !ofDefinition.has(keyword)));
}

function followed(
  reference: JsonSchema,
  name: string,
  definitions: Readonly<Record<string, JsonSchema>>,
  following: readonly string[],
): JsonSchema {
  const { $ref: _, $defs: __, ...beside } = reference;
  const own = comparableSchema(beside, definitions, following);
  if (following.includes(name)) {
    return { recursion: name, ...own };
  }
  return { ...comparableSchema(definitionNamed(name, definitions), definitions, [...following, name]), ...own };
}

function constantsOf(choices: unknown): readonly unknown[] | undefined {
  return Array.isArray(choices) && choices.every((choice) => "const" in choice)
    ? choices.map((choice) => choice.const)
    : undefined;
}
