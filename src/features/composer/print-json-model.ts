import { isRecord } from "../../base/guards.ts";
import type { Json } from "../../protocol/operation-form.ts";

/** Prints JSON on one line, with spaces after colons and commas. */
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
