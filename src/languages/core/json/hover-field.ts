import { getLocation } from "jsonc-parser";
import type { Span } from "../text/span.ts";
import { type FormSchema, schemaAt } from "./form-schema.ts";

export interface JsonHover extends Span {
  readonly markdown: string;
}

/** What the field at a place means, by its schema. */
export function hoverField(text: string, offset: number, schema: FormSchema): JsonHover | undefined {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
  if (!isAtPropertyKey || !previousNode) {
    return undefined;
  }
  const { offset: start, length } = previousNode;
  const description = schemaAt(schema, path)?.description;
  return description && start <= offset
    ? { markdown: description, start, end: Math.min(start + length, text.length) }
    : undefined;
}
