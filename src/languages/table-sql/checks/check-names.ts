import { nearestNames } from "../../core/text/find-name.ts";
import type { FixableProblem } from "../../core/text/fix.ts";
import { didYouMean } from "../../core/text/list-names.ts";
import { findFunction, functionNames } from "../functions/functions.ts";
import { type NameResolver, sourceName } from "../names/name-resolver.ts";
import { createProblem, replacements } from "../syntax/diagnostics.ts";
import type { CallUse, ColumnUse, Scope, StarUse, StatementScopes } from "../syntax/scopes.ts";
import { allScopes, tablesReferenced } from "../syntax/walk.ts";
import {
  ambiguousColumnProblem,
  unknownColumnProblem,
  unknownSourceProblem,
  unknownTableProblem,
} from "./name-problems.ts";
import { checkTimeColumn, type TimeCheck } from "./time-column.ts";

interface NameCheck extends TimeCheck {
  readonly resolver: NameResolver;
  /** Names offered as corrections of an unknown table. */
  readonly knownTables: readonly string[];
  /** Whether the text can read local views, such as the inputs of a job. */
  readonly hasViews: boolean;
}

/** Reports names of tables, columns and functions that are unknown or ambiguous. */
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

/** Checks the qualifier of `a.*`, which is either a source or a struct column whose fields are selected. */
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
