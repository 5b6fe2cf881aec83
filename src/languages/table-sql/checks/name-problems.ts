import { nearestNames } from "../../core/text/find-name.ts";
import type { Fix, FixableProblem } from "../../core/text/fix.ts";
import { didYouMean, listNames } from "../../core/text/list-names.ts";
import { type Names, sourceName, visibleSources } from "../names/names.ts";
import { createProblem, replacements } from "../syntax/diagnostics.ts";
import { writeName } from "../syntax/lexer.ts";
import type { ColumnUse, Scope, Source, StatementScopes, TableSource } from "../syntax/scopes.ts";
import { scopesOf } from "../syntax/walk.ts";

/** A table that is not there, and the names that it may be misspelled from. */
export function unknownTable(
  { path, alias, start }: TableSource,
  statement: StatementScopes,
  { knownTables, hasViews }: { readonly knownTables: readonly string[]; readonly hasViews: boolean },
): FixableProblem {
  const name = path.at(-1)?.text ?? "";
  const span = { start, end: path.at(-1)?.end ?? start };
  const near = nearestNames(knownTables, name);
  const view = hasViews ? " and no input" : "";
  const problem = createProblem("TS301", span, { view, name, suggestion: didYouMean(near) });
  const owners = alias ? [] : ownersNamed(name, statement);
  return { ...problem, fixes: near.map((one) => renaming(writeName(one), [span, ...owners])) };
}

/** Where columns are written with the name of a table before them: a fix of the table's name is one of theirs too. */
function ownersNamed(name: string, statement: StatementScopes): ColumnUse["path"][number][] {
  const folded = name.toLowerCase();
  return [...scopesOf(statement)].flatMap(({ uses }) =>
    uses.flatMap((use) => {
      const [owner, column] = use.kind === "column" || use.kind === "star" ? use.path : [];
      const isOwner = owner && (column || use.kind === "star") && owner.text.toLowerCase() === folded;
      return isOwner ? [owner] : [];
    }),
  );
}

function renaming(text: string, spans: readonly { readonly start: number; readonly end: number }[]): Fix {
  return { title: `Replace with ${text}`, edits: spans.map(({ start, end }) => ({ start, end, text })) };
}

/** A column that several sources have. */
export function ambiguousColumn(use: ColumnUse, sources: readonly Source[]): FixableProblem {
  const [{ text: name } = { text: "" }] = use.path;
  const owners = sources.flatMap((source) => sourceName(source) ?? []);
  const problem = createProblem("TS303", use, { name, owners: listNames(owners, "and") });
  const [start, end] = [use.start, use.path[0]?.end ?? use.end];
  const fixes = replacements(
    { start, end },
    owners.map((owner) => qualified(owner, name)),
  );
  return { ...problem, fixes };
}

/** A column that its source, or none of those in sight, has. */
export function unknownColumn(use: ColumnUse, source: Source | undefined, scope: Scope, names: Names): FixableProblem {
  const name = (source ? use.path.at(-1) : use.path[0]) ?? { text: "", start: use.start, end: use.end };
  const sources = source ? [source] : (use.among ?? visibleSources(scope));
  const columns = sources.flatMap((one) => (names.columnsOf(one) ?? []).map((column) => column.name));
  const near = nearestNames(
    columns.filter((column) => column !== ""),
    name.text,
  );
  const owners = sources.flatMap((one) => sourceName(one) ?? []);
  const problem = createProblem("TS302", name, {
    owner: ownerText(owners),
    name: name.text,
    suggestion: isAlias(name.text, scope) ? " An alias of the SELECT list is not known here." : didYouMean(near),
  });
  const texts = source ? near.map(writeName) : near.flatMap((one) => waysToWrite(one, sources, scope, names));
  return { ...problem, fixes: replacements(name, texts) };
}

function ownerText(owners: readonly string[]): string {
  if (owners.length === 0) {
    return "This query has no";
  }
  return owners.length === 1 ? `\`${owners[0]}\` has no` : `None of ${listNames(owners, "and")} has a`;
}

function isAlias(name: string, { items }: Scope): boolean {
  const folded = name.toLowerCase();
  return items.some(({ aliases }) => aliases.some(({ text }) => text.toLowerCase() === folded));
}

/** A column by its name, or with each of its owners where several have it. */
function waysToWrite(column: string, sources: readonly Source[], { merged }: Scope, names: Names): string[] {
  const folded = column.toLowerCase();
  const owners = sources.filter((one) => names.columnsOf(one)?.some(({ name }) => name.toLowerCase() === folded));
  return owners.length < 2 || merged.has(folded)
    ? [writeName(column)]
    : owners.flatMap((owner) => {
        const name = sourceName(owner);
        return name === undefined ? [] : [qualified(name, column)];
      });
}

function qualified(owner: string, column: string): string {
  return `${writeName(owner)}.${writeName(column)}`;
}

/** What stands before a dot and is no source; or is one that cannot be named just there. */
export function unknownSource({ path, among, start }: ColumnUse, scope: Scope): FixableProblem {
  const name = path[0] ?? { text: "", start, end: start };
  const inSight: string[] = (among ?? scope.sources).flatMap((source) => sourceName(source) ?? []);
  for (let level = scope.parent; level; level = level.parent) {
    inSight.push(...level.sources.flatMap((source) => sourceName(source) ?? []));
  }
  const near = nearestNames(inSight, name.text);
  const guesses = near.length > 0 ? near : inSight.length === 1 ? inSight : [];
  const fixes = replacements(name, guesses.map(writeName));
  if (scope.sources.some((source) => sourceName(source)?.toLowerCase() === name.text.toLowerCase())) {
    const owners = inSight.length > 0 ? `; only ${listNames(inSight, "and")} may be named` : "";
    return { ...createProblem("TS306", name, { name: name.text, owners }), fixes };
  }
  return { ...createProblem("TS304", name, { name: name.text, suggestion: didYouMean(guesses) }), fixes };
}
