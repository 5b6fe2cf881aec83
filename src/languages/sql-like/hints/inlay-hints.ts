import type { ModelSearch, ModelSearchResult } from "../../core/model/model-requests.ts";
import type { InlayHintChoice } from "../../core/requests/inlay-hint-choice.ts";
import type { Span } from "../../core/text/span.ts";
import { kindOf } from "../binding/kind-by-model.ts";
import type { NameScope } from "../names/query-name.ts";
import { namesIn } from "../names/query-names.ts";
import type { QueryPart } from "../syntax/query-document.ts";
import type { Query } from "../syntax/tree.ts";
import type { InlayHint } from "./inlay-hint.ts";
import { levelHints, memberHints } from "./name-hints.ts";
import { parameterHints } from "./parameter-hints.ts";
import { timeHints } from "./time-hints.ts";

export interface InlayHintOptions extends NameScope {
  readonly choice: InlayHintChoice;
  readonly search: (search: ModelSearch) => Promise<ModelSearchResult>;
}

/** What a part does not say by itself, for places inside a span of it, in the order of the text. */
export async function inlayHints(part: QueryPart, range: Span, options: InlayHintOptions): Promise<InlayHint[]> {
  const { choice } = options;
  const isShown = ({ offset }: InlayHint) => range.start <= offset && offset <= range.end;
  const queries = part.statements.filter((statement) => statement.kind === "query");
  const names = namesIn(part, options).filter(({ start, end }) => range.start <= end && start <= range.end);
  const hints = [
    ...queries.flatMap((query) => (choice.queryKind ? kindHints(query, options) : [])),
    ...queries.flatMap((query) => (choice.periods ? timeHints(query, options) : [])),
    ...queries.flatMap((query) => (choice.parameterNames ? parameterHints(query, options) : [])),
    ...(choice.levelNames ? levelHints(names) : []),
  ].filter(isShown);
  const members = choice.memberNames ? (await memberHints(names, options.search)).filter(isShown) : [];
  return [...hints, ...members].sort((a, b) => a.offset - b.offset);
}

function kindHints(query: Query, { model }: NameScope): InlayHint[] {
  if (query.items.every(({ expression }) => expression.kind === "hole")) {
    return [];
  }
  const kind = kindOf(query, model);
  const tooltip =
    kind === "aggregate"
      ? "The query selects a metric: its other items group the result."
      : "The query selects no metric: each record is a row.";
  return [{ offset: query.select.end, label: kind, tooltip, isBefore: false }];
}
