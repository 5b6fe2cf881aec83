import { createExpressionContext, type ExpressionContext } from "./expression-context.ts";
import type { ParsedCtes } from "./read-query.ts";
import { readCondition } from "./read-query-end.ts";
import { readRelation } from "./read-relation.ts";
import { readExpressionList } from "./read-window.ts";
import { type ParsedWrite, readAssignments, readTarget, readTargetColumns } from "./read-write.ts";
import { createScope, type NameUseScope, type RowSource, type TableRowSource } from "./scopes.ts";
import type { TokenReader } from "./token-reader.ts";
import type * as tree from "./tree.ts";

/** Parses a SQL statement of the form `MERGE INTO t USING s ON ... WHEN MATCHED THEN ...`. */
export function readMerge(reader: TokenReader, { trees: ctes }: ParsedCtes): ParsedWrite<tree.Merge> {
  const scope = createScope(reader.advance().start);
  reader.takeCaret({ kind: "keywords" }, scope) || reader.expect("INTO");
  const target = readTarget(reader, scope, "merge", true);
  const using = reader.expect("USING");
  const source = using && readRelation(reader, scope).tree;
  const on = reader.isAt("ON") ? readCondition(reader, createExpressionContext(scope, "on")) : undefined;
  if (!on) {
    reader.markUnexpected();
  }
  const clauses: tree.MergeWhen[] = [];
  let writesAllColumns = false;
  while (reader.isAt("WHEN")) {
    const clause = readWhenClause(reader, scope, target?.source);
    writesAllColumns ||= clause?.action.kind === "updateStar" || clause?.action.kind === "insertStar";
    clauses.push(...(clause ? [clause] : []));
  }
  if (clauses.length === 0) {
    reader.markUnexpected();
  }
  scope.end = reader.current.start;
  const node: tree.Merge | undefined =
    target && source && on ? { kind: "merge", ctes, target: target.tree, source, on, clauses } : undefined;
  return { tree: node, write: target && { target: target.source, writesAllColumns }, query: undefined, scope };
}

const whenKinds: Readonly<Record<string, tree.MergeWhen["when"]>> = {
  MATCHED: "matched",
  "NOT MATCHED": "notMatched",
  "NOT MATCHED BY TARGET": "notMatched",
  "NOT MATCHED BY SOURCE": "notMatchedBySource",
};

/** Parses a clause of MERGE such as `WHEN MATCHED AND a > b THEN UPDATE SET a = b`. */
function readWhenClause(
  reader: TokenReader,
  scope: NameUseScope,
  target: TableRowSource | undefined,
): tree.MergeWhen | undefined {
  const { start } = reader.advance();
  const first = reader.current;
  const words: string[] = [];
  while (!reader.isAt("AND", "THEN", "WHEN") && !reader.isAtEnd()) {
    words.push(reader.current.key);
    if (!reader.takeCaret({ kind: "keywords" }, scope)) {
      reader.advance();
    }
  }
  const text = words.join(" ");
  const when = Object.hasOwn(whenKinds, text) ? whenKinds[text] : undefined;
  if (!when) {
    reader.markUnexpected(first);
  }
  const candidates = sourcesInWhenClause(words, scope, target);
  const condition = reader.isAt("AND")
    ? readCondition(reader, createExpressionContext(scope, "on", candidates))
    : undefined;
  if (!reader.expect("THEN")) {
    return undefined;
  }
  reader.takeCaret({ kind: "keywords" }, scope);
  const verb = reader.current;
  const action = readMergeAction(reader, scope, target, candidates);
  reader.takeCaret({ kind: "keywords" }, scope);
  const isActionAllowed =
    when === "notMatched"
      ? action?.kind === "insert" || action?.kind === "insertStar"
      : action?.kind !== "insert" &&
        action?.kind !== "insertStar" &&
        !(when === "notMatchedBySource" && action?.kind === "updateStar");
  if (!action || !isActionAllowed) {
    reader.markUnexpected(verb);
  }
  return action && { when: when ?? "matched", condition, action, start, end: reader.previousEnd };
}

/**
 * Returns the tables that a WHEN clause of MERGE can refer to: both for MATCHED. For NOT MATCHED, only the table that
 * contains the row.
 */
function sourcesInWhenClause(
  words: readonly string[],
  { sources }: NameUseScope,
  target: TableRowSource | undefined,
): RowSource[] {
  const isOneSided = words.includes("NOT");
  const isTargetOnly = words.includes("SOURCE");
  return sources.filter((source) => !isOneSided || (source === target) === isTargetOnly);
}

function readMergeAction(
  reader: TokenReader,
  scope: NameUseScope,
  target: TableRowSource | undefined,
  candidates: readonly RowSource[],
): tree.MergeAction | undefined {
  if (reader.take("INSERT")) {
    return readMergeInsert(reader, createExpressionContext(scope, "values", candidates), target);
  }
  if (reader.take("UPDATE")) {
    reader.takeCaret({ kind: "keywords" }, scope);
    const isSet = reader.isAt("SET");
    const assignments = isSet
      ? readAssignments(reader, createExpressionContext(scope, "set", candidates), target)
      : undefined;
    if (!assignments) {
      return undefined;
    }
    return assignments === "*" ? { kind: "updateStar" } : { kind: "update", assignments };
  }
  return reader.take("DELETE") && { kind: "delete" };
}

function readMergeInsert(
  reader: TokenReader,
  context: ExpressionContext,
  target: TableRowSource | undefined,
): tree.MergeAction | undefined {
  reader.takeCaret({ kind: "keywords" }, context.scope);
  if (reader.take("*")) {
    return { kind: "insertStar" };
  }
  if (!reader.isAt("(")) {
    return undefined;
  }
  const columns = readTargetColumns(reader, context.scope, target);
  if (!reader.expect("VALUES")) {
    return undefined;
  }
  const open = reader.expect("(");
  if (!open) {
    return undefined;
  }
  const { start } = reader.current;
  const values = readExpressionList(reader, context);
  const end = reader.close(open)?.end ?? reader.previousEnd;
  return { kind: "insert", columns, values, valuesSpan: { start, end } };
}
