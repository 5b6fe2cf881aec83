import type { Span } from "../../core/text/span.ts";
import { findNamesIn } from "../names/name-reader.ts";
import type { NameMeaning, NameScope, QueryName } from "../names/query-name.ts";
import type { ParsedStatementText } from "../syntax/query-document.ts";

/** Semantic token types that the language server reports to the editor. package.json maps them to theme scopes. */
export const semanticTokenTypes = [
  "metric",
  "dimension",
  "property",
  "concept",
  "reference",
  "analyticObject",
  "timeColumn",
  "function",
  "parameter",
  "unit",
  "level",
  "label",
  "dimensionMember",
  "attribute",
] as const;

export const semanticTokenModifiers = ["unknown", "deprecated"] as const;

type SemanticTokenType = (typeof semanticTokenTypes)[number];
type SemanticTokenModifier = (typeof semanticTokenModifiers)[number];

interface SemanticToken extends Span {
  readonly type: SemanticTokenType;
  readonly modifier: SemanticTokenModifier | undefined;
}

/**
 * Returns the semantic tokens for the names in a document part, in text order and without overlaps. Keywords are not
 * included; the TextMate grammar highlights them.
 */
export function semanticTokensOf(part: ParsedStatementText, scope: NameScope): SemanticToken[] {
  return findNamesIn(part, scope).flatMap((name) => {
    const type = types[name.meaning.kind];
    return type ? [{ type, modifier: modifierOf(name), start: name.start, end: name.end }] : [];
  });
}

/** Semantic token type by meaning of a name. Date texts have no type, so that they keep the colour of strings. */
const types: Readonly<Record<NameMeaning["kind"], SemanticTokenType | undefined>> = {
  metric: "metric",
  function: "function",
  parameter: "parameter",
  object: "analyticObject",
  reference: "reference",
  property: "property",
  dimension: "dimension",
  concept: "concept",
  attribute: "attribute",
  unsupported: "attribute",
  level: "level",
  member: "dimensionMember",
  time: "timeColumn",
  unit: "unit",
  date: undefined,
  label: "label",
};

function modifierOf({ state, meaning }: QueryName): SemanticTokenModifier | undefined {
  if (state === "unknown") {
    return "unknown";
  }
  return state === "obsolete" || meaning.kind === "unsupported" ? "deprecated" : undefined;
}
