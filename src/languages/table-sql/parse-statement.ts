import { nearestNames } from "../core/text/find-name.ts";
import type { FixableProblem } from "../core/text/fix.ts";
import { didYouMean } from "../core/text/list-names.ts";
import type { Caret } from "./caret.ts";
import { createScope } from "./create-scope.ts";
import { createProblem, replacements } from "./diagnostics.ts";
import { writeName } from "./lexer.ts";
import { startsQuery } from "./query-ahead.ts";
import { readExpression } from "./read-expression.ts";
import { readInserts } from "./read-inserts.ts";
import { readCtes, readQuery } from "./read-query.ts";
import { type ReadWrite, readDelete, readInsert, readMerge, readUpdate } from "./read-write.ts";
import type { StatementText } from "./split-statements.ts";
import type { Token } from "./token.ts";
import { TokenReader } from "./token-reader.ts";
import type { Name, Statement } from "./tree.ts";

export interface ParsedStatement {
  /** `undefined` when there is nothing to run. */
  readonly statement: Statement | undefined;
  /** What this reader finds wrong; the grammar finds more. */
  readonly problems: readonly FixableProblem[];
  /** Where the cursor is, when one was in the tokens. */
  readonly caret: Caret | undefined;
  /** Whether all tokens were understood. */
  readonly isWhole: boolean;
}

/** Reads one statement; offsets are those of the tokens. Never fails, however wrong the text is. */
export function parseStatement({ tokens }: Pick<StatementText, "tokens">): ParsedStatement {
  const reader = new TokenReader(tokens, readQuery);
  const problems = openTokens(tokens);
  if (reader.isAtEnd()) {
    return { statement: undefined, problems, caret: undefined, isWhole: true };
  }
  const { start } = reader.current;
  if (reader.takeCaret({ kind: "statement" }, undefined) && reader.isAtEnd()) {
    return { statement: undefined, problems, caret: reader.caret, isWhole: true };
  }
  const statement = readStatement(reader, start);
  const isWhole = reader.isAtEnd() && !reader.hasSkipped;
  reader.problems.push(...unknownWindows(reader));
  if (reader.isAt(")")) {
    reader.problems.push(createProblem("TS206", reader.current));
  }
  findCaret(reader, statement);
  return { statement, problems: [...problems, ...reader.problems], caret: reader.caret, isWhole };
}

/** Reads a condition whose names are those of the given sources. */
export function parseCondition({ tokens }: Pick<StatementText, "tokens">, sources: readonly string[]): ParsedStatement {
  const reader = new TokenReader(tokens, readQuery);
  const { start } = reader.current;
  const scope = createScope(start);
  for (const text of sources) {
    const name: Name = { text, start, end: start };
    const base = { alias: undefined, columnAliases: [], isHidden: false, start, end: start };
    scope.sources.push({ kind: "table", path: [name], cte: undefined, ...base });
  }
  readExpression(reader, { scope, clause: "where" });
  scope.end = tokens.at(-1)?.end ?? start;
  const isWhole = reader.isAtEnd() && !reader.hasSkipped;
  const head = { text: "", start, end: start };
  const statement: Statement = {
    verb: "SELECT",
    head,
    ctes: [],
    writes: [],
    query: undefined,
    scope,
    start,
    end: scope.end,
  };
  findCaret(reader, statement);
  return { statement, problems: [...openTokens(tokens), ...reader.problems], caret: reader.caret, isWhole };
}

function readStatement(reader: TokenReader, start: number): Statement {
  reader.take("EXPLAIN");
  reader.take("EXTENDED", "FORMATTED", "CODEGEN", "COST");
  const ctes = reader.isAt("WITH") ? readCtes(reader, undefined) : [];
  const head = headOf(reader);
  const write = readWriting(reader);
  const isQuery = !write && (startsQuery(reader) || reader.isAt("SELECT", "VALUES", "TABLE", "("));
  const query = write?.query ?? (isQuery ? reader.readQuery(reader, undefined) : undefined);
  const inserts = query && readInserts(reader, query);
  const writes = inserts?.writes ?? (write?.write ? [write.write] : []);
  return {
    verb: inserts
      ? "INSERT"
      : write
        ? (head.text as Statement["verb"])
        : isQuery || ctes.length > 0
          ? "SELECT"
          : undefined,
    head: inserts?.head ?? head,
    ctes,
    writes,
    query,
    scope: write?.scope,
    start,
    end: reader.current.start,
  };
}

function readWriting(reader: TokenReader): ReadWrite | undefined {
  switch (reader.current.key) {
    case "INSERT":
      return readInsert(reader);
    case "UPDATE":
      return readUpdate(reader);
    case "DELETE":
      return readDelete(reader);
    case "MERGE":
      return readMerge(reader);
    default:
      return undefined;
  }
}

/** The verb, for one that defines something with what it defines: `CREATE TABLE`. */
function headOf(reader: TokenReader): Statement["head"] {
  const { start, end, key, text } = reader.current;
  if (!definingVerbs.includes(key)) {
    return { text: key || text, start, end };
  }
  const words = [key];
  let last = end;
  for (let ahead = 1; ahead < 6 && !definedThings.includes(words.at(-1) ?? ""); ahead++) {
    const next = reader.peek(ahead);
    if (next.kind !== "word") {
      break;
    }
    words.push(next.key);
    last = next.end;
  }
  return definedThings.includes(words.at(-1) ?? "")
    ? { text: words.join(" "), start, end: last }
    : { text: key, start, end };
}

const definingVerbs = ["CREATE", "DROP", "ALTER", "TRUNCATE", "REPLACE"];
const definedThings = ["TABLE", "VIEW", "FUNCTION", "DATABASE", "SCHEMA", "NAMESPACE", "INDEX"];

/** A cursor that no part of the reader met stands where only the grammar knows what fits. */
function findCaret(reader: TokenReader, { query, scope }: Statement): void {
  const part = query?.parts.at(-1);
  const last = part && "uses" in part ? part : scope;
  while (!reader.isAtEnd()) {
    if (!reader.takeCaret({ kind: "words" }, last)) {
      reader.advance();
    }
  }
}

/** A window is known wherever the statement defines it: Spark puts definitions in for all that is below them. */
function unknownWindows({ windows: { defined, used } }: TokenReader): FixableProblem[] {
  const names = defined.map(({ text }) => text);
  const known = new Set(names.map((name) => name.toLowerCase()));
  return used
    .filter(({ text }) => !known.has(text.toLowerCase()))
    .map((use) => {
      const near = nearestNames(names, use.text);
      const problem = createProblem("TS308", use, { name: use.text, suggestion: didYouMean(near) });
      return { ...problem, fixes: replacements(use, near.map(writeName)) };
    });
}

const openCodes = { string: "TS101", comment: "TS102", quotedName: "TS103" } as const;

function openTokens(tokens: readonly Token[]): FixableProblem[] {
  return tokens.flatMap((token) =>
    !token.isClosed && (token.kind === "string" || token.kind === "comment" || token.kind === "quotedName")
      ? [createProblem(openCodes[token.kind], token)]
      : [],
  );
}
