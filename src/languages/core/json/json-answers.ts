import type { JSONPath, Location } from "jsonc-parser";
import type { TableEntry } from "../model/table-model.ts";
import type { Span } from "../text/span.ts";

/** Non-letter characters that trigger completion in JSON files and in SQL embedded in JSON strings. */
export const jsonTriggerCharacters = ['"', "/", ".", "`", " "] as const;

/** A value suggested by completion in a JSON file. */
export interface JsonSuggestion {
  readonly label: string;
  readonly kind: "table" | "input" | "column" | "file" | "folder" | "output" | "tenant";
  /** JSON text that the suggestion inserts. */
  readonly text: string;
  readonly detail?: string;
  /** Text that the editor compares with the user's input to filter suggestions. Defaults to the label. */
  readonly filter?: string;
}

export interface JsonCompletion {
  readonly replace: Span;
  /** Suggested values, most likely first. */
  readonly suggestions: readonly JsonSuggestion[];
  /** Whether the list of suggestions is incomplete, so that it must be requested again after further typing. */
  readonly isIncomplete: boolean;
}

export function createJsonSuggestion(label: string, kind: JsonSuggestion["kind"], detail?: string): JsonSuggestion {
  return { label, kind, text: JSON.stringify(label), ...(detail !== undefined && { detail }) };
}

/** Whether a JSON path matches a pattern such as `job/actions/*`, where `*` matches any index or field name. */
export function matchesPathPattern(path: JSONPath, pattern: string): boolean {
  const steps = pattern.split("/");
  return steps.length === path.length && steps.every((step, index) => step === "*" || step === path[index]);
}

/**
 * Returns the span that a completion replaces and the text typed in it. The span is the complete string at the cursor.
 * If the string has no closing quote, the span ends at the cursor.
 */
export function typedTextAt(
  text: string,
  offset: number,
  { previousNode }: Location,
): { replace: Span; typed: string } {
  const start = previousNode?.offset ?? offset;
  if (!previousNode || text[start] !== '"' || offset <= start || offset > start + previousNode.length) {
    const word = /[\w.-]*$/.exec(text.slice(0, offset))?.[0] ?? "";
    return { replace: { start: offset - word.length, end: offset }, typed: word };
  }
  const end = Math.min(start + previousNode.length, text.length);
  const isClosed = previousNode.length > 1 && text[end - 1] === '"';
  return { replace: { start, end: isClosed ? end : offset }, typed: text.slice(start + 1, offset) };
}

/** Target of "Go to Definition" from a JSON file: a position in the same file, or a table source of the service. */
export type JsonDefinitionTarget = { readonly origin: Span } & (
  | { readonly kind: "text"; readonly target: Span }
  | { readonly kind: "tableSource"; readonly table: TableEntry }
);

/** An entry of a JSON file's document outline. */
export interface JsonOutlineEntry extends Span {
  readonly kind: "input" | "action" | "output" | "column" | "upstream";
  readonly title: string;
  readonly detail: string;
  /** Span of the name within the outline entry, which the editor selects. */
  readonly name: Span;
  readonly children: readonly JsonOutlineEntry[];
}
