import { getLocation } from "jsonc-parser";
import {
  createJsonSuggestion,
  type JsonCompletion,
  type JsonSuggestion,
  matchesPathPattern,
  typedTextAt,
} from "../core/json/json-answers.ts";
import type { TableEntry, TableModel, TableSearchResult } from "../core/model/table-model.ts";
import type { DefinitionScope, QuerySummary } from "./definition-scope.ts";
import { type ParsedDefinition, parseDefinition } from "./read-definition.ts";
import { isDefinedTable } from "./upstream-tables.ts";

interface Offering {
  readonly definition: ParsedDefinition;
  readonly scope: DefinitionScope;
  /** Text between the start of the JSON string at the cursor and the cursor. */
  readonly typed: string;
}

type Offers = Omit<JsonCompletion, "replace">;

/**
 * Functions that create suggestions beyond those of the JSON schema, by JSON path in the definition. In a path, `*`
 * matches any index.
 */
const offerers: readonly (readonly [pattern: string, offer: (offering: Offering) => Promise<Offers>])[] = [
  ["columns/*/name", columnOffers],
  ["materializedView/dependencies/*/upstreamTable", upstreamOffers],
];

/** Completes values of a table-source definition outside of SQL that depend on the view's query or on other tables. */
export async function completionsInDefinition(
  text: string,
  offset: number,
  scope: DefinitionScope,
): Promise<JsonCompletion> {
  const location = getLocation(text, offset);
  const { replace, typed } = typedTextAt(text, offset, location);
  const { path, isAtPropertyKey } = location;
  const offer = isAtPropertyKey ? undefined : offerers.find(([pattern]) => matchesPathPattern(path, pattern))?.[1];
  const given = await offer?.({ definition: parseDefinition(text), scope, typed });
  return { replace, suggestions: given?.suggestions ?? [], isIncomplete: given?.isIncomplete ?? false };
}

/** Suggests column names that the view's query returns and that the view does not define yet. */
async function columnOffers({ definition, scope }: Offering): Promise<Offers> {
  const { columns } = definition;
  const outputs = (await summarizeView(definition, scope))?.outputs ?? [];
  const defined = new Set(columns.map(({ name }) => name?.text.toLowerCase()));
  const open = [...new Set(outputs)].filter((name) => name !== "" && !defined.has(name.toLowerCase()));
  return {
    suggestions: open.map((name) => createJsonSuggestion(name, "column", "Column of the query")),
    isIncomplete: false,
  };
}

/**
 * Suggests unique ids of tables as dependencies of a view. Tables that the view's query reads and that are no
 * dependency yet come first.
 */
async function upstreamOffers({ definition, scope, typed }: Offering): Promise<Offers> {
  const summary = await summarizeView(definition, scope);
  const read = new Set(summary?.tablesRead.map(({ name }) => name.toLowerCase()));
  const named = new Set(definition.view?.dependencies.map(({ upstream }) => upstream?.text));
  const { tables, isComplete } = await searchTables(scope.tables, typed, [...read]);
  const others = tables.filter((table) => !isDefinedTable(definition, table));
  const isOpen = ({ objectName, id }: TableEntry) => read.has(objectName.toLowerCase()) && !named.has(id);
  const sorted = [...others.filter(isOpen), ...others.filter((table) => !isOpen(table))];
  return { suggestions: sorted.flatMap(upstreamOffer), isIncomplete: !isComplete };
}

/**
 * Lists the tables of the tenant. If there are too many for one list, adds the tables with the given names and those
 * that match the typed text.
 */
async function searchTables(tables: TableModel, typed: string, names: readonly string[]): Promise<TableSearchResult> {
  const all = await tables.search("");
  if (all.isComplete) {
    return all;
  }
  const lists = [names.length > 0 ? await tables.find(names) : undefined, await tables.search(typed), all];
  const byName = new Map(lists.flatMap((list) => (list?.tables ?? []).map((table) => [table.objectName, table])));
  return { tables: [...byName.values()], isComplete: false };
}

function upstreamOffer({ id, objectName, displayName = "", isMaterializedView }: TableEntry): JsonSuggestion[] {
  const title = displayName === "" ? "Table source" : displayName;
  return id
    ? [
        {
          label: objectName,
          kind: "table",
          text: JSON.stringify(id),
          detail: isMaterializedView ? `${title} · materialized view` : title,
          filter: [objectName, displayName, id].filter(Boolean).join(" "),
        },
      ]
    : [];
}

async function summarizeView(
  { view }: ParsedDefinition,
  { readQuery }: DefinitionScope,
): Promise<QuerySummary | undefined> {
  return view?.query && (await readQuery(view.query.text));
}
