import type { JSONPath, Location } from "jsonc-parser";
import type { Span } from "../text/span.ts";

/** Characters that ask for completion beside letters, in JSON and in the SQL of its strings. */
export const triggerCharacters = ['"', "/", ".", "`", " "] as const;

/** One value that may be inserted. */
export interface JsonOffer {
  readonly label: string;
  readonly kind: "table" | "input" | "column" | "file" | "folder" | "output" | "tenant";
  /** JSON text. */
  readonly text: string;
  readonly detail?: string;
  /** What is compared with what is typed, where that is more than the label. */
  readonly filter?: string;
}

export interface JsonCompletion {
  readonly replace: Span;
  /** The likeliest first. */
  readonly offers: readonly JsonOffer[];
  /** Whether typing on may bring offers that are not here. */
  readonly isIncomplete: boolean;
}

export function offerOf(label: string, kind: JsonOffer["kind"], detail?: string): JsonOffer {
  return { label, kind, text: JSON.stringify(label), ...(detail !== undefined && { detail }) };
}

/** Whether a path is of a place such as `job/actions/*`, where `*` is any index or name. */
export function isAt(path: JSONPath, place: string): boolean {
  const steps = place.split("/");
  return steps.length === path.length && steps.every((step, index) => step === "*" || step === path[index]);
}

/** What completion replaces, the whole string at the cursor or, of one that is not closed, up to the cursor; and what is typed. */
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
