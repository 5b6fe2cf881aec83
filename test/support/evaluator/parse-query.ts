import type {
  CallArgument,
  Condition,
  Expression,
  Operator,
  ParsedQuery,
  Predicate,
  SelectItem,
} from "./query-tree.ts";
import { isReserved, TokenReader } from "./token-reader.ts";

/** Reads the text of one query that is right (sql-like-language 3.2); throws on any other. */
export function parseQuery(text: string): ParsedQuery {
  const reader = new TokenReader(text);
  reader.mustTakeWord("SELECT");
  const items = [parseItem(reader)];
  while (reader.takeSign(",")) {
    items.push(parseItem(reader));
  }
  reader.mustTakeWord("FROM");
  const object = reader.mustTakeName();
  const where = reader.takeWord("WHERE") ? parseOr(reader) : undefined;
  reader.takeSign(";");
  reader.mustEnd();
  return { items, object, ...(where && { where }) };
}

/** Reads a condition alone, as a metric's filter and a formula are written. */
export function parseCondition(text: string): Condition {
  const reader = new TokenReader(text);
  const condition = parseOr(reader);
  reader.mustEnd();
  return condition;
}

function parseItem(reader: TokenReader): SelectItem {
  const expression = parseExpression(reader);
  if (!reader.takeWord("AS")) {
    return { expression };
  }
  return { expression, label: reader.takeText() ?? reader.mustTakeName() };
}

function parseOr(reader: TokenReader): Condition {
  const parts = [parseAnd(reader)];
  while (reader.takeWord("OR")) {
    parts.push(parseAnd(reader));
  }
  return joined("or", parts);
}

function parseAnd(reader: TokenReader): Condition {
  const parts = [parseNot(reader)];
  while (reader.takeWord("AND")) {
    parts.push(parseNot(reader));
  }
  return joined("and", parts);
}

function joined(kind: "and" | "or", parts: readonly Condition[]): Condition {
  const [first] = parts;
  return parts.length === 1 && first ? first : { kind, parts };
}

function parseNot(reader: TokenReader): Condition {
  if (reader.takeWord("NOT")) {
    return { kind: "not", part: parseNot(reader) };
  }
  if (reader.takeSign("(")) {
    const inner = parseOr(reader);
    reader.mustTakeSign(")");
    return inner;
  }
  return parsePredicate(reader);
}

const operators: Readonly<Record<string, Operator>> = {
  "=": "=",
  "!=": "!=",
  "<>": "!=",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
};

function parsePredicate(reader: TokenReader): Predicate {
  const left = parseExpression(reader);
  for (const [sign, operator] of Object.entries(operators)) {
    if (reader.takeSign(sign)) {
      return { kind: "compare", left, operator, right: parseExpression(reader) };
    }
  }
  if (reader.takeWord("IS")) {
    const isNegated = reader.takeWord("NOT");
    reader.mustTakeWord("NULL");
    return { kind: "null", left, isNegated };
  }
  const isNegated = reader.takeWord("NOT");
  if (reader.takeWord("BETWEEN")) {
    const low = parseExpression(reader);
    reader.mustTakeWord("AND");
    return { kind: "between", left, isNegated, low, high: parseExpression(reader) };
  }
  if (reader.takeWord("IN")) {
    return { kind: "in", left, isNegated, values: parseSet(reader) };
  }
  return { kind: "holds", left };
}

/** For `IN periods(…)` this is the call alone. */
function parseSet(reader: TokenReader): readonly Expression[] {
  if (!reader.takeSign("(")) {
    return [parseExpression(reader)];
  }
  const values = [parseExpression(reader)];
  while (reader.takeSign(",")) {
    values.push(parseExpression(reader));
  }
  reader.mustTakeSign(")");
  return values;
}

function parseExpression(reader: TokenReader): Expression {
  const text = reader.takeText();
  if (text !== undefined) {
    return { kind: "text", value: text };
  }
  const isNegative = reader.takeSign("-");
  const number = reader.takeNumber();
  if (number !== undefined) {
    return { kind: "number", value: isNegative ? -number : number };
  }
  for (const value of [true, false]) {
    if (reader.takeWord(String(value))) {
      return { kind: "boolean", value };
    }
  }
  const name = reader.mustTakeName();
  if (reader.takeSign("(")) {
    return { kind: "call", name, arguments: parseArguments(reader) };
  }
  const names = [name];
  while (reader.takeSign(".")) {
    names.push(reader.mustTakeName());
  }
  return { kind: "path", names };
}

function parseArguments(reader: TokenReader): readonly CallArgument[] {
  const found: CallArgument[] = [];
  if (reader.takeSign(")")) {
    return found;
  }
  do {
    const value = parseExpression(reader);
    const [name] = value.kind === "path" ? value.names : [];
    if (name && !isReserved(name) && reader.takeSign("=")) {
      found.push({ name, value: parseExpression(reader) });
    } else {
      found.push({ value });
    }
  } while (reader.takeSign(","));
  reader.mustTakeSign(")");
  return found;
}
