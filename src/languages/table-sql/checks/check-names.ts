import { nearestNames } from "../../core/text/find-name.ts";
import type { FixableProblem } from "../../core/text/fix.ts";
import { didYouMean } from "../../core/text/list-names.ts";
import { findFunction, functionNames } from "../functions/functions.ts";
import { type Names, sourceName } from "../names/names.ts";
import { createProblem, replacements } from "../syntax/diagnostics.ts";
import type { CallUse, ColumnUse, Scope, StarUse, StatementScopes } from "../syntax/scopes.ts";
import { scopesOf, tablesNamed } from "../syntax/walk.ts";
import { ambiguousColumn, unknownColumn, unknownSource, unknownTable } from "./name-problems.ts";
import { checkTimeColumn, type TimeCheck } from "./time-column.ts";

interface NameCheck extends TimeCheck {
  readonly names: Names;
  /** Names that a table may be misspelled from. */
  readonly knownTables: readonly string[];
  /** Whether the text has views of its own, as a job has inputs. */
  readonly hasViews: boolean;
}

/** The names of a statement that mean nothing, or more than one thing. */
export function checkNames(statement: StatementScopes, check: NameCheck): FixableProblem[] {
  const problems: FixableProblem[] = [];
  for (const table of tablesNamed(statement)) {
    if (check.names.schema.find(table.path).kind === "missing") {
      problems.push(unknownTable(table, statement, check));
    }
  }
  for (const scope of scopesOf(statement)) {
    for (const use of scope.uses) {
      if (use.kind === "column") {
        problems.push(...checkColumn(use, scope, check));
      } else if (use.kind === "star") {
        problems.push(...checkStar(use, scope, check.names));
      } else if (use.kind === "call") {
        problems.push(...checkCall(use));
      }
    }
  }
  return problems;
}

function checkColumn(use: ColumnUse, scope: Scope, check: NameCheck): FixableProblem[] {
  const resolution = check.names.resolve(use, scope);
  const isFound = resolution.kind === "column" || resolution.kind === "item" || resolution.kind === "ambiguous";
  const time = isFound ? undefined : checkTimeColumn(use, scope, check, resolution.kind !== "unknown");
  if (time) {
    return [time];
  }
  switch (resolution.kind) {
    case "ambiguous":
      return [ambiguousColumn(use, resolution.sources)];
    case "missing":
      return [unknownColumn(use, resolution.source, scope, check.names)];
    case "missingSource":
      return [unknownSource(use, scope)];
    default:
      return [];
  }
}

/** Before the dot stands a source, or a struct of which the star gives the fields. */
function checkStar({ path, start, end }: StarUse, scope: Scope, names: Names): FixableProblem[] {
  const [name] = path;
  const folded = name?.text.toLowerCase();
  const isSource = scope.sources.some((one) => sourceName(one)?.toLowerCase() === folded);
  if (!name || path.length > 1 || scope.isOpaque || isSource) {
    return [];
  }
  const use = { kind: "column", path, clause: "select", target: undefined, among: undefined, start, end } as const;
  const { kind } = names.resolve(use, scope);
  return kind === "missing" || kind === "missingSource" ? [unknownSource(use, scope)] : [];
}

/** The list of functions is not all there is, so that only what looks like a slip is reported. */
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
