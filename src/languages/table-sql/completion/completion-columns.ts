import { type Column, findColumn } from "../names/column.ts";
import { type Names, sourceName, visibleSources } from "../names/names.ts";
import type { Caret } from "../syntax/caret.ts";
import { writeName } from "../syntax/lexer.ts";
import type { Clause, Name, Scope, Source, TableSource } from "../syntax/scopes.ts";
import type { CompletionOffer } from "./completion-offer.ts";
import { plainSnippet } from "./completion-offer.ts";

const ranks = { item: 90, column: 100, alias: 200, outer: 300 };

/** The columns in sight: a name that two sources have is written with its owner. */
export function columnOffers(
  { scope, locals }: Caret,
  names: Names,
  clause: Clause,
  among: readonly Source[] | undefined,
): CompletionOffer[] {
  const offers: CompletionOffer[] = locals.map((name) => offer(name, "alias", "Parameter", ranks.item));
  for (let level = scope, depth = 0; level; level = level.parent, depth++) {
    const sources = (depth === 0 ? among : undefined) ?? visibleSources(level);
    const rank = depth === 0 ? ranks.column : ranks.outer;
    offers.push(...columnsOf(sources, names, rank), ...aliasesOf(sources, depth === 0 ? ranks.alias : ranks.outer));
  }
  return [...itemOffers(scope, clause), ...offers];
}

/** The names that the SELECT list gives, where they may be used. */
function itemOffers(scope: Scope | undefined, clause: Clause): CompletionOffer[] {
  if (clause !== "group" && clause !== "having" && clause !== "order") {
    return [];
  }
  return (scope?.items ?? []).flatMap(({ aliases }) =>
    aliases.map((alias) => offer(alias.text, "alias", "Column of the result", ranks.item)),
  );
}

function columnsOf(sources: readonly Source[], names: Names, rank: number): CompletionOffer[] {
  const lists = sources.map((source) => ({ owner: sourceName(source), columns: names.columnsOf(source) ?? [] }));
  const counts = new Map<string, number>();
  for (const { name } of lists.flatMap(({ columns }) => columns)) {
    counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  }
  return lists.flatMap(({ owner, columns }) =>
    columns
      .filter(({ name }) => name !== "")
      .map((column) => {
        const isShared = (counts.get(column.name.toLowerCase()) ?? 0) > 1 && owner !== undefined;
        return columnOffer(column, isShared ? `${writeName(owner)}.` : "", owner, rank);
      }),
  );
}

function aliasesOf(sources: readonly Source[], rank: number): CompletionOffer[] {
  return sources.flatMap((source) => {
    const name = sourceName(source);
    const isAlias = source.alias !== undefined || sources.length > 1;
    return name !== undefined && isAlias ? [offer(name, "alias", "Table of this query", rank)] : [];
  });
}

/** What stands behind `a.`; for `a.|` in a SELECT list all its columns too. */
export function memberOffers(
  path: readonly Name[],
  { scope }: Caret,
  names: Names,
  withStar: boolean,
): CompletionOffer[] {
  const owner = path.at(-1)?.text.toLowerCase();
  for (let level = scope; level; level = level.parent) {
    const source = level.sources.find((one) => sourceName(one)?.toLowerCase() === owner);
    if (source) {
      const columns = (names.columnsOf(source) ?? []).filter(({ name }) => name !== "");
      const star = withStar ? [offer("*", "column", `All columns of ${sourceName(source)}`, ranks.outer)] : [];
      return [...columns.map((column) => columnOffer(column, "", sourceName(source), ranks.column)), ...star];
    }
  }
  return [];
}

/** The columns of what is written to; after `USING (` those that both sides have. */
export function targetOffers(
  target: TableSource | undefined,
  names: Names,
  scope: Scope | undefined,
): CompletionOffer[] {
  const columns = (target && names.columnsOf(target)) ?? [];
  const sources = scope?.sources ?? [];
  const isJoin = target !== undefined && sources[0] !== target && sources.includes(target);
  const others = isJoin ? sources.filter((source) => source !== target) : [];
  return columns
    .filter(({ name }) => others.length === 0 || others.some((one) => findColumn(names.columnsOf(one) ?? [], name)))
    .map((column) => columnOffer(column, "", target && sourceName(target), ranks.column));
}

/** `a.id = b.id` for the columns that the last two sides of a join share. */
export function joinOffers(sources: readonly Source[] = [], names: Names): CompletionOffer[] {
  const last = sources.at(-1);
  const right = last && sourceName(last);
  if (!last || right === undefined) {
    return [];
  }
  const columns = names.columnsOf(last) ?? [];
  return sources.slice(0, -1).flatMap((source) => {
    const left = sourceName(source);
    return (names.columnsOf(source) ?? []).flatMap(({ name }) => {
      const same = findColumn(columns, name);
      const text = `${writeName(left ?? "")}.${writeName(name)} = ${writeName(right)}.${writeName(same?.name ?? "")}`;
      return same && left !== undefined && name !== ""
        ? [
            {
              label: text,
              kind: "join" as const,
              snippet: plainSnippet(text),
              detail: "Columns of the same name",
              rank: 50,
            },
          ]
        : [];
    });
  });
}

function columnOffer(column: Column, prefix: string, owner: string | undefined, rank: number): CompletionOffer {
  const { name, type, isPrimaryTimestamp } = column;
  const facts = [type, isPrimaryTimestamp ? "primary timestamp" : undefined, owner].filter(Boolean);
  const written = `${prefix}${writeName(name)}`;
  return {
    label: prefix === "" ? name : `${prefix}${name}`,
    kind: "column",
    snippet: plainSnippet(written),
    rank,
    ...(facts.length > 0 && { detail: facts.join(" · ") }),
  };
}

function offer(name: string, kind: CompletionOffer["kind"], detail: string, rank: number): CompletionOffer {
  return { label: name, kind, snippet: plainSnippet(name === "*" ? name : writeName(name)), detail, rank };
}
