import type { TextEdit } from "../../core/text/span.ts";
import type { OfferedMember } from "./member-count.ts";
import type { ModelName } from "./model-name.ts";

export type OfferKind =
  | "keyword"
  | "snippet"
  | "metric"
  | "dimension"
  | "property"
  | "concept"
  | "reference"
  | "object"
  | "time"
  | "function"
  | "parameter"
  | "unit"
  | "value"
  | "level"
  | "label"
  | "member"
  | "file"
  | "folder";

/** Text that completion offers to insert. Offers are sorted by rank; within a rank they keep their order. */
export interface CompletionOffer {
  readonly label: string;
  readonly kind: OfferKind;
  /** LSP snippet syntax. */
  readonly snippet: string;
  readonly rank: number;
  readonly detail?: string;
  /** Text to match typed text against; the label when left out. */
  readonly filter?: string;
  /** Changes elsewhere in the text, outside the replaced span. */
  readonly edits?: readonly TextEdit[];
  /** Whether completion should be requested again after insertion: behind a dot, or between quotes. */
  readonly leadsOn?: boolean;
  readonly documentation?: string;
  /** Name of the model behind the offer, to document it when selected. */
  readonly name?: ModelName;
  /** Member behind the offer, to count its records when selected. */
  readonly member?: OfferedMember;
}

/** Optional parts of an offer. */
export type OfferExtras = Partial<Omit<CompletionOffer, "label" | "kind" | "rank">>;

/** Creates an offer that inserts its label unless `extras` has a snippet. */
export function offerOf(label: string, kind: OfferKind, rank: number, extras: OfferExtras = {}): CompletionOffer {
  return { label, kind, rank, snippet: escapeSnippet(label), ...extras };
}

export function keywords(...words: readonly string[]): CompletionOffer[] {
  return words.map((word, rank) => offerOf(word, "keyword", rank));
}

/** Escapes a text for use in a snippet. */
export function escapeSnippet(text: string): string {
  return text.replace(/[\\$}]/g, "\\$&");
}

/** Snippet placeholder with a choice of texts, or with a single preset text. */
export function choice(index: number, texts: readonly string[]): string {
  const [first = "", ...others] = texts;
  return others.length === 0
    ? `\${${index}:${escapeSnippet(first)}}`
    : `\${${index}|${texts.map((text) => text.replace(/[\\$},|]/g, "\\$&")).join(",")}|}`;
}

/** Text that a snippet inserts if all placeholders keep their presets. */
export function snippetText(snippet: string): string {
  return snippet
    .replace(/\$\{\d+\|((?:\\.|[^,|\\])*)(?:\\.|[^|\\])*\|\}/g, "$1")
    .replace(/\$\{\d+:((?:\\.|[^}\\])*)\}|\$\d+/g, (_, text: string | undefined) => text ?? "")
    .replace(/\\(.)/g, "$1");
}
