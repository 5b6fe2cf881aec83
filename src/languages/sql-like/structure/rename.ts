import type { Span, TextEdit } from "../../core/text/span.ts";
import { findReservedWord, foreignClauses } from "../syntax/keywords.ts";
import { lexQuery } from "../syntax/lexer.ts";
import type { ParsedStatementText } from "../syntax/query-document.ts";
import type { ColumnLabel } from "../syntax/tree.ts";
import { findLabelReferences, labelAt, labelsOf, namedItemAt } from "./occurrences.ts";

/** Column label that can be renamed, or the reason why there is none at the offset. */
type RenamePreparation =
  | { readonly kind: "label"; readonly span: Span; readonly value: string }
  | { readonly kind: "refusal"; readonly reason: string };

/** Text edits of a rename, or the reason why the rename is not possible. */
type Rename =
  | { readonly kind: "edits"; readonly edits: readonly TextEdit[] }
  | { readonly kind: "refusal"; readonly reason: string };

/**
 * Returns the label to rename at an offset. Refuses all other names, because they are defined in the business model and
 * not in the query text.
 */
export function prepareRename(part: ParsedStatementText, offset: number): RenamePreparation {
  const placed = labelAt(part, offset);
  if (placed) {
    const { query, label } = placed;
    const touches = ({ start, end }: Span) => start <= offset && offset <= end;
    const span = [label.text, ...findLabelReferences(part, query, label)].find(touches) ?? label.text;
    return { kind: "label", span, value: label.value };
  }
  const thing = namedItemAt(part, offset);
  const what = thing && thing.kind !== "label" ? words[thing.kind] : undefined;
  return {
    kind: "refusal",
    reason:
      what === undefined
        ? "Only labels can be renamed: put the cursor on a name after AS."
        : `Only labels can be renamed: this is ${what} of the business model. Give the column a label with AS instead.`,
  };
}

const words = { metric: "a metric", object: "an object", attribute: "an attribute" } as const;

/** Returns the edits that rename the column label at an offset. Quotes around `newName` are ignored. */
export function renameLabelAt(part: ParsedStatementText, offset: number, newName: string): Rename {
  const placed = labelAt(part, offset);
  if (!placed) {
    const preparation = prepareRename(part, offset);
    return { kind: "refusal", reason: preparation.kind === "refusal" ? preparation.reason : "" };
  }
  const { query, label } = placed;
  const value = unquoted(newName);
  if (value.trim() === "" || /[\r\n]/.test(value)) {
    return { kind: "refusal", reason: "A label is some text on one line." };
  }
  if (labelsOf(query).some((other) => other !== label && other.value === value)) {
    return { kind: "refusal", reason: `Another column of this query has the label \`${value}\` already.` };
  }
  const text = labelText(part, label, value);
  const spans = [label.text, ...findLabelReferences(part, query, label)];
  return { kind: "edits", edits: spans.map(({ start, end }) => ({ start, end, text })) };
}

/** Returns the new label text. It is quoted if the old label was quoted or if it cannot be parsed without quotes. */
function labelText({ text }: ParsedStatementText, { text: span, isQuoted, as }: ColumnLabel, value: string): string {
  const isName = /^[A-Za-z_][A-Za-z0-9_]*$/.test(value) && findReservedWord(value) === undefined;
  const isClause = as === undefined && Object.hasOwn(foreignClauses, value.toUpperCase());
  if (isName && !isClause && !isQuoted) {
    return value;
  }
  const quote = isQuoted ? text.charAt(span.start) : '"';
  return `${quote}${value.replaceAll(quote, quote + quote)}${quote}`;
}

function unquoted(newName: string): string {
  const trimmed = newName.trim();
  const [token, end] = lexQuery(trimmed).tokens;
  return token?.kind === "string" && token.isClosed && end?.kind === "end" && token.end === trimmed.length
    ? token.value
    : trimmed;
}
