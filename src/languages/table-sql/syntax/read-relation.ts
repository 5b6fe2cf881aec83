import type { Span } from "../../core/text/span.ts";
import { createCall } from "./create-node.ts";
import { createExpressionContext, type ExpressionContext } from "./expression-context.ts";
import { joinKeywords, reservedClauseKeywords } from "./keywords.ts";
import { isAliasAhead, isBracketedQueryAhead } from "./lookahead.ts";
import { readCall } from "./read-call.ts";
import { readPivots } from "./read-pivot.ts";
import {
  findCte,
  readColumnNames,
  readQualifiedName,
  readSourceAlias,
  readTableSample,
  readTableVersion,
} from "./read-table.ts";
import { readExpressionList } from "./read-window.ts";
import type { NameUseScope, RowSource, SqlName } from "./scopes.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Alias, Call, Expression, JoinType, Relation, Values } from "./tree.ts";

const afterFrom = { kind: "afterTable", after: "from" } as const;
const noAlias: Alias = { name: undefined, columns: [] };

/**
 * A parsed relation in FROM, and the source that it adds to the scope. The source is undefined for a join in brackets,
 * which adds several.
 */
interface ReadRelation {
  readonly tree: Relation;
  readonly source: RowSource | undefined;
}

/** Parses the content of FROM: `a JOIN b ON ..., c LATERAL VIEW ...`. */
export function readRelations(reader: TokenReader, scope: NameUseScope): Relation {
  let left = readJoined(reader, scope);
  while (reader.take(",")) {
    left = joined(left, readJoined(reader, scope), { type: "CROSS", isNatural: false }, reader);
  }
  while (reader.isAt("LATERAL") && reader.peek(1).key === "VIEW") {
    left = readLateralView(reader, scope, left);
  }
  return readPivots(reader, scope, left);
}

interface JoinKeywords {
  readonly type: JoinType;
  readonly isNatural: boolean;
}

function joined(
  left: Relation,
  right: Relation,
  words: JoinKeywords,
  reader: TokenReader,
  condition: Pick<Extract<Relation, { kind: "join" }>, "on" | "using"> = { on: undefined, using: [] },
): Relation {
  return {
    kind: "join",
    ...words,
    left,
    right,
    ...condition,
    alias: noAlias,
    start: left.start,
    end: reader.previousEnd,
  };
}

function readJoined(reader: TokenReader, scope: NameUseScope): Relation {
  let left = readPivots(reader, scope, readRelation(reader, scope).tree);
  for (;;) {
    const words = readJoinKeywords(reader, scope);
    if (!words) {
      return left;
    }
    scope.isOpaque ||= words.isNatural;
    const { tree: right, source } = readRelation(reader, scope);
    if (source) {
      source.isHidden = words.type === "SEMI" || words.type === "ANTI";
    }
    const condition = readJoinCondition(reader, scope, source);
    left = readPivots(reader, scope, joined(left, right, words, reader, condition));
  }
}

const joinTypes: ReadonlyMap<string, JoinType> = new Map([
  ["", "INNER"],
  ["CROSS", "CROSS"],
  ["INNER", "INNER"],
  ["LEFT SEMI", "SEMI"],
  ["LEFT ANTI", "ANTI"],
  ["LEFT OUTER", "LEFT"],
  ["LEFT", "LEFT"],
  ["RIGHT OUTER", "RIGHT"],
  ["RIGHT", "RIGHT"],
  ["FULL OUTER", "FULL"],
  ["FULL", "FULL"],
  ["SEMI", "SEMI"],
  ["ANTI", "ANTI"],
]);

/** Parses the keywords of a join, such as LEFT OUTER JOIN. Undefined if the current token begins no join. */
function readJoinKeywords(reader: TokenReader, scope: NameUseScope): JoinKeywords | undefined {
  const first = reader.current;
  const words: string[] = [];
  while (joinKeywords.has(reader.current.key)) {
    const { key } = reader.advance();
    if (key === "JOIN") {
      const isNatural = words[0] === "NATURAL";
      const type = joinTypes.get((isNatural ? words.slice(1) : words).join(" "));
      if (!type) {
        reader.markUnexpected(first);
      }
      return { type: type ?? "INNER", isNatural };
    }
    words.push(key);
  }
  if (words.length > 0) {
    reader.takeCaret({ kind: "keywords" }, scope);
    reader.markUnexpected(first);
  }
  return undefined;
}

function readJoinCondition(
  reader: TokenReader,
  scope: NameUseScope,
  right: RowSource | undefined,
): Pick<Extract<Relation, { kind: "join" }>, "on" | "using"> {
  if (reader.isAt("ON")) {
    const word = reader.advance();
    const { tree: on, isEmpty } = reader.readExpression(createExpressionContext(scope, "on"));
    if (isEmpty) {
      reader.reportMissing("A condition", word);
    }
    return { on, using: [] };
  }
  if (!reader.isAtBoth("USING", "(")) {
    return { on: undefined, using: [] };
  }
  reader.advance();
  const names = readColumnNames(reader, scope, right?.kind === "table" ? right : undefined);
  for (const name of names) {
    scope.merged.add(name.text.toLowerCase());
    addUsingColumns(name, scope, right);
  }
  return { on: undefined, using: names.map(({ text }) => text) };
}

/** Records two references for a column in USING: one to the right side of the join, and one to the tables before it. */
function addUsingColumns(name: SqlName, { sources, uses }: NameUseScope, right: RowSource | undefined): void {
  const { start, end } = name;
  const others = sources.filter((source) => source !== right);
  for (const candidates of right ? [others, [right]] : []) {
    uses.push({ kind: "column", path: [name], clause: "on", target: undefined, candidates, start, end });
  }
}

/** Parses one table or other relation in FROM with its alias, without joins. */
export function readRelation(reader: TokenReader, scope: NameUseScope): ReadRelation {
  const isLateral = reader.take("LATERAL") !== undefined;
  const { start } = reader.current;
  if (reader.takeCaret({ kind: "table", isTarget: false }, scope)) {
    reader.takeCaret(afterFrom, scope);
    return { tree: { kind: "missing", start, end: start }, source: undefined };
  }
  if (reader.isAt("(")) {
    return reader.nested(() => readBracketed(reader, scope, isLateral));
  }
  const base = { alias: undefined, columnAliases: [], isHidden: false, start, end: start };
  if (reader.isAt("VALUES")) {
    const values = readValuesClause(reader, createExpressionContext(scope, "values", []));
    const { alias, source } = readSourceSuffix(reader, scope, { kind: "generated", ...base });
    return { tree: { kind: "valuesRelation", values, alias, start, end: reader.previousEnd }, source };
  }
  if (!isSourceName(reader)) {
    reader.reportMissing("A table");
    return { tree: { kind: "missing", start, end: start }, source: undefined };
  }
  if (reader.peek(1).key === "(") {
    const call = readTableFunction(
      reader,
      createExpressionContext(scope, "values", isLateral ? [...scope.sources] : []),
    );
    const { alias, source } = readSourceSuffix(reader, scope, { kind: "generated", ...base });
    return { tree: { kind: "tableFunction", call, isLateral, alias, start, end: reader.previousEnd }, source };
  }
  const path = readQualifiedName(reader, { scope, isTarget: false });
  if (isLateral || reader.isAt("(")) {
    reader.markUnexpected();
  }
  const end = reader.previousEnd;
  const table: RowSource = { kind: "table", path, cte: findCte(reader.ctes, path), ...base };
  const { alias, source, version, sample } = readSourceSuffix(reader, scope, table);
  const texts = path.map(({ text }) => text);
  return { tree: { kind: "table", path: texts, alias, version, sample, start, end }, source };
}

/** Parses a table function in FROM. It is not recorded as a function call, because expressions cannot call it. */
function readTableFunction(reader: TokenReader, context: ExpressionContext): Call {
  const name = reader.takeName();
  const { uses } = context.scope;
  const at = uses.length;
  const call = readCall(reader, context, name, { written: name.text, start: name.start });
  uses.splice(at, 1);
  return call.kind === "call" ? call : createCall(name.text, [], call);
}

/** Parses inline rows in SQL: `VALUES (1, 2), 3`. */
export function readValuesClause(reader: TokenReader, context: ExpressionContext): Values {
  const { start } = reader.advance();
  const rows = readExpressionList(reader, context).map((row): readonly Expression[] =>
    row.kind === "call" && row.isRow ? row.arguments : [row],
  );
  return { kind: "values", rows, start, end: reader.previousEnd };
}

/** Parses a subquery or relations in brackets within FROM. */
function readBracketed(reader: TokenReader, scope: NameUseScope, isLateral: boolean): ReadRelation {
  const isQuery = isBracketedQueryAhead(reader);
  const open = reader.advance();
  const { start } = open;
  const base = { alias: undefined, columnAliases: [], isHidden: false, start, end: start };
  if (isQuery) {
    const { tree: query, query: names } = reader.readQuery(isLateral ? scope : scope.parent);
    reader.close(open);
    const { alias, source, sample, version } = readSourceSuffix(reader, scope, {
      kind: "query",
      query: names,
      ...base,
    });
    if (version) {
      reader.markUnexpected();
    }
    return { tree: { kind: "subquery", query, isLateral, sample, alias, start, end: reader.previousEnd }, source };
  }
  if (reader.takeCaret({ kind: "table", isTarget: false, canBeQuery: true }, scope)) {
    reader.close(open);
    return { tree: { kind: "missing", start, end: start }, source: undefined };
  }
  const inner = readRelations(reader, scope);
  reader.close(open);
  if (!reader.isAt("AS") && !isAliasAhead(reader)) {
    return { tree: inner, source: undefined };
  }
  // The alias has the columns of all inner sources, which are not tracked.
  scope.isOpaque = true;
  const { alias } = readSourceSuffix(reader, scope, { kind: "generated", ...base });
  return { tree: inner.kind === "missing" ? inner : { ...inner, alias }, source: undefined };
}

interface ReadSource {
  readonly source: RowSource;
  readonly alias: Alias;
  readonly version: Span | undefined;
  readonly sample: Span | undefined;
}

/** Parses the optional version, sample and alias after a table in FROM, and adds the table to the scope. */
function readSourceSuffix(reader: TokenReader, scope: NameUseScope, source: RowSource): ReadSource {
  const version = readTableVersion(reader, scope);
  const sample = readTableSample(reader);
  readSourceAlias(reader, scope, source, afterFrom);
  const completed = Object.assign(source, { end: reader.previousEnd });
  scope.sources.push(completed);
  const alias = { name: source.alias?.text, columns: source.columnAliases.map(({ text }) => text) };
  return { source: completed, alias, version, sample };
}

function isSourceName(reader: TokenReader): boolean {
  return (
    reader.current.kind === "quotedName" ||
    (reader.current.kind === "word" && !reservedClauseKeywords.has(reader.current.key))
  );
}

/**
 * Parses a clause such as `LATERAL VIEW OUTER explode(a) t AS x, y`. AS is optional. The `input` is undefined without FROM.
 */
export function readLateralView(reader: TokenReader, scope: NameUseScope, input: Relation | undefined): Relation {
  const { start } = reader.advance();
  reader.advance();
  const isOuter = reader.take("OUTER") !== undefined;
  const from = scope.uses.length;
  const { tree: view } = reader.readExpression(createExpressionContext(scope, "on"));
  if ((view.kind !== "call" || view.isRow) && view.kind !== "missing") {
    reader.markUnexpected();
  } else if (view.kind === "missing" && !reader.caret) {
    reader.reportMissing("A function");
  }
  const argumentUses = { scope, uses: scope.uses.slice(from) };
  const names: SqlName[] = [];
  const alias = isAliasAhead(reader) ? reader.takeName() : undefined;
  if (reader.take("AS") || (alias && isAliasAhead(reader))) {
    do {
      if (reader.isAtName()) {
        names.push(reader.takeName());
      } else if (!reader.takeCaret({ kind: "newName" }, scope)) {
        reader.markUnexpected();
      }
    } while (reader.take(","));
  }
  const end = reader.previousEnd;
  scope.sources.push({ kind: "generated", argumentUses, alias, columnAliases: names, isHidden: false, start, end });
  reader.takeCaret(afterFrom, scope);
  return {
    kind: "lateralView",
    input,
    isOuter,
    call: view.kind === "call" ? view : createCall("", [], { start, end }),
    alias: { name: alias?.text, columns: names.map(({ text }) => text) },
    start: input?.start ?? start,
    end,
  };
}
