import { createProblem } from "./diagnostics.ts";
import { endsExpression } from "./expression-end.ts";
import type { ExpressionPlace, ReadExpression } from "./expression-place.ts";
import { continueWith, endOperand, type Progress, readIs } from "./expression-progress.ts";
import { unitWords, windowWords } from "./grammar-words.ts";
import { lambdaParameters } from "./lambda-parameters.ts";
import { holdsQuery } from "./query-ahead.ts";
import { readCall } from "./read-call.ts";
import { readType } from "./read-type.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Clause, ColumnUse, Name, Scope, Source, StarUse } from "./tree.ts";
import {
  bareFunctions,
  binarySigns,
  binaryWords,
  byClauseWords,
  constants,
  hardClauseWords,
  prefixSigns,
  softClauseWords,
  suffixWords,
  timeUnits,
} from "./words.ts";

/**
 * Reads up to what ends the expression: a comma, a closing bracket, a clause, the end. Names, calls and queries in it go to
 * the scope. Says where an operand is missing; what else the grammar forbids is not looked for.
 */
export function readExpression(reader: TokenReader, place: ExpressionPlace): ReadExpression {
  const { start } = reader.current;
  const from = reader.position;
  const progress: Progress = {
    reader,
    place,
    isOpen: true,
    cases: [],
    operands: 0,
    isInRange: false,
    isPredicate: true,
    use: undefined,
  };
  reader.nested(() => {
    while (!endsExpression(progress)) {
      readPiece(progress);
    }
  });
  const isEmpty = reader.position === from;
  const { previous } = reader;
  if (progress.isOpen && !isEmpty && previous) {
    reader.problems.push(createProblem("TS202", previous, { what: "An expression", after: previous.text }));
  }
  const openCase = progress.cases.at(-1);
  if (openCase && !progress.isOpen && !reader.caret) {
    reader.problems.push(createProblem("TS208", openCase));
  }
  const use = progress.operands === 1 && !progress.isOpen ? progress.use : undefined;
  return { start, end: isEmpty ? start : (previous?.end ?? start), isEmpty, use };
}

/** Expressions with commas between them. An expression that is missing is reported. */
export function readExpressionList(reader: TokenReader, place: ExpressionPlace): ReadExpression[] {
  const list: ReadExpression[] = [];
  do {
    const after = reader.previous;
    const expression = readExpression(reader, place);
    list.push(expression);
    if (expression.isEmpty && after) {
      reader.problems.push(createProblem("TS202", after, { what: "An expression", after: after.text }));
    }
  } while (reader.take(","));
  return list;
}

/** The condition after a word that is here, or what else the word asks for. */
export function readCondition(reader: TokenReader, place: ExpressionPlace, what = "A condition"): void {
  const word = reader.advance();
  if (readExpression(reader, place).isEmpty) {
    reader.problems.push(createProblem("TS202", word, { what, after: word.text }));
  }
}

/** What ON and the like see: all that stands before, the hidden side of a join too, and nothing that is joined later. */
export function placeAmong(
  scope: Scope,
  clause: Clause,
  among: readonly Source[] = [...scope.sources],
): ExpressionPlace {
  return { scope, clause, among };
}

function readPiece(progress: Progress): void {
  const { reader, place, isOpen } = progress;
  const { clause, scope } = place;
  const { current } = reader;
  if (current.kind === "caret") {
    const { isPredicate, cases } = progress;
    const operand = { kind: "operand", clause, isPredicate, among: place.among } as const;
    reader.takeCaret(isOpen ? operand : { kind: "operator", clause, isInCase: cases.length > 0 }, scope);
    progress.operands++;
    progress.use = undefined;
    progress.isOpen = false;
  } else if (current.kind === "string" || current.kind === "number") {
    reader.advance();
    endOperand(progress);
  } else if (current.kind === "sign") {
    readSign(progress);
  } else if (isOpen) {
    readOperand(progress);
  } else {
    readOperator(progress);
  }
}

function readSign(progress: Progress): void {
  const { reader, place, isOpen } = progress;
  const { key, start, end } = reader.current;
  if (key === "(") {
    readBrackets(progress);
  } else if (key === "[") {
    reader.advance();
    readExpression(reader, place);
    reader.take("]");
    endOperand(progress);
    progress.operands++;
  } else if (key === "*" && isOpen) {
    reader.advance();
    const use: StarUse = { kind: "star", path: [], start, end };
    place.scope.uses.push(use);
    endOperand(progress, use);
  } else if (prefixSigns.has(key) && isOpen) {
    reader.advance();
    progress.operands++;
  } else if (isOpen && (key === "?" || (key === ":" && reader.peek(1).kind === "word"))) {
    // A parameter: `?`, or `:id`.
    if (reader.advance().key === ":") {
      reader.advance();
    }
    endOperand(progress);
  } else if (key === "::") {
    reader.advance();
    readType(reader);
    progress.operands++;
  } else if (key === ".") {
    reader.advance();
    if (!reader.takeCaret({ kind: "newName" }, place.scope) && (reader.isAtName() || reader.isAt("*"))) {
      reader.advance();
    }
    progress.operands++;
    progress.isOpen = false;
  } else if (binarySigns.has(key)) {
    continueWith(progress);
  } else {
    reader.advance();
    progress.operands++;
  }
}

/** `(SELECT ...)`, `(a, b)`, `(x, y) -> x + y`. */
function readBrackets(progress: Progress): void {
  const { reader, place } = progress;
  const parameters = lambdaParameters(reader);
  if (parameters) {
    while (!reader.isAt("->")) {
      reader.advance();
    }
    readLambda(progress, parameters);
    return;
  }
  const isQuery = holdsQuery(reader);
  const open = reader.advance();
  if (isQuery) {
    const query = reader.readQuery(reader, place.scope);
    place.scope.uses.push({ kind: "query", query, start: query.start, end: query.end });
  } else if (!reader.isAt(")")) {
    readExpressionList(reader, place);
  }
  reader.close(open);
  endOperand(progress);
  progress.operands++;
}

function readLambda(progress: Progress, parameters: readonly string[]): void {
  const { reader, place } = progress;
  const before = reader.locals;
  reader.advance();
  reader.locals = [...before, ...parameters.map((name) => name.toLowerCase())];
  readExpression(reader, place);
  reader.locals = before;
  endOperand(progress);
  progress.operands++;
}

function readOperand(progress: Progress): void {
  const { reader, place } = progress;
  const { key } = reader.current;
  const next = reader.peek(1);
  if (key === "CASE") {
    progress.cases.push(reader.advance());
    progress.operands++;
    progress.isOpen = !reader.isAt("WHEN");
  } else if (progress.cases.length > 0 && (key === "WHEN" || key === "THEN" || key === "ELSE" || key === "END")) {
    readCaseWord(progress);
  } else if (key === "GROUPING" && next.key === "SETS") {
    reader.advance();
    reader.advance();
  } else if (key === "ALL" && isWholeAll(next.kind, next.key)) {
    // GROUP BY ALL, ORDER BY ALL, LIMIT ALL
    reader.advance();
    endOperand(progress);
  } else if (key === "TABLE" && next.key === "(" && !holdsQuery(reader, 1)) {
    // `TABLE(t)`: a table that is given to a table function.
    reader.advance();
    reader.skipBrackets();
    endOperand(progress);
  } else if (key === "DEFAULT" && (place.clause === "set" || place.clause === "values")) {
    reader.advance();
    endOperand(progress);
  } else if (key === "NOT" || key === "DISTINCT" || (key === "ALL" && next.key !== ".")) {
    reader.advance();
    progress.operands++;
  } else if ((key === "EXISTS" || key === "ANY" || key === "SOME") && next.key === "(") {
    reader.advance();
    progress.operands++;
  } else if ((constants.has(key) || bareFunctions.has(key)) && next.key !== "." && next.key !== "(") {
    reader.advance();
    endOperand(progress);
  } else if (key === "INTERVAL" && startsInterval(next.kind, next.key)) {
    readInterval(progress);
  } else if (next.kind === "string" && reader.current.kind === "word" && isLiteralPrefix(key)) {
    reader.advance();
    reader.advance();
    endOperand(progress);
  } else if (binaryWords.has(key) && next.key !== "." && next.key !== "(") {
    continueWith(progress);
  } else if (next.key === "->") {
    const parameter = reader.takeName();
    readLambda(progress, [parameter.text]);
  } else {
    readName(progress, place);
  }
}

/** ALL that stands for all there is, not for all that something is compared with. */
function isWholeAll(kind: string, key: string): boolean {
  const isClause = [hardClauseWords, softClauseWords, byClauseWords, suffixWords].some((words) => words.has(key));
  return kind === "end" || key === ")" || key === "," || isClause;
}

function isLiteralPrefix(key: string): boolean {
  return ["DATE", "TIMESTAMP", "TIMESTAMP_LTZ", "TIMESTAMP_NTZ", "X"].includes(key);
}

function startsInterval(kind: string, key: string): boolean {
  return kind === "string" || kind === "number" || key === "-" || key === "+" || key === "(";
}

function readInterval(progress: Progress): void {
  const { reader, place } = progress;
  reader.advance();
  reader.take("-", "+");
  if (reader.isAt("(")) {
    readBrackets(progress);
  } else {
    reader.advance();
  }
  reader.takeCaret({ kind: "words", words: unitWords }, place.scope);
  while (timeUnits.has(reader.current.key) || reader.isAt("TO") || reader.current.kind === "number") {
    reader.advance();
  }
  endOperand(progress);
}

function readCaseWord(progress: Progress): void {
  const { key } = progress.reader.advance();
  progress.operands++;
  progress.isOpen = key !== "END";
  progress.isPredicate = key === "WHEN";
  if (key === "END") {
    progress.cases.pop();
  }
}

function readOperator(progress: Progress): void {
  const { reader, place } = progress;
  const { key } = reader.current;
  if (key === "IS") {
    readIs(progress);
  } else if (key === "NOT") {
    reader.advance();
    reader.takeCaret({ kind: "words" }, place.scope);
  } else if (binaryWords.has(key)) {
    continueWith(progress);
  } else if (key === "OVER") {
    readOver(progress);
  } else if (key === "FILTER") {
    reader.advance();
    const open = reader.advance();
    reader.take("WHERE");
    readExpression(reader, { ...place, clause: "where" });
    reader.close(open);
  } else if (key === "WITHIN") {
    reader.advance();
    reader.advance();
    readWindow(progress);
  } else if (progress.cases.length > 0 && (key === "WHEN" || key === "THEN" || key === "ELSE" || key === "END")) {
    readCaseWord(progress);
  } else {
    // ASC, DESC, NULLS FIRST, IGNORE NULLS.
    const isNulls = reader.advance().key === "NULLS";
    reader.take(...(isNulls ? ["FIRST", "LAST"] : key === "IGNORE" || key === "RESPECT" ? ["NULLS"] : []));
    reader.takeCaret({ kind: "words" }, place.scope);
  }
}

function readOver(progress: Progress): void {
  const { reader } = progress;
  reader.advance();
  if (reader.isAt("(")) {
    readWindow(progress);
  } else if (reader.isAtName()) {
    reader.windows.used.push(reader.takeName());
  }
}

/** `(PARTITION BY a ORDER BY b ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)`. */
function readWindow({ reader, place }: Progress): void {
  if (!reader.isAt("(")) {
    return;
  }
  const open = reader.advance();
  readWindowParts(reader, place);
  reader.close(open);
}

export function readWindowParts(reader: TokenReader, place: ExpressionPlace): void {
  while (!reader.isAt(")") && !reader.isAtEnd()) {
    if (byClauseWords.has(reader.current.key) && reader.peek(1).key === "BY") {
      reader.advance();
      reader.advance();
      readExpressionList(reader, place);
    } else if (!reader.takeCaret({ kind: "words", words: windowWords }, place.scope)) {
      reader.advance();
    }
  }
}

/** A column, a call or a star: `a`, `t.a`, `f(a)`, `t.*`. */
function readName(progress: Progress, place: ExpressionPlace): void {
  const { reader } = progress;
  const { scope, clause, among } = place;
  const path: Name[] = [reader.takeName()];
  const start = path[0]?.start ?? 0;
  while (reader.isAt(".")) {
    const dot = reader.advance();
    if (reader.takeCaret({ kind: "member", clause, path: [...path] }, scope)) {
      endOperand(progress);
      return;
    }
    if (reader.isAt("*")) {
      const use: StarUse = { kind: "star", path, start, end: reader.advance().end };
      scope.uses.push(use);
      endOperand(progress, use);
      return;
    }
    if (!reader.isAtName() || (dot.end < reader.current.start && hardClauseWords.has(reader.current.key))) {
      reader.problems.push(createProblem("TS202", dot, { what: "The name of a column", after: "." }));
      endOperand(progress);
      return;
    }
    path.push(reader.takeName());
  }
  const name = path.at(-1);
  if (reader.isAt("(") && name) {
    endOperand(progress, readCall(reader, place, name, readExpression));
  } else if (reader.isAt("=>")) {
    // Of `f(name => value)` the name is no column.
    reader.advance();
    progress.operands++;
  } else {
    const use: ColumnUse = { kind: "column", path, clause, target: undefined, among, start, end: name?.end ?? start };
    if (!reader.locals.includes((path[0]?.text ?? "").toLowerCase())) {
      scope.uses.push(use);
    }
    endOperand(progress, use);
  }
}
