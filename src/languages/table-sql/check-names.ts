import { nearestNames } from "../core/find-name.ts";
import type { FixableProblem } from "../core/fix.ts";
import { didYouMean, listNames } from "../core/list-names.ts";
import { createProblem, replacements } from "./diagnostics.ts";
import { findFunction, functionNames } from "./functions.ts";
import { writeName } from "./lexer.ts";
import { type Names, type Resolution, sourceName, visibleSources } from "./names.ts";
import { resolveTarget } from "./resolve-target.ts";
import { checkTimeColumn, type TimeCheck } from "./time-column.ts";
import type { CallUse, ColumnUse, Name, Scope, Source, StarUse, Statement } from "./tree.ts";
import { scopesOf, tablesNamed } from "./walk.ts";

export interface NameCheck extends TimeCheck {
  readonly names: Names;
  /** Names that a table may be misspelled from. */
  readonly knownTables: readonly string[];
  /** Whether the text has views of its own, as a job has inputs. */
  readonly hasViews: boolean;
}

/** The names of a statement that mean nothing, or more than one thing. */
export function checkNames(statement: Statement, check: NameCheck): FixableProblem[] {
  const problems: FixableProblem[] = [];
  for (const { path, start } of tablesNamed(statement)) {
    const end = path.at(-1)?.end ?? start;
    if (check.names.schema.find(path).kind === "missing") {
      problems.push(unknownTable(path, { start, end }, check));
    }
  }
  for (const scope of scopesOf(statement)) {
    for (const use of scope.uses) {
      if (use.kind === "column") {
        problems.push(...checkColumn(use, scope, statement, check));
      } else if (use.kind === "star") {
        problems.push(...checkStar(use, scope));
      } else if (use.kind === "call") {
        problems.push(...checkCall(use));
      }
    }
  }
  return problems;
}

function unknownTable(path: readonly Name[], span: { start: number; end: number }, check: NameCheck): FixableProblem {
  const name = path.at(-1)?.text ?? "";
  const near = nearestNames(check.knownTables, name);
  const view = check.hasViews ? " and no input" : "";
  const problem = createProblem("TS301", span, { view, name, suggestion: didYouMean(near) });
  return { ...problem, fixes: replacements(span, near.map(writeName)) };
}

function checkColumn(use: ColumnUse, scope: Scope, statement: Statement, check: NameCheck): FixableProblem[] {
  const resolution = use.isTarget ? resolveTarget(use, statement, check.names) : check.names.resolve(use, scope);
  const isFound = resolution.kind === "column" || resolution.kind === "item" || resolution.kind === "ambiguous";
  const time = isFound ? undefined : checkTimeColumn(use, scope, check, resolution.kind !== "unknown");
  if (time) {
    return [time];
  }
  const problem = problemOf(use, resolution, scope, check.names);
  return problem ? [problem] : [];
}

function problemOf(use: ColumnUse, resolution: Resolution, scope: Scope, names: Names): FixableProblem | undefined {
  switch (resolution.kind) {
    case "ambiguous":
      return ambiguous(use, resolution.sources);
    case "missing":
      return unknownColumn(use, resolution.source, scope, names);
    case "missingSource":
      return unknownSource(use.path, scope);
    default:
      return undefined;
  }
}

function ambiguous(use: ColumnUse, sources: readonly Source[]): FixableProblem {
  const name = use.path.at(-1)?.text ?? "";
  const owners = sources.flatMap((source) => sourceName(source) ?? []);
  const problem = createProblem("TS303", use, { name, owners: listNames(owners, "and") });
  return {
    ...problem,
    fixes: replacements(
      use,
      owners.map((owner) => `${writeName(owner)}.${writeName(name)}`),
    ),
  };
}

function unknownColumn(use: ColumnUse, source: Source | undefined, scope: Scope, names: Names): FixableProblem {
  const name = (source ? use.path.at(-1) : use.path[0]) ?? use;
  const written = "text" in name ? name.text : "";
  const sources = source ? [source] : visibleSources(scope);
  const near = nearestNames(
    sources.flatMap((one) => (names.columnsOf(one) ?? []).map((column) => column.name)),
    written,
  );
  const owners = sources.flatMap((one) => sourceName(one) ?? []);
  const owner =
    owners.length === 0
      ? "This query"
      : owners.length === 1
        ? `\`${owners[0]}\``
        : `None of ${listNames(owners, "and")}`;
  const problem = createProblem("TS302", name, { owner, name: written, suggestion: didYouMean(near) });
  return {
    ...problem,
    message: owners.length > 1 ? problem.message.replace(" has no column ", " has a column ") : problem.message,
    fixes: replacements(name, near.map(writeName)),
  };
}

function unknownSource(path: readonly Name[], scope: Scope): FixableProblem {
  const [name] = path;
  const span = name ?? { start: scope.start, end: scope.start };
  const known: string[] = [];
  for (let level: Scope | undefined = scope; level; level = level.parent) {
    known.push(...level.sources.flatMap((source) => sourceName(source) ?? []));
  }
  const near = nearestNames(known, name?.text ?? "");
  const guesses = near.length > 0 ? near : known.length === 1 ? known : [];
  const problem = createProblem("TS304", span, { name: name?.text ?? "", suggestion: didYouMean(guesses) });
  return { ...problem, fixes: replacements(span, guesses.map(writeName)) };
}

function checkStar({ path }: StarUse, scope: Scope): FixableProblem[] {
  const [name] = path;
  const folded = name?.text.toLowerCase();
  const isKnown = scope.sources.some((source) => sourceName(source)?.toLowerCase() === folded);
  return !name || path.length > 1 || isKnown || scope.isOpaque ? [] : [unknownSource(path, scope)];
}

/** The list of functions is not all there is, so that only what looks like a slip is reported. */
function checkCall({ name }: CallUse): FixableProblem[] {
  if (findFunction(name.text)) {
    return [];
  }
  const near = name.text.length < 4 ? [] : nearestNames(functionNames, name.text);
  return near.length === 0
    ? []
    : [
        {
          ...createProblem("TS305", name, { name: name.text, suggestion: didYouMean(near) }),
          fixes: replacements(name, near),
        },
      ];
}
