import type { TProperties, TSchema } from "typebox";

/**
 * Values of a query or path, which arrive as text, as their schemas want them, with defaults filled in. A text that is no
 * number or boolean stays as it is, so that the check names it.
 */
export function coerceTexts(
  properties: TProperties,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const coerced: Record<string, unknown> = { ...values };
  for (const [name, schema] of Object.entries(properties)) {
    const value =
      coerced[name] === undefined ? structuredClone(keywords(schema).default) : coerce(schema, coerced[name]);
    if (value !== undefined) {
      coerced[name] = value;
    }
  }
  return coerced;
}

/** The keywords of a JSON schema that matter here. */
interface Keywords {
  readonly type?: unknown;
  readonly default?: unknown;
  readonly items?: TSchema;
}

function keywords(schema: TSchema): Keywords {
  return schema as Keywords;
}

function coerce(schema: TSchema, value: unknown): unknown {
  const { type, items } = keywords(schema);
  if (type === "array" && items) {
    return (Array.isArray(value) ? value : [value]).map((item) => coerce(items, item));
  }
  if (typeof value !== "string") {
    return value;
  }
  if ((type === "integer" || type === "number") && /^-?\d+(\.\d+)?$/.test(value)) {
    return Number(value);
  }
  if (type === "boolean" && (value === "true" || value === "false")) {
    return value === "true";
  }
  return value;
}
