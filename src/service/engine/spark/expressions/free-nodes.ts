import type { Call, Column, Expression, Lambda } from "../../../../languages/table-sql/syntax.ts";
import { findFunction } from "../functions/function-table.ts";

type Node = Expression & { readonly kind: string };

const subqueries: ReadonlySet<string> = new Set(["exists", "scalarQuery", "inQuery"]);
const volatileFunctions: ReadonlySet<string> = new Set(["rand", "random", "uuid", "grouping_id"]);

const known = new WeakMap<Expression, boolean>();

/** Whether the value of an expression can differ between rows. An expression with a column name always can. */
export function dependsOnRows(tree: Expression): boolean {
  let depends = known.get(tree);
  if (depends === undefined) {
    depends = hasRowNode(tree);
    known.set(tree, depends);
  }
  return depends;
}

function hasRowNode(tree: Expression): boolean {
  for (const node of freeNodes(tree, new Set())) {
    if (node.kind === "column" || node.kind === "star" || subqueries.has(node.kind)) {
      return true;
    }
    if (node.kind === "call" && isEvaluatedPerRow(node)) {
      return true;
    }
  }
  return false;
}

function isEvaluatedPerRow(call: Call): boolean {
  const name = call.name.toLowerCase();
  return volatileFunctions.has(name) || call.over !== undefined || findFunction(name)?.kind === "aggregate";
}

/**
 * Returns the names in a lambda that are not parameters of the lambda. They are columns or parameters of enclosing
 * lambdas.
 */
export function findOuterNames(lambda: Lambda): Column[] {
  return [...freeNodes(lambda, new Set())].filter((node) => node.kind === "column");
}

/** Yields the nodes of an expression, except the parameters of its lambdas and the nodes of its subqueries. */
function* freeNodes(node: unknown, parameters: ReadonlySet<string>): Generator<Node> {
  if (Array.isArray(node)) {
    for (const one of node) {
      yield* freeNodes(one, parameters);
    }
    return;
  }
  if (typeof node !== "object" || node === null) {
    return;
  }
  const { kind } = node as Partial<Node>;
  if (kind === "column" && parameters.has((node as Column).path[0]?.toLowerCase() ?? "")) {
    return;
  }
  if (kind !== undefined) {
    yield node as Node;
  }
  if (kind === "column" || (kind !== undefined && subqueries.has(kind))) {
    return;
  }
  const inner =
    kind === "lambda"
      ? new Set([...parameters, ...(node as Lambda).parameters.map((name) => name.toLowerCase())])
      : parameters;
  for (const value of Object.values(node)) {
    yield* freeNodes(value, inner);
  }
}
