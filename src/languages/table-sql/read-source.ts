import { isAliasAhead } from "./alias-ahead.ts";
import { createProblem } from "./diagnostics.ts";
import { holdsQuery } from "./query-ahead.ts";
import { placeAmong, readCondition, readExpression, readExpressionList } from "./read-expression.ts";
import { readPivots } from "./read-pivot.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Cte, Name, Scope, Source, TableSource } from "./tree.ts";
import { hardClauseWords, joinWords } from "./words.ts";

const afterFrom = { kind: "afterTable", after: "from" } as const;

/** `FROM a JOIN b ON ..., c LATERAL VIEW ...`, from the first source on. */
export function readSources(reader: TokenReader, scope: Scope): void {
  do {
    readJoinedSources(reader, scope);
  } while (reader.take(","));
  while (reader.isAt("LATERAL") && reader.peek(1).key === "VIEW") {
    readLateralView(reader, scope);
  }
}

function readJoinedSources(reader: TokenReader, scope: Scope): void {
  readSource(reader, scope);
  for (;;) {
    const join = readJoinWords(reader, scope);
    if (!join) {
      return;
    }
    scope.isOpaque ||= join.includes("NATURAL");
    const source = readSource(reader, scope);
    if (source) {
      source.isHidden = join.includes("SEMI") || join.includes("ANTI");
    }
    readJoinCondition(reader, scope, source);
  }
}

/** The words up to JOIN. */
function readJoinWords(reader: TokenReader, scope: Scope): string[] | undefined {
  const words: string[] = [];
  for (let ahead = 0; joinWords.has(reader.peek(ahead).key); ahead++) {
    words.push(reader.peek(ahead).key);
    if (words.at(-1) === "JOIN") {
      for (const _ of words) {
        reader.advance();
      }
      return words;
    }
  }
  if (words.length > 0) {
    for (const _ of words) {
      reader.advance();
    }
    reader.takeCaret({ kind: "words" }, scope);
  }
  return undefined;
}

function readJoinCondition(reader: TokenReader, scope: Scope, right: Source | undefined): void {
  if (reader.isAt("ON")) {
    readCondition(reader, placeAmong(scope, "on"));
  } else if (reader.isAtBoth("USING", "(")) {
    reader.advance();
    for (const name of readColumnNames(reader, scope, right?.kind === "table" ? right : undefined)) {
      scope.merged.add(name.text.toLowerCase());
      addUsesOfBoth(name, scope, right);
    }
  }
}

/** A column of USING is one of the right side, and one of what stands before. */
function addUsesOfBoth(name: Name, { sources, uses }: Scope, right: Source | undefined): void {
  const { start, end } = name;
  const others = sources.filter((source) => source !== right);
  for (const among of right ? [others, [right]] : []) {
    uses.push({ kind: "column", path: [name], clause: "on", target: undefined, among, start, end });
  }
}

/** `(a, b)`: names of columns. */
function readColumnNames(reader: TokenReader, scope: Scope, target: TableSource | undefined): Name[] {
  const open = reader.advance();
  const names: Name[] = [];
  while (!reader.isAt(")") && !reader.isAtEnd()) {
    if (reader.takeCaret({ kind: "targetColumn", target }, scope)) {
      continue;
    }
    if (reader.isAtName()) {
      names.push(reader.takeName());
    } else {
      reader.advance();
    }
  }
  reader.close(open);
  return names;
}

function readSource(reader: TokenReader, scope: Scope): Source | undefined {
  const isLateral = reader.take("LATERAL") !== undefined;
  const { start } = reader.current;
  if (reader.takeCaret({ kind: "table", isTarget: false }, scope)) {
    reader.takeCaret(afterFrom, scope);
    return undefined;
  }
  const base = { alias: undefined, columnAliases: [], isHidden: false, start, end: start };
  if (reader.isAt("(")) {
    return readBracketed(reader, scope, isLateral ? scope : scope.parent);
  }
  if (reader.isAt("VALUES")) {
    reader.advance();
    readExpressionList(reader, placeAmong(scope, "values", []));
    return finish(reader, scope, { kind: "generated", ...base });
  }
  if (!isSourceName(reader)) {
    const { previous } = reader;
    if (previous) {
      reader.problems.push(createProblem("TS202", previous, { what: "A table", after: previous.text }));
    }
    return undefined;
  }
  const path = readPath(reader, { scope, isTarget: false });
  if (reader.isAt("(")) {
    const open = reader.advance();
    if (!reader.isAt(")")) {
      readExpressionList(reader, placeAmong(scope, "values", isLateral ? [...scope.sources] : []));
    }
    reader.close(open);
    return finish(reader, scope, { kind: "generated", ...base });
  }
  return finish(reader, scope, { kind: "table", path, cte: findCte(reader.ctes, path), ...base });
}

/** A subquery, or sources in brackets. */
function readBracketed(reader: TokenReader, scope: Scope, parent: Scope | undefined): Source | undefined {
  const isQuery = holdsQuery(reader);
  const open = reader.advance();
  const { start } = open;
  if (isQuery) {
    const query = reader.readQuery(reader, parent);
    reader.close(open);
    const base = { alias: undefined, columnAliases: [], isHidden: false, start, end: start };
    return finish(reader, scope, { kind: "query", query, ...base });
  }
  if (reader.isAtCaret()) {
    reader.takeCaret({ kind: "table", isTarget: false, canBeQuery: true }, scope);
  } else {
    reader.nested(() => readSources(reader, scope));
  }
  reader.close(open);
  return undefined;
}

/** What may follow a source: a version, a sample, its alias, a pivot. */
function finish<Kind extends Source>(reader: TokenReader, scope: Scope, source: Kind): Kind {
  readVersion(reader, scope);
  if (reader.take("TABLESAMPLE") && reader.isAt("(")) {
    reader.skipBrackets();
  }
  readAlias(reader, scope, source, afterFrom);
  const end = reader.previous?.end ?? source.start;
  const finished = Object.assign(source, { end });
  scope.sources.push(finished);
  readPivots(reader, scope);
  return finished;
}

/** `FOR VERSION AS OF 12`, `TIMESTAMP AS OF current_date() - 1`. */
function readVersion(reader: TokenReader, scope: Scope): void {
  const isVersion = (ahead: number) =>
    ["VERSION", "TIMESTAMP", "SYSTEM_VERSION", "SYSTEM_TIME"].includes(reader.peek(ahead).key) &&
    reader.peek(ahead + 1).key === "AS";
  if (isVersion(0) || (reader.isAt("FOR") && isVersion(1))) {
    reader.take("FOR");
    for (let count = 0; count < 3; count++) {
      reader.advance();
    }
    readExpression(reader, placeAmong(scope, "values", []));
  }
}

/** `AS x (a, b)`. */
export function readAlias(
  reader: TokenReader,
  scope: Scope,
  source: Source,
  after: Parameters<TokenReader["takeCaret"]>[0],
): void {
  if (reader.takeCaret(after, scope)) {
    return;
  }
  if (reader.take("AS")) {
    if (reader.takeCaret({ kind: "newName" }, scope)) {
      return;
    }
  } else if (!isAliasAhead(reader)) {
    return;
  }
  if (reader.isAtName()) {
    source.alias = reader.takeName();
    if (reader.isAt("(")) {
      source.columnAliases = readColumnNames(reader, scope, undefined);
    }
  }
  reader.takeCaret(after, scope);
}

function isSourceName(reader: TokenReader): boolean {
  return (
    reader.current.kind === "quotedName" || (reader.current.kind === "word" && !hardClauseWords.has(reader.current.key))
  );
}

/** A name with dots. */
export function readPath(reader: TokenReader, { scope, isTarget }: { scope: Scope; isTarget: boolean }): Name[] {
  const path = [reader.takeName()];
  while (reader.take(".")) {
    if (reader.takeCaret({ kind: "table", isTarget }, scope) || !reader.isAtName()) {
      break;
    }
    path.push(reader.takeName());
  }
  return path;
}

/** The common table expression that a name means, the innermost first. */
export function findCte(ctes: readonly Cte[], path: readonly Name[]): Cte | undefined {
  const [name, ...more] = path;
  const folded = name?.text.toLowerCase();
  return more.length > 0 ? undefined : ctes.findLast((cte) => cte.name.text.toLowerCase() === folded);
}

/** `LATERAL VIEW OUTER explode(a) t AS x, y`. */
function readLateralView(reader: TokenReader, scope: Scope): void {
  const { start } = reader.advance();
  reader.advance();
  reader.take("OUTER");
  const from = scope.uses.length;
  readExpression(reader, placeAmong(scope, "on"));
  const madeFrom = { scope, uses: scope.uses.slice(from) };
  const names: Name[] = [];
  let alias: Name | undefined;
  if (isAliasAhead(reader)) {
    alias = reader.takeName();
  }
  if (reader.take("AS")) {
    do {
      if (!reader.takeCaret({ kind: "newName" }, scope) && reader.isAtName()) {
        names.push(reader.takeName());
      }
    } while (reader.take(","));
  }
  const end = reader.previous?.end ?? start;
  scope.sources.push({ kind: "generated", madeFrom, alias, columnAliases: names, isHidden: false, start, end });
  reader.takeCaret(afterFrom, scope);
}
