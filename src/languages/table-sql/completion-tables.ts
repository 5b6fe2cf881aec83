import type { TableEntry } from "../core/model/table-model.ts";
import type { Completion, CompletionOffer } from "./completion-offer.ts";
import { plainSnippet } from "./completion-offer.ts";
import type { TableSqlOptions } from "./options.ts";
import type { Caret } from "./syntax/caret.ts";
import { writeName } from "./syntax/lexer.ts";

/** What may be read from, or written to: table sources, and for reading the text's own queries and inputs before them. */
export async function tableOffers(
  prefix: string,
  { ctes }: Caret,
  { tables, views = [], form }: TableSqlOptions,
  isTarget: boolean,
): Promise<Pick<Completion, "offers" | "isIncomplete">> {
  const { tables: found, isComplete } = await tables.search(prefix);
  const hidden = new Set(views.map(({ name }) => name.toLowerCase()));
  const own: CompletionOffer[] = [
    ...ctes.toReversed().map(({ name }) => offer(name.text, "cte", "Query of this statement", 0)),
    ...views.map(({ name }) =>
      offer(name, "view", form === "joinFilter" ? "Side of the filter" : "Input of the job", 1),
    ),
  ];
  return {
    offers: [
      ...(isTarget ? [] : own),
      ...found.filter(({ objectName }) => !hidden.has(objectName.toLowerCase())).map(tableOffer),
    ],
    isIncomplete: !isComplete,
  };
}

function tableOffer(table: TableEntry): CompletionOffer {
  const { objectName, displayName, description, columns, isMaterializedView } = table;
  const names = columns.map(({ name }) => name).join(", ");
  const title = displayName ?? "Table source";
  const documentation = [description, names].filter(Boolean).join("\n\n");
  return {
    ...offer(objectName, "table", isMaterializedView ? `${title} · materialized view` : title, 2),
    ...(documentation !== "" && { documentation }),
  };
}

function offer(name: string, kind: CompletionOffer["kind"], detail: string, rank: number): CompletionOffer {
  return { label: name, kind, snippet: plainSnippet(writeName(name)), detail, rank };
}
