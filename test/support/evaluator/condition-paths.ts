import type { Condition, Expression } from "./query-tree.ts";

type Names = readonly string[];

/** The names on the left of every predicate. */
export function pathsOf(condition: Condition): readonly Names[] {
  switch (condition.kind) {
    case "and":
    case "or":
      return condition.parts.flatMap(pathsOf);
    case "not":
      return pathsOf(condition.part);
    default:
      return condition.left.kind === "path" ? [condition.left.names] : [];
  }
}

/** The same condition with other names on the left of its predicates. */
export function renamePaths(condition: Condition, rename: (names: Names) => Names): Condition {
  switch (condition.kind) {
    case "and":
    case "or":
      return { kind: condition.kind, parts: condition.parts.map((part) => renamePaths(part, rename)) };
    case "not":
      return { kind: "not", part: renamePaths(condition.part, rename) };
    default:
      return { ...condition, left: renamed(condition.left, rename) };
  }
}

function renamed(expression: Expression, rename: (names: Names) => Names): Expression {
  return expression.kind === "path" ? { kind: "path", names: rename(expression.names) } : expression;
}
