import { fillText } from "../../protocol/fill-text.ts";
import type { FormShape, Json } from "../../protocol/operation-form.ts";
import type { OperationsStrings } from "../../protocol/operations-strings.ts";

/** Returns the note of a form field: its description, bounds, default and an example. */
export function notesOf(shape: FormShape, strings: OperationsStrings): string {
  const { description, defaultValue, examples } = shape;
  return [
    description === undefined || /[.:!?]$/.test(description) ? description : `${description}.`,
    boundsOf(shape, strings),
    defaultValue === undefined ? undefined : `${fillText(strings.defaultValue, formatJsonOrText(defaultValue))}.`,
    examples?.[0] === undefined ? undefined : `${fillText(strings.example, formatJsonOrText(examples[0]))}.`,
  ]
    .filter((note) => note !== undefined && note !== "")
    .join(" ");
}

/** Returns a text unchanged, and any other value as JSON. */
export function formatJsonOrText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function boundsOf(shape: FormShape, strings: OperationsStrings): string {
  if (shape.kind !== "number") {
    return "";
  }
  const { minimum, maximum } = shape;
  if (minimum !== undefined && maximum !== undefined) {
    return `${fillText(strings.bounds, String(minimum), String(maximum))}.`;
  }
  if (minimum !== undefined) {
    return `${fillText(strings.atLeast, String(minimum))}.`;
  }
  return maximum === undefined ? "" : `${fillText(strings.atMost, String(maximum))}.`;
}
