import { nearestNames } from "../../core/text/find-name.ts";
import type { Fix, FixableProblem } from "../../core/text/fix.ts";
import { didYouMean, listNames } from "../../core/text/list-names.ts";
import { type NameResolver, sourceName, visibleSources } from "../names/name-resolver.ts";
import { createProblem, replacements } from "../syntax/diagnostics.ts";
import { quoteNameIfNeeded } from "../syntax/lexer.ts";
import type { ColumnUse, Scope, Source, StatementScopes, TableSource } from "../syntax/scopes.ts";
import { allScopes } from "../syntax/walk.ts";

/** Reports an unknown table, with similar names as fixes. */
export function unknownTableProblem(
  { path, alias, start }: TableSource,
  statement: StatementScopes,
  { knownTables, hasViews }: { readonly knownTables: readonly string[]; readonly hasViews: boolean },
): FixableProblem {
  const name = path.at(-1)?.text ?? "";
  const span = { start, end: path.at(-1)?.end ?? start };
  const near = nearestNames(knownTables, name);
  const view = hasViews ? " or input" : "";
  const problem = createProblem("TS301", span, { view, name, suggestion: didYouMean(near) });
  const owners = alias ? [] : qualifiersNamed(name, statement);
  return { ...problem, fixes: near.map((one) => replacementFix(quoteNameIfNeeded(one), [span, ...owners])) };
}

/** Finds the qualifiers of columns that have the given name, so that a fix of a table's name also corrects them. */
function qualifiersNamed(name: string, statement: StatementScopes): ColumnUse["path"][number][] {
  const folded = name.toLowerCase();
  return [...allScopes(statement)].flatMap(({ uses }) =>
    uses.flatMap((use) => {
      const [owner, column] = use.kind === "column" || use.kind === "star" ? use.path : [];
      const isOwner = owner && (column || use.kind === "star") && owner.text.toLowerCase() === folded;
      return isOwner ? [owner] : [];
    }),
  );
}

function replacementFix(text: string, spans: readonly { readonly start: number; readonly end: number }[]): Fix {
  return { title: `Replace with ${text}`, edits: spans.map(({ start, end }) => ({ start, end, text })) };
}

/** Reports an unqualified column that several sources have. */
export function ambiguousColumnProblem(use: ColumnUse, sources: readonly Source[]): FixableProblem {
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

/** Reports a column that its source does not have, or that no visible source has if it has no qualifier. */
export function unknownColumnProblem(
  use: ColumnUse,
  source: Source | undefined,
  scope: Scope,
  resolver: NameResolver,
): FixableProblem {
  const name = (source ? use.path.at(-1) : use.path[0]) ?? { text: "", start: use.start, end: use.end };
  const sources = source ? [source] : (use.candidates ?? visibleSources(scope));
  const columns = sources.flatMap((one) => (resolver.columnsOf(one) ?? []).map((column) => column.name));
  const near = nearestNames(
    columns.filter((column) => column !== ""),
    name.text,
  );
  const owners = sources.flatMap((one) => sourceName(one) ?? []);
  const problem = createProblem("TS302", name, {
    owner: ownerText(owners),
    name: name.text,
    suggestion: isAlias(name.text, scope) ? " Aliases of the SELECT list cannot be used here." : didYouMean(near),
  });
  const texts = source
    ? near.map(quoteNameIfNeeded)
    : near.flatMap((one) => columnTexts(one, sources, scope, resolver));
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

/** Returns the column's name, or its name qualified by each of its sources if several have it. */
function columnTexts(column: string, sources: readonly Source[], { merged }: Scope, resolver: NameResolver): string[] {
  const folded = column.toLowerCase();
  const owners = sources.filter((one) => resolver.columnsOf(one)?.some(({ name }) => name.toLowerCase() === folded));
  return owners.length < 2 || merged.has(folded)
    ? [quoteNameIfNeeded(column)]
    : owners.flatMap((owner) => {
        const name = sourceName(owner);
        return name === undefined ? [] : [qualified(name, column)];
      });
}

function qualified(owner: string, column: string): string {
  return `${quoteNameIfNeeded(owner)}.${quoteNameIfNeeded(column)}`;
}

/** Reports a qualifier that is not a source, or a source that cannot be used in this clause. */
export function unknownSourceProblem({ path, candidates, start }: ColumnUse, scope: Scope): FixableProblem {
  const name = path[0] ?? { text: "", start, end: start };
  const visibleNames: string[] = (candidates ?? scope.sources).flatMap((source) => sourceName(source) ?? []);
  for (let level = scope.parent; level; level = level.parent) {
    visibleNames.push(...level.sources.flatMap((source) => sourceName(source) ?? []));
  }
  const near = nearestNames(visibleNames, name.text);
  const guesses = near.length > 0 ? near : visibleNames.length === 1 ? visibleNames : [];
  const fixes = replacements(name, guesses.map(quoteNameIfNeeded));
  if (scope.sources.some((source) => sourceName(source)?.toLowerCase() === name.text.toLowerCase())) {
    const owners = visibleNames.length > 0 ? `; use ${listNames(visibleNames, "or")}` : "";
    return { ...createProblem("TS306", name, { name: name.text, owners }), fixes };
  }
  return { ...createProblem("TS304", name, { name: name.text, suggestion: didYouMean(guesses) }), fixes };
}
