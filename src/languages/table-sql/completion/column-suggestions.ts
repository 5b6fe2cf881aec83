import { findColumn, type QueryColumn } from "../names/column.ts";
import { type NameResolver, sourceNameOf, visibleSourcesOf } from "../names/name-resolver.ts";
import type { CursorContext } from "../syntax/caret.ts";
import { quoteNameIfNeeded } from "../syntax/lexer.ts";
import type { Clause, NameUseScope, RowSource, SqlName, TableRowSource } from "../syntax/scopes.ts";
import type { SqlSuggestion } from "./sql-suggestion.ts";
import { escapeSqlSnippet } from "./sql-suggestion.ts";

const ranks = { item: 90, column: 100, alias: 200, outer: 300 };

/** Suggests the visible columns and aliases. A column that several tables in FROM have is qualified by its table. */
export function suggestColumns(
  { scope, locals }: CursorContext,
  resolver: NameResolver,
  clause: Clause,
  candidates: readonly RowSource[] | undefined,
): SqlSuggestion[] {
  const offers: SqlSuggestion[] = locals.map((name) => offer(name, "alias", "Parameter", ranks.item));
  for (let level = scope, depth = 0; level; level = level.parent, depth++) {
    const sources = (depth === 0 ? candidates : undefined) ?? visibleSourcesOf(level);
    const rank = depth === 0 ? ranks.column : ranks.outer;
    offers.push(
      ...sourceColumnOffers(sources, resolver, rank),
      ...aliasOffers(sources, depth === 0 ? ranks.alias : ranks.outer),
    );
  }
  return [...itemOffers(scope, clause), ...offers];
}

/** Suggests the aliases of the SELECT list in clauses that can use them, such as ORDER BY. */
function itemOffers(scope: NameUseScope | undefined, clause: Clause): SqlSuggestion[] {
  if (clause !== "group" && clause !== "having" && clause !== "order") {
    return [];
  }
  return (scope?.items ?? []).flatMap(({ aliases }) =>
    aliases.map((alias) => offer(alias.text, "alias", "Column of the result", ranks.item)),
  );
}

function sourceColumnOffers(sources: readonly RowSource[], resolver: NameResolver, rank: number): SqlSuggestion[] {
  const lists = sources.map((source) => ({ owner: sourceNameOf(source), columns: resolver.columnsOf(source) ?? [] }));
  const counts = new Map<string, number>();
  for (const { name } of lists.flatMap(({ columns }) => columns)) {
    counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  }
  return lists.flatMap(({ owner, columns }) =>
    columns
      .filter(({ name }) => name !== "")
      .map((column) => {
        const isShared = (counts.get(column.name.toLowerCase()) ?? 0) > 1 && owner !== undefined;
        return columnOffer(column, isShared ? `${quoteNameIfNeeded(owner)}.` : "", owner, rank);
      }),
  );
}

function aliasOffers(sources: readonly RowSource[], rank: number): SqlSuggestion[] {
  return sources.flatMap((source) => {
    const name = sourceNameOf(source);
    const isAlias = source.alias !== undefined || sources.length > 1;
    return name !== undefined && isAlias ? [offer(name, "alias", "Table of this query", rank)] : [];
  });
}

/** Suggests the columns of the table that the qualifier `path` names, and `*` if `withStar` is set. */
export function suggestColumnsOfSource(
  path: readonly SqlName[],
  { scope }: CursorContext,
  resolver: NameResolver,
  withStar: boolean,
): SqlSuggestion[] {
  const owner = path.at(-1)?.text.toLowerCase();
  for (let level = scope; level; level = level.parent) {
    const source = level.sources.find((one) => sourceNameOf(one)?.toLowerCase() === owner);
    if (source) {
      const columns = (resolver.columnsOf(source) ?? []).filter(({ name }) => name !== "");
      const star = withStar ? [offer("*", "column", `All columns of ${sourceNameOf(source)}`, ranks.outer)] : [];
      return [...columns.map((column) => columnOffer(column, "", sourceNameOf(source), ranks.column)), ...star];
    }
  }
  return [];
}

/**
 * Suggests the columns of the table that the statement writes. After `USING (`, suggests columns that both sides of the
 * join have.
 */
export function suggestTargetColumns(
  target: TableRowSource | undefined,
  resolver: NameResolver,
  scope: NameUseScope | undefined,
): SqlSuggestion[] {
  const columns = (target && resolver.columnsOf(target)) ?? [];
  const sources = scope?.sources ?? [];
  const isJoin = target !== undefined && sources[0] !== target && sources.includes(target);
  const others = isJoin ? sources.filter((source) => source !== target) : [];
  return columns
    .filter(({ name }) => others.length === 0 || others.some((one) => findColumn(resolver.columnsOf(one) ?? [], name)))
    .map((column) => columnOffer(column, "", target && sourceNameOf(target), ranks.column));
}

/**
 * Suggests join conditions such as `a.id = b.id` for columns that the last table in FROM shares with an earlier one.
 */
export function suggestJoinConditions(sources: readonly RowSource[] = [], resolver: NameResolver): SqlSuggestion[] {
  const last = sources.at(-1);
  const right = last && sourceNameOf(last);
  if (!last || right === undefined) {
    return [];
  }
  const columns = resolver.columnsOf(last) ?? [];
  return sources.slice(0, -1).flatMap((source) => {
    const left = sourceNameOf(source);
    return (resolver.columnsOf(source) ?? []).flatMap(({ name }) => {
      const same = findColumn(columns, name);
      const [leftColumn, rightColumn] = [qualifiedName(left ?? "", name), qualifiedName(right, same?.name ?? "")];
      const text = `${leftColumn} = ${rightColumn}`;
      return same && left !== undefined && name !== ""
        ? [
            {
              label: text,
              kind: "join" as const,
              snippet: escapeSqlSnippet(text),
              detail: "Columns of the same name",
              rank: 50,
            },
          ]
        : [];
    });
  });
}

function columnOffer(column: QueryColumn, prefix: string, owner: string | undefined, rank: number): SqlSuggestion {
  const { name, type, isPrimaryTimestamp } = column;
  const details = [type, isPrimaryTimestamp ? "primary timestamp" : undefined, owner].filter(Boolean);
  const written = `${prefix}${quoteNameIfNeeded(name)}`;
  return {
    label: prefix === "" ? name : `${prefix}${name}`,
    kind: "column",
    snippet: escapeSqlSnippet(written),
    rank,
    ...(details.length > 0 && { detail: details.join(" · ") }),
  };
}

function offer(name: string, kind: SqlSuggestion["kind"], detail: string, rank: number): SqlSuggestion {
  return { label: name, kind, snippet: escapeSqlSnippet(name === "*" ? name : quoteNameIfNeeded(name)), detail, rank };
}

function qualifiedName(owner: string, column: string): string {
  return `${quoteNameIfNeeded(owner)}.${quoteNameIfNeeded(column)}`;
}
