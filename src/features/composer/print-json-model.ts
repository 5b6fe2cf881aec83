import { isRecord } from "../../base/guards.ts";
import type { Json } from "../../protocol/operation-form.ts";

/** A value as JSON on one line, with a space where a person would write one. */
export function printJson(value: Json): string {
  if (Array.isArray(value)) {
    return `[${value.map((item: Json) => printJson(item)).join(", ")}]`;
  }
  if (isRecord(value)) {
    const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${printJson(field)}`);
    return `{${fields.join(", ")}}`;
  }
  return JSON.stringify(value);
}
