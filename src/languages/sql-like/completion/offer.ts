import type { TextEdit } from "../../core/text/text-edit.ts";
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

/** One thing that may be inserted. Offers are sorted by rank, those of one rank stay in their order. */
export interface CompletionOffer {
  readonly label: string;
  readonly kind: OfferKind;
  /** LSP snippet syntax. */
  readonly snippet: string;
  readonly rank: number;
  readonly detail?: string;
  /** What typed text is held against, when that is not the label. */
  readonly filter?: string;
  /** Changes elsewhere in the text, away from what is replaced. */
  readonly edits?: readonly TextEdit[];
  /** The cursor comes to stand where something is to be chosen again: behind a dot, between quotes. */
  readonly leadsOn?: boolean;
  readonly documentation?: string;
  /** What of the model it stands for, so that it can be documented when it is looked at. */
  readonly name?: ModelName;
  /** The member it stands for, so that it can be counted when it is looked at. */
  readonly member?: OfferedMember;
}

/** What an offer may have beside what every offer has. */
export type OfferExtras = Partial<Omit<CompletionOffer, "label" | "kind" | "rank">>;

/** An offer that inserts its label unless told. */
export function offerOf(label: string, kind: OfferKind, rank: number, extras: OfferExtras = {}): CompletionOffer {
  return { label, kind, rank, snippet: escapeSnippet(label), ...extras };
}

export function keywords(...words: readonly string[]): CompletionOffer[] {
  return words.map((word, rank) => offerOf(word, "keyword", rank));
}

/** Text that a snippet inserts as it is. */
export function escapeSnippet(text: string): string {
  return text.replace(/[\\$}]/g, "\\$&");
}

/** A place of a snippet where one of some texts is chosen, or where the only one stands ready to be replaced. */
export function choice(index: number, texts: readonly string[]): string {
  const [first = "", ...others] = texts;
  return others.length === 0
    ? `\${${index}:${escapeSnippet(first)}}`
    : `\${${index}|${texts.map((text) => text.replace(/[\\$},|]/g, "\\$&")).join(",")}|}`;
}

/** What a snippet inserts when all its places are left as they stand. */
export function snippetText(snippet: string): string {
  return snippet
    .replace(/\$\{\d+\|((?:\\.|[^,|\\])*)(?:\\.|[^|\\])*\|\}/g, "$1")
    .replace(/\$\{\d+:((?:\\.|[^}\\])*)\}|\$\d+/g, (_, text: string | undefined) => text ?? "")
    .replace(/\\(.)/g, "$1");
}
