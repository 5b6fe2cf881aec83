import type { JSONPath, Location } from "jsonc-parser";
import type { TableEntry } from "../model/table-model.ts";
import type { Span } from "../text/span.ts";

/** Characters besides letters that trigger completion, in JSON and in the SQL inside its strings. */
export const triggerCharacters = ['"', "/", ".", "`", " "] as const;

/** A value that completion offers. */
export interface JsonOffer {
  readonly label: string;
  readonly kind: "table" | "input" | "column" | "file" | "folder" | "output" | "tenant";
  /** JSON text to insert. */
  readonly text: string;
  readonly detail?: string;
  /** Text to match what the user typed against; the label when left out. */
  readonly filter?: string;
}

export interface JsonCompletion {
  readonly replace: Span;
  /** Most likely first. */
  readonly offers: readonly JsonOffer[];
  /** Whether further typing may bring up offers that are missing here. */
  readonly isIncomplete: boolean;
}

export function offerOf(label: string, kind: JsonOffer["kind"], detail?: string): JsonOffer {
  return { label, kind, text: JSON.stringify(label), ...(detail !== undefined && { detail }) };
}

/** Whether a path matches a pattern such as `job/actions/*`, where `*` is any index or name. */
export function isAt(path: JSONPath, pattern: string): boolean {
  const steps = pattern.split("/");
  return steps.length === path.length && steps.every((step, index) => step === "*" || step === path[index]);
}

/**
 * Span that completion replaces and the text typed in it: the whole string at the cursor, or of an unclosed string the
 * part before the cursor.
 */
export function typedAt(text: string, offset: number, { previousNode }: Location): { replace: Span; typed: string } {
  const start = previousNode?.offset ?? offset;
  if (!previousNode || text[start] !== '"' || offset <= start || offset > start + previousNode.length) {
    const word = /[\w.-]*$/.exec(text.slice(0, offset))?.[0] ?? "";
    return { replace: { start: offset - word.length, end: offset }, typed: word };
  }
  const end = Math.min(start + previousNode.length, text.length);
  const isClosed = previousNode.length > 1 && text[end - 1] === '"';
  return { replace: { start, end: isClosed ? end : offset }, typed: text.slice(start + 1, offset) };
}

/** Definition of the name at the cursor: in the JSON file itself, or a table source at the service. */
export type JsonDefinition = { readonly origin: Span } & (
  | { readonly kind: "text"; readonly target: Span }
  | { readonly kind: "tableSource"; readonly table: TableEntry }
);

/** Entry of a JSON file's outline. */
export interface JsonOutlineEntry extends Span {
  readonly kind: "input" | "action" | "output" | "column" | "upstream";
  readonly title: string;
  readonly detail: string;
  /** Span of the text that names the entry. */
  readonly name: Span;
  readonly children: readonly JsonOutlineEntry[];
}
