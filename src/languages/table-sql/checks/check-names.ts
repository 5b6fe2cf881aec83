import { findNearestNames, formatDidYouMean, joinNamesAsCode } from "../../core/text/find-name.ts";
import type { FixableProblem, TextFix } from "../../core/text/fix.ts";
import { findFunction, sparkFunctionNames } from "../functions/functions.ts";
import { type NameResolver, sourceNameOf, visibleSourcesOf } from "../names/name-resolver.ts";
import { createReplacementFixes, createSqlProblem } from "../syntax/diagnostics.ts";
import { quoteNameIfNeeded } from "../syntax/lexer.ts";
import type {
  CallUse,
  ColumnUse,
  NameUseScope,
  RowSource,
  StarUse,
  StatementScopes,
  TableRowSource,
} from "../syntax/scopes.ts";
import { scopesOfStatement, tablesReferencedBy } from "../syntax/walk.ts";
import { reportSqlLikeTimeColumn, type TimeCheckContext } from "./time-range.ts";

interface NameCheck extends TimeCheckContext {
  readonly resolver: NameResolver;
  /** Table names that are suggested as corrections of an unknown table. */
  readonly knownTables: readonly string[];
  /** Whether the SQL text can query local views, such as the inputs of a job. */
  readonly hasViews: boolean;
}

/** Reports table, column and function names in a SQL statement that are unknown or ambiguous. */
export function checkSqlNames(statement: StatementScopes, check: NameCheck): FixableProblem[] {
  const problems: FixableProblem[] = [];
  for (const table of tablesReferencedBy(statement)) {
    if (check.resolver.schema.find(table.path).kind === "missing") {
      problems.push(unknownTableProblem(table, statement, check));
    }
  }
  for (const scope of scopesOfStatement(statement)) {
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

function checkColumn(use: ColumnUse, scope: NameUseScope, check: NameCheck): FixableProblem[] {
  const resolution = check.resolver.resolve(use, scope);
  const isFound = resolution.kind === "column" || resolution.kind === "item" || resolution.kind === "ambiguous";
  const time = isFound ? undefined : reportSqlLikeTimeColumn(use, scope, check, resolution.kind !== "unknown");
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
function checkStar({ path, start, end }: StarUse, scope: NameUseScope, resolver: NameResolver): FixableProblem[] {
  const [name] = path;
  const folded = name?.text.toLowerCase();
  const isSource = scope.sources.some((one) => sourceNameOf(one)?.toLowerCase() === folded);
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
  const near = name.text.length < 4 ? [] : findNearestNames(sparkFunctionNames, name.text);
  if (near.length === 0) {
    return [];
  }
  const problem = createSqlProblem("TS305", name, { name: name.text, suggestion: formatDidYouMean(near) });
  return [{ ...problem, fixes: createReplacementFixes(name, near) }];
}

/** Reports an unknown table, with quick fixes that replace it by similar names. */
function unknownTableProblem(
  { path, alias, start }: TableRowSource,
  statement: StatementScopes,
  { knownTables, hasViews }: { readonly knownTables: readonly string[]; readonly hasViews: boolean },
): FixableProblem {
  const name = path.at(-1)?.text ?? "";
  const span = { start, end: path.at(-1)?.end ?? start };
  const near = findNearestNames(knownTables, name);
  const view = hasViews ? " or input" : "";
  const problem = createSqlProblem("TS301", span, { view, name, suggestion: formatDidYouMean(near) });
  const owners = alias ? [] : qualifiersNamed(name, statement);
  return { ...problem, fixes: near.map((one) => replacementFix(quoteNameIfNeeded(one), [span, ...owners])) };
}

/**
 * Returns the spans of column qualifiers with a given table name, so that a fix of the table's name also changes them.
 */
function qualifiersNamed(name: string, statement: StatementScopes): ColumnUse["path"][number][] {
  const folded = name.toLowerCase();
  return [...scopesOfStatement(statement)].flatMap(({ uses }) =>
    uses.flatMap((use) => {
      const [owner, column] = use.kind === "column" || use.kind === "star" ? use.path : [];
      const isOwner = owner && (column || use.kind === "star") && owner.text.toLowerCase() === folded;
      return isOwner ? [owner] : [];
    }),
  );
}

function replacementFix(text: string, spans: readonly { readonly start: number; readonly end: number }[]): TextFix {
  return { title: `Replace with ${text}`, edits: spans.map(({ start, end }) => ({ start, end, text })) };
}

/** Reports an unqualified column as ambiguous if several tables in FROM have it. */
function ambiguousColumnProblem(use: ColumnUse, sources: readonly RowSource[]): FixableProblem {
  const [{ text: name } = { text: "" }] = use.path;
  const owners = sources.flatMap((source) => sourceNameOf(source) ?? []);
  const problem = createSqlProblem("TS303", use, { name, owners: joinNamesAsCode(owners, "and") });
  const [start, end] = [use.start, use.path[0]?.end ?? use.end];
  const fixes = createReplacementFixes(
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
  source: RowSource | undefined,
  scope: NameUseScope,
  resolver: NameResolver,
): FixableProblem {
  const name = (source ? use.path.at(-1) : use.path[0]) ?? { text: "", start: use.start, end: use.end };
  const sources = source ? [source] : (use.candidates ?? visibleSourcesOf(scope));
  const columns = sources.flatMap((one) => (resolver.columnsOf(one) ?? []).map((column) => column.name));
  const near = findNearestNames(
    columns.filter((column) => column !== ""),
    name.text,
  );
  const owners = sources.flatMap((one) => sourceNameOf(one) ?? []);
  const problem = createSqlProblem("TS302", name, {
    owner: ownerText(owners),
    name: name.text,
    suggestion: isAlias(name.text, scope) ? " Aliases of the SELECT list cannot be used here." : formatDidYouMean(near),
  });
  const texts = source
    ? near.map(quoteNameIfNeeded)
    : near.flatMap((one) => columnTexts(one, sources, scope, resolver));
  return { ...problem, fixes: createReplacementFixes(name, texts) };
}

function ownerText(owners: readonly string[]): string {
  if (owners.length === 0) {
    return "This query has no";
  }
  return owners.length === 1 ? `\`${owners[0]}\` has no` : `None of ${joinNamesAsCode(owners, "and")} has a`;
}

function isAlias(name: string, { items }: NameUseScope): boolean {
  const folded = name.toLowerCase();
  return items.some(({ aliases }) => aliases.some(({ text }) => text.toLowerCase() === folded));
}

/**
 * Returns the replacements for a misspelled column: its name, or if several tables have it, its name qualified by each
 * of them.
 */
function columnTexts(
  column: string,
  sources: readonly RowSource[],
  { merged }: NameUseScope,
  resolver: NameResolver,
): string[] {
  const folded = column.toLowerCase();
  const owners = sources.filter((one) => resolver.columnsOf(one)?.some(({ name }) => name.toLowerCase() === folded));
  return owners.length < 2 || merged.has(folded)
    ? [quoteNameIfNeeded(column)]
    : owners.flatMap((owner) => {
        const name = sourceNameOf(owner);
        return name === undefined ? [] : [qualified(name, column)];
      });
}

function qualified(owner: string, column: string): string {
  return `${quoteNameIfNeeded(owner)}.${quoteNameIfNeeded(column)}`;
}

/** Reports a column qualifier that names no table in FROM, or a table that is not visible in this clause. */
function unknownSourceProblem({ path, candidates, start }: ColumnUse, scope: NameUseScope): FixableProblem {
  const name = path[0] ?? { text: "", start, end: start };
  const visibleNames: string[] = (candidates ?? scope.sources).flatMap((source) => sourceNameOf(source) ?? []);
  for (let level = scope.parent; level; level = level.parent) {
    visibleNames.push(...level.sources.flatMap((source) => sourceNameOf(source) ?? []));
  }
  const near = findNearestNames(visibleNames, name.text);
  const guesses = near.length > 0 ? near : visibleNames.length === 1 ? visibleNames : [];
  const fixes = createReplacementFixes(name, guesses.map(quoteNameIfNeeded));
  if (scope.sources.some((source) => sourceNameOf(source)?.toLowerCase() === name.text.toLowerCase())) {
    const owners = visibleNames.length > 0 ? `; use ${joinNamesAsCode(visibleNames, "or")}` : "";
    return { ...createSqlProblem("TS306", name, { name: name.text, owners }), fixes };
  }
  return { ...createSqlProblem("TS304", name, { name: name.text, suggestion: formatDidYouMean(guesses) }), fixes };
}
