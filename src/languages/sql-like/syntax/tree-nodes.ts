import type {
  CallArgument,
  ColumnLabel,
  Condition,
  Expression,
  FromClause,
  NameNode,
  Query,
  SelectItem,
  Statement,
  StringLiteral,
  WhereClause,
} from "./tree.ts";
import { expressionsOf } from "./walk.ts";

type TreeNode =
  | Statement
  | SelectItem
  | ColumnLabel
  | FromClause
  | WhereClause
  | Condition
  | Expression
  | CallArgument
  | NameNode
  | StringLiteral;

/** Yields the syntax tree nodes of a statement in pre-order. */
export function* nodesOf(statement: Statement): Generator<TreeNode> {
  yield statement;
  if (statement.kind === "query") {
    yield* nodesOfQuery(statement);
  } else if (statement.kind === "shellStatement") {
    for (const node of [statement.name, statement.path]) {
      if (node) {
        yield node;
      }
    }
  }
}

function* nodesOfQuery({ items, from, where }: Query): Generator<TreeNode> {
  for (const item of items) {
    yield item;
    yield* nodesOfExpression(item.expression);
    if (item.label) {
      yield item.label;
    }
  }
  if (from) {
    yield from;
    yield* nodesOfExpression(from.object);
  }
  if (where) {
    yield where;
    yield* nodesOfCondition(where.condition);
  }
}

function* nodesOfCondition(condition: Condition): Generator<TreeNode> {
  yield condition;
  switch (condition.kind) {
    case "and":
    case "or":
      for (const operand of condition.operands) {
        yield* nodesOfCondition(operand);
      }
      break;
    case "not":
      yield* nodesOfCondition(condition.operand);
      break;
    case "group":
      yield* nodesOfCondition(condition.condition);
      break;
    case "hole":
      break;
    default:
      for (const expression of expressionsOf(condition)) {
        yield* nodesOfExpression(expression);
      }
  }
}

function* nodesOfExpression(expression: Expression): Generator<TreeNode> {
  yield expression;
  switch (expression.kind) {
    case "path":
      yield* expression.segments;
      break;
    case "call":
      yield expression.name;
      for (const argument of expression.arguments) {
        yield argument;
        if (argument.name) {
          yield argument.name;
        }
        yield* nodesOfExpression(argument.value);
      }
      break;
    case "unsupported":
      for (const part of expression.parts) {
        yield* nodesOfExpression(part);
      }
      break;
    default:
  }
}
