import type { ExpressionContext } from "./expression-context.ts";
import type { NameUseScope } from "./scopes.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Expression, GroupBy } from "./tree.ts";

type Part = Pick<GroupBy, "kind" | "expressions" | "sets">;

/** Parses the content of GROUP BY: expressions, ROLLUP, CUBE and GROUPING SETS. */
export function readGroupBy(reader: TokenReader, scope: NameUseScope): GroupBy {
  const context: ExpressionContext = { scope, clause: "group" };
  const parts: Part[] = [];
  do {
    parts.push(readPart(reader, context));
  } while (reader.take(","));
  const expressions = parts.flatMap((part) => part.expressions);
  const isPlain = parts.every(({ kind }) => kind === "plain");
  if (isPlain && reader.isAt("WITH") && ["ROLLUP", "CUBE"].includes(reader.peek(1).key)) {
    reader.advance();
    return { kind: reader.advance().key === "CUBE" ? "cube" : "rollup", expressions, sets: [] };
  }
  if (isPlain && reader.isAtBoth("GROUPING", "SETS")) {
    return { ...readSets(reader, context), expressions };
  }
  const [first] = parts;
  if (parts.length === 1 && first) {
    return first.kind === "plain" && isAll(first.expressions) ? { kind: "all", expressions: [], sets: [] } : first;
  }
  return { kind: isPlain ? "plain" : "mixed", expressions, sets: [] };
}

/** Whether an expression, which was parsed as a column, is the keyword ALL of GROUP BY ALL. */
function isAll([expression]: readonly Expression[]): boolean {
  return expression?.kind === "column" && expression.path.length === 1 && expression.path[0]?.toUpperCase() === "ALL";
}

function readPart(reader: TokenReader, context: ExpressionContext): Part {
  if (reader.isAtBoth("GROUPING", "SETS")) {
    return readSets(reader, context);
  }
  for (const kind of ["rollup", "cube"] as const) {
    if (reader.isAtBoth(kind.toUpperCase(), "(")) {
      reader.advance();
      return { kind, expressions: readMembers(reader, context), sets: [] };
    }
  }
  const after = reader.previous;
  const { tree, isEmpty } = reader.readExpression(context);
  if (isEmpty) {
    reader.reportMissing("An expression", after);
  }
  return { kind: "plain", expressions: [tree], sets: [] };
}

function readSets(reader: TokenReader, context: ExpressionContext): Part {
  reader.takeBoth("GROUPING", "SETS");
  const sets: (readonly Expression[])[] = [];
  const open = reader.expect("(");
  if (open) {
    do {
      sets.push(reader.isAt("(") ? readMembers(reader, context) : [readMember(reader, context)]);
    } while (reader.take(","));
    reader.close(open);
  }
  return { kind: "sets", expressions: [], sets };
}

/** Parses a grouping set: `(a, b)` or `()`. */
function readMembers(reader: TokenReader, context: ExpressionContext): Expression[] {
  const open = reader.advance();
  const members: Expression[] = [];
  if (!reader.isAt(")")) {
    do {
      members.push(readMember(reader, context));
    } while (reader.take(","));
  }
  reader.close(open);
  return members;
}

function readMember(reader: TokenReader, context: ExpressionContext): Expression {
  const after = reader.previous;
  const { tree, isEmpty } = reader.readExpression(context);
  if (isEmpty) {
    reader.reportMissing("An expression", after);
  }
  return tree;
}
