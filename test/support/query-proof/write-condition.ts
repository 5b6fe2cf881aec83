import type { Condition, Expression, Predicate } from "../evaluator/query-tree.ts";

/** The text of a condition; what `parseCondition` makes of it is the condition again. */
export function writeCondition(condition: Condition): string {
  switch (condition.kind) {
    case "and":
    case "or":
      return `(${condition.parts.map(writeCondition).join(` ${condition.kind.toUpperCase()} `)})`;
    case "not":
      return `NOT (${writeCondition(condition.part)})`;
    default:
      return writePredicate(condition);
  }
}

function writePredicate(predicate: Predicate): string {
  const left = write(predicate.left);
  switch (predicate.kind) {
    case "holds":
      return left;
    case "compare":
      return `${left} ${predicate.operator} ${write(predicate.right)}`;
    case "in":
      return `${left} ${predicate.isNegated ? "NOT IN" : "IN"} (${predicate.values.map(write).join(", ")})`;
    case "between":
      return `${left} ${predicate.isNegated ? "NOT " : ""}BETWEEN ${write(predicate.low)} AND ${write(predicate.high)}`;
    case "null":
      return `${left} IS ${predicate.isNegated ? "NOT " : ""}NULL`;
  }
}

function write(expression: Expression): string {
  switch (expression.kind) {
    case "path":
      return expression.names.join(".");
    case "text":
      return `'${expression.value.replaceAll("'", "''")}'`;
    case "number":
      return String(expression.value);
    case "boolean":
      return expression.value ? "TRUE" : "FALSE";
    case "call":
      return `${expression.name}(${expression.arguments.map(({ value }) => write(value)).join(", ")})`;
  }
}
