import { isRecord } from "../../base/guards.ts";

/** The JSON Schema keywords that the contract's request schemas use. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly if?: JsonSchema;
  readonly then?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly title?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

type Definitions = Readonly<Record<string, JsonSchema>>;

/** A schema with the definitions that its `$ref` keywords refer to. */
export interface SchemaWithDefinitions {
  readonly schema: JsonSchema;
  readonly definitions: Definitions;
}

/** Returns the schema that a `$ref` refers to, or the schema itself if it has no `$ref`. */
export function resolveSchema(schema: JsonSchema, definitions: Definitions): SchemaWithDefinitions {
  const known = schema.$defs ? { ...definitions, ...schema.$defs } : definitions;
  const target = schema.$ref === undefined ? undefined : known[schema.$ref.replace("#/$defs/", "")];
  return target ? resolveSchema(target, known) : { schema, definitions: known };
}

/**
 * Returns the schemas that apply to an object's field: the one under the field's name, and those whose pattern matches
 * the name.
 */
export function schemasOfField({ properties = {}, patternProperties = {} }: JsonSchema, name: string): JsonSchema[] {
  const named = Object.hasOwn(properties, name) ? properties[name] : undefined;
  const matched = Object.entries(patternProperties).filter(([pattern]) => new RegExp(pattern, "u").test(name));
  return [...(named ? [named] : []), ...matched.map(([, schema]) => schema)];
}

const int32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

/**
 * Limits each integer without bounds in a schema to 32 bits (service-api, "Conventions"). Neither the database nor JSON
 * represents all larger integers exactly.
 */
export function withInt32Bounds(schema: JsonSchema): JsonSchema {
  return boundNumbers(schema) as JsonSchema;
}

function boundNumbers(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(boundNumbers);
  }
  if (!isRecord(value)) {
    return value;
  }
  const copy = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, boundNumbers(part)]));
  return copy.type === "integer" ? { ...int32, ...copy } : copy;
}
