import { didYouMean, listNames, nearestNames } from "../../core/text/find-name.ts";
import type { Fix, FixableProblem } from "../../core/text/fix.ts";
import { findFunction, functionNames } from "../functions/functions.ts";
import { type NameResolver, sourceName, visibleSources } from "../names/name-resolver.ts";
import { createProblem, replacements } from "../syntax/diagnostics.ts";
import { quoteNameIfNeeded } from "../syntax/lexer.ts";
import type { CallUse, ColumnUse, Scope, Source, StarUse, StatementScopes, TableSource } from "../syntax/scopes.ts";
import { allScopes, tablesReferenced } from "../syntax/walk.ts";
import { checkTimeColumn, type TimeCheck } from "./time-range.ts";

interface NameCheck extends TimeCheck {
  readonly resolver: NameResolver;
  /** Table names that are suggested as corrections of an unknown table. */
  readonly knownTables: readonly string[];
  /** Whether the SQL text can query local views, such as the inputs of a job. */
  readonly hasViews: boolean;
}

/** Reports table, column and function names in a SQL statement that are unknown or ambiguous. */
export function checkNames(statement: StatementScopes, check: NameCheck): FixableProblem[] {
  const problems: FixableProblem[] = [];
  for (const table of tablesReferenced(statement)) {
    if (check.resolver.schema.find(table.path).kind === "missing") {
      problems.push(unknownTableProblem(table, statement, check));
    }
  }
  for (const scope of allScopes(statement)) {
    for (const use of scope.uses) {
      if (use.kind === "column") {
        problems.push(...checkColumn(use, scope, check));
      } else if (use.kind === "star") {
        problems.push(...checkStar(use, scope, check.resolver));
      } else if (use.kind === "call") {
        problems.push(...checkCall(use));
      }
    }
  }
  return problems;
}

function checkColumn(use: ColumnUse, scope: Scope, check: NameCheck): FixableProblem[] {
  const resolution = check.resolver.resolve(use, scope);
  const isFound = resolution.kind === "column" || resolution.kind === "item" || resolution.kind === "ambiguous";
  const time = isFound ? undefined : checkTimeColumn(use, scope, check, resolution.kind !== "unknown");
  if (time) {
    return [time];
  }
  switch (resolution.kind) {
    case "ambiguous":
      return [ambiguousColumnProblem(use, resolution.sources)];
    case "missing":
      return [unknownColumnProblem(use, resolution.source, scope, check.resolver)];
    case "missingSource":
      return [unknownSourceProblem(use, scope)];
    default:
      return [];
  }
}

/** Checks the qualifier `a` of a star `a.*`: either a table in FROM, or a struct column whose fields are selected. */
function checkStar({ path, start, end }: StarUse, scope: Scope, resolver: NameResolver): FixableProblem[] {
  const [name] = path;
  const folded = name?.text.toLowerCase();
  const isSource = scope.sources.some((one) => sourceName(one)?.toLowerCase() === folded);
  if (!name || path.length > 1 || scope.isOpaque || isSource) {
    return [];
  }
  const use = { kind: "column", path, clause: "select", target: undefined, candidates: undefined, start, end } as const;
  const { kind } = resolver.resolve(use, scope);
  return kind === "missing" || kind === "missingSource" ? [unknownSourceProblem(use, scope)] : [];
}

/** Reports an unknown function only if it resembles a known one, because the list of functions is not complete. */
function checkCall({ name }: CallUse): FixableProblem[] {
  if (findFunction(name.text)) {
    return [];
  }
  const near = name.text.length < 4 ? [] : nearestNames(functionNames, name.text);
  if (near.length === 0) {
    return [];
  }
  const problem = createProblem("TS305", name, { name: name.text, suggestion: didYouMean(near) });
  return [{ ...problem, fixes: replacements(name, near) }];
}

/** Reports an unknown table, with quick fixes that replace it by similar names. */
function unknownTableProblem(
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

/**
 * Returns the spans of column qualifiers with a given table name, so that a fix of the table's name also changes them.
 */
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

/** Reports an unqualified column as ambiguous if several tables in FROM have it. */
function ambiguousColumnProblem(use: ColumnUse, sources: readonly Source[]): FixableProblem {
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

/**
 * Reports an unknown column. A qualified column must exist in the table that its qualifier names, an unqualified column
 * in any visible table.
 */
function unknownColumnProblem(
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

/**
 * Returns the replacements for a misspelled column: its name, or if several tables have it, its name qualified by each
 * of them.
 */
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

/** Reports a column qualifier that names no table in FROM, or a table that is not visible in this clause. */
function unknownSourceProblem({ path, candidates, start }: ColumnUse, scope: Scope): FixableProblem {
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
