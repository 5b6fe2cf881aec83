import { isObject } from "../../src/base/guards.ts";
import { type JsonSchema, resolveSchema, schemasOfField } from "../../src/service/server/json-schema.ts";

type Definitions = Readonly<Record<string, JsonSchema>>;

/** A value with null in every optional field that it leaves out, at any depth, as clients write missing values. */
export function withOptionalNulls(schema: JsonSchema, value: unknown): unknown {
  return change(schema, value, {}, (fields, { names, needed }) => {
    const left = names.filter((name) => !needed.has(name) && !Object.hasOwn(fields, name));
    return { ...fields, ...Object.fromEntries(left.map((name) => [name, null])) };
  });
}

/** A value with only the fields that have to be there, at any depth, of an object that fits the schema. */
export function withoutOptionals(schema: JsonSchema, value: unknown): unknown {
  return change(schema, value, {}, (fields, { names, needed }) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => needed.has(name) || !names.includes(name))),
  );
}

interface KnownFields {
  readonly names: readonly string[];
  readonly needed: ReadonlySet<string>;
}

type ChangeFields = (fields: Readonly<Record<string, unknown>>, known: KnownFields) => Record<string, unknown>;

function change(given: JsonSchema, value: unknown, known: Definitions, changeFields: ChangeFields): unknown {
  const { schema, definitions } = resolveSchema(given, known);
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.map((item) => change(items, item, definitions, changeFields)) : value;
  }
  if (!isObject(value)) {
    return value;
  }
  // The other members of a union have fields of their own, which are not optional but wrong here.
  const parts = [schema, ...branchesOf(schema, value, definitions)];
  const fields = Object.entries(value).map(([name, field]) => {
    const schemas = parts.flatMap((part) => schemasOfField(part, name));
    const changed = schemas.reduce<unknown>((inner, part) => change(part, inner, definitions, changeFields), field);
    return [name, changed] as const;
  });
  const names = parts.flatMap(({ properties = {} }) => Object.keys(properties));
  const needed = new Set(parts.flatMap(({ required = [] }) => required));
  return names.length === 0 ? Object.fromEntries(fields) : changeFields(Object.fromEntries(fields), { names, needed });
}

/** Members of unions and intersections whose required fields an object has. */
function branchesOf(schema: JsonSchema, value: object, definitions: Definitions): JsonSchema[] {
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
    .map((branch) => resolveSchema(branch, definitions).schema)
    .filter(({ required = [] }) => required.every((name) => Object.hasOwn(value, name)));
}
