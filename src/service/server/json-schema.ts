import { isRecord } from "../../base/guards.ts";

/** The JSON Schema keywords that the contract's request schemas use; a test holds the list against the contract. */
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

/** A schema with the definitions that its references name. */
export interface SchemaWithDefinitions {
  readonly schema: JsonSchema;
  readonly definitions: Definitions;
}

/** Follows the reference of a schema, if it is one, to what it stands for. */
export function resolveSchema(schema: JsonSchema, definitions: Definitions): SchemaWithDefinitions {
  const known = schema.$defs ? { ...definitions, ...schema.$defs } : definitions;
  const target = schema.$ref === undefined ? undefined : known[schema.$ref.replace("#/$defs/", "")];
  return target ? resolveSchema(target, known) : { schema, definitions: known };
}

/** The schemas that a field of an object has to fit: the one of its name, and those of the patterns that its name fits. */
export function schemasOfField({ properties = {}, patternProperties = {} }: JsonSchema, name: string): JsonSchema[] {
  const named = Object.hasOwn(properties, name) ? properties[name] : undefined;
  const matched = Object.entries(patternProperties).filter(([pattern]) => new RegExp(pattern, "u").test(name));
  return [...(named ? [named] : []), ...matched.map(([, schema]) => schema)];
}

const int32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };

/**
 * The schema with every whole number bound to 32 bits where it names no bounds of its own: so the specification has them
 * (service-api, "Conventions"), and neither the database nor JSON keeps all larger ones exactly.
 */
export function withInt32(schema: JsonSchema): JsonSchema {
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
