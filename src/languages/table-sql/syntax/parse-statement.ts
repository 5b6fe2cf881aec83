import { findNearestNames, formatDidYouMean } from "../../core/text/find-name.ts";
import type { FixableProblem } from "../../core/text/fix.ts";
import type { Span } from "../../core/text/span.ts";
import type { CursorContext } from "./caret.ts";
import { createReplacementFixes, createSqlProblem } from "./diagnostics.ts";
import { quoteNameIfNeeded, type Token } from "./lexer.ts";
import { isQueryAhead } from "./lookahead.ts";
import { readArithmeticExpression, readExpression, readLogicalExpression } from "./read-expression.ts";
import { readMerge } from "./read-merge.ts";
import { noCtes, type ParsedCtes, readCtes, readQuery, readQueryBody } from "./read-query.ts";
import { type ParsedWrite, readDelete, readInsert, readUpdate } from "./read-write.ts";
import { createScope, isQueryScopes, type SqlName, type StatementScopes, type TableWrite } from "./scopes.ts";
import type { StatementText } from "./split-statements.ts";
import { type GrammarReaders, TokenReader } from "./token-reader.ts";
import type * as tree from "./tree.ts";

const grammar: GrammarReaders = {
  expression: readExpression,
  inner: readLogicalExpression,
  arithmetic: readArithmeticExpression,
  query: readQuery,
};

/** Creates a token reader, the parser state, for the tokens of a SQL statement or an excerpt of one. */
export function createTokenReader(tokens: readonly Token[]): TokenReader {
  return new TokenReader(tokens, grammar);
}

export interface ParsedStatement {
  /** Names used in the statement, by scope. Undefined if the text contains no statement. */
  readonly statement: StatementScopes | undefined;
  /** Syntax tree of the statement. Undefined if something that the tree requires is missing. */
  readonly tree: tree.Statement | undefined;
  readonly problems: readonly FixableProblem[];
  /**
   * First unexpected token, or the end token if the statement is incomplete. Undefined if there is no such token or a
   * reported problem already covers it.
   */
  readonly unexpectedToken: Token | undefined;
  /** Syntactic context of the cursor. Undefined if the tokens contain no cursor. */
  readonly caret: CursorContext | undefined;
  /** Whether the parser skipped no tokens, so that all names in the statement are known. */
  readonly isComplete: boolean;
}

/** Parses one SQL statement. The offsets of the result are those of the tokens. Never throws, even for invalid SQL. */
export function parseSqlStatement({ tokens }: Pick<StatementText, "tokens">): ParsedStatement {
  const reader = createTokenReader(tokens);
  const problems = unclosedTokenProblems(tokens);
  const empty = { statement: undefined, tree: undefined, problems, unexpectedToken: undefined, isComplete: true };
  if (reader.isAtEnd()) {
    return { ...empty, caret: undefined };
  }
  const { start } = reader.current;
  if (reader.takeCaret({ kind: "statement" }, undefined) && reader.isAtEnd()) {
    return { ...empty, caret: reader.caret };
  }
  const { statement, tree: node } = readStatement(reader, start);
  reader.problems.push(...unknownWindows(reader));
  if (reader.isAt(")")) {
    reader.problems.push(createSqlProblem("TS206", reader.current));
  }
  const finished = finish(reader, statement, problems);
  // A statement that a job does not run is refused by its first keywords, so the rest of it is not parsed.
  return { statement, tree: node, ...finished, ...(node?.kind === "other" && { unexpectedToken: undefined }) };
}

function finish(
  reader: TokenReader,
  statement: StatementScopes,
  problems: readonly FixableProblem[],
): Pick<ParsedStatement, "problems" | "unexpectedToken" | "caret" | "isComplete"> {
  const isComplete = reader.isAtEnd() && !reader.hasSkipped;
  if (!reader.isAtEnd()) {
    reader.markUnexpected();
  }
  findCaret(reader, statement);
  return {
    problems: [...problems, ...reader.problems],
    unexpectedToken: reader.unexpectedToken,
    caret: reader.caret,
    isComplete,
  };
}

/** Parses a SQL condition whose names can refer to the given tables. */
export function parseSqlCondition(
  { tokens }: Pick<StatementText, "tokens">,
  sources: readonly string[],
): ParsedStatement {
  const reader = createTokenReader(tokens);
  const { start } = reader.current;
  const scope = createScope(start);
  for (const text of sources) {
    const name: SqlName = { text, start, end: start };
    const base = { alias: undefined, columnAliases: [], isHidden: false, start, end: start };
    scope.sources.push({ kind: "table", path: [name], cte: undefined, ...base });
  }
  readExpression(reader, { scope, clause: "where" });
  scope.end = tokens.at(-1)?.end ?? start;
  const head = { text: "", start, end: start };
  const statement: StatementScopes = {
    verb: "SELECT",
    head,
    ctes: [],
    writes: [],
    query: undefined,
    scope,
    start,
    end: scope.end,
  };
  return { statement, tree: undefined, ...finish(reader, statement, unclosedTokenProblems(tokens)) };
}

interface ReadStatement {
  readonly statement: StatementScopes;
  readonly tree: tree.Statement | undefined;
}

function readStatement(reader: TokenReader, start: number): ReadStatement {
  const isExplained = reader.take("EXPLAIN") !== undefined;
  if (isExplained) {
    reader.take("EXTENDED", "FORMATTED", "CODEGEN", "COST");
  }
  const ctes = reader.isAt("WITH") ? readCtes(reader, undefined) : noCtes;
  const read = readAfterWith(reader, start, ctes);
  return isExplained ? { ...read, tree: otherStatement(["EXPLAIN"], read.statement) } : read;
}

function readAfterWith(reader: TokenReader, start: number, read: ParsedCtes): ReadStatement {
  const head = statementHead(reader);
  const { ctes } = read;
  const write = readWriteStatement(reader, read);
  if (write) {
    const { write: written, query, scope } = write;
    const verb = head.text as StatementScopes["verb"];
    const writes = written ? [written] : [];
    return {
      statement: { verb, head, ctes, writes, query, scope, start, end: reader.current.start },
      tree: write.tree,
    };
  }
  const base = { ctes, writes: [], scope: undefined, start };
  if (!isQueryAhead(reader) && !reader.isAt("SELECT", "VALUES", "TABLE", "(")) {
    const verb = ctes.length > 0 ? "SELECT" : undefined;
    if (verb) {
      reader.markUnexpected();
    }
    const words = [head.text.toUpperCase(), ...(head.text.includes(" ") ? [] : nextWord(reader))];
    return {
      statement: { ...base, verb, head, query: undefined, end: reader.current.start },
      tree: otherStatement(words, head),
    };
  }
  return readQueryStatement(reader, start, head, read);
}

function readQueryStatement(
  reader: TokenReader,
  start: number,
  head: StatementScopes["head"],
  ctes: ParsedCtes,
): ReadStatement {
  // The names that WITH defines belong to the statement, but their trees belong to the query.
  const { tree: node, query } = readQueryBody(reader, undefined, reader.current.start, { ...ctes, ctes: [] });
  const inserts = readInserts(reader, query, node);
  const base = { ctes: ctes.ctes, query, scope: undefined, start };
  return inserts
    ? {
        statement: {
          ...base,
          verb: "INSERT",
          head: inserts.head,
          writes: inserts.writes,
          end: reader.current.start,
        },
        tree: inserts.tree,
      }
    : {
        statement: { ...base, verb: "SELECT", head, writes: [], end: reader.current.start },
        tree: { kind: "query", query: node },
      };
}

function otherStatement(words: readonly string[], { start, end }: Span): tree.OtherStatement {
  return { kind: "other", words, start, end };
}

function nextWord(reader: TokenReader): string[] {
  const next = reader.peek(1);
  return next.kind === "word" ? [next.key] : [];
}

interface ReadInserts {
  readonly tree: tree.MultiInsert;
  readonly writes: readonly TableWrite[];
  readonly head: StatementScopes["head"];
}

/** Parses the INSERT clauses of `FROM t INSERT INTO a SELECT x INSERT INTO b SELECT y`. Undefined if there are none. */
function readInserts(reader: TokenReader, query: StatementScopes["query"], node: tree.Query): ReadInserts | undefined {
  const from = query?.parts[0];
  const { body, ctes } = node;
  if (!reader.isAt("INSERT") || !from || isQueryScopes(from) || body.kind !== "select" || query.parts.length > 1) {
    return undefined;
  }
  const { start, end } = reader.current;
  const writes: TableWrite[] = [];
  const inserts: tree.Insert[] = [];
  while (reader.isAt("INSERT")) {
    const word = reader.current;
    const { tree: insert, write, query: inserted, scope } = readInsert(reader, noCtes, from);
    writes.push(...(write ? [write] : []));
    from.uses.push(...scope.uses);
    if (inserted) {
      from.uses.push({ kind: "query", query: inserted, start: inserted.start, end: inserted.end });
    }
    const select = insert?.kind === "insert" ? insert.query.body : undefined;
    if (insert?.kind !== "insert" || select?.kind !== "select" || select.from || body.items.length > 0) {
      reader.markUnexpected(word);
      continue;
    }
    inserts.push({ ...insert, query: { ...insert.query, ctes, body: { ...select, from: body.from } } });
  }
  from.end = reader.current.start;
  const tree: tree.MultiInsert = { kind: "inserts", inserts, start: node.start, end: reader.previousEnd };
  return { tree, writes, head: { text: "INSERT", start, end } };
}

function readWriteStatement(reader: TokenReader, ctes: ParsedCtes): ParsedWrite | undefined {
  switch (reader.current.key) {
    case "INSERT":
      return readInsert(reader, ctes);
    case "UPDATE":
      return readUpdate(reader, ctes);
    case "DELETE":
      return readDelete(reader, ctes);
    case "MERGE":
      return readMerge(reader, ctes);
    default:
      return undefined;
  }
}

/** Returns the first keyword of a statement. For schema changes, also includes the kind of object: `CREATE TABLE`. */
function statementHead(reader: TokenReader): StatementScopes["head"] {
  const { start, end, key, text } = reader.current;
  if (!schemaVerbs.includes(key)) {
    return { text: key || text, start, end };
  }
  const words = [key];
  let last = end;
  for (let ahead = 1; ahead < 6 && !schemaObjects.includes(words.at(-1) ?? ""); ahead++) {
    const next = reader.peek(ahead);
    if (next.kind !== "word") {
      break;
    }
    words.push(next.key);
    last = next.end;
  }
  return schemaObjects.includes(words.at(-1) ?? "")
    ? { text: words.join(" "), start, end: last }
    : { text: key, start, end };
}

const schemaVerbs = ["CREATE", "DROP", "ALTER", "TRUNCATE", "REPLACE"];
const schemaObjects = ["TABLE", "VIEW", "FUNCTION", "DATABASE", "SCHEMA", "NAMESPACE", "INDEX"];

/**
 * Skips the remaining tokens of a statement, and records the context of the cursor if it is among them. Only the
 * grammar can tell which keywords are allowed there.
 */
function findCaret(reader: TokenReader, { query, scope }: StatementScopes): void {
  const part = query?.parts.at(-1);
  const last = part && "uses" in part ? part : scope;
  while (!reader.isAtEnd()) {
    if (!reader.takeCaret({ kind: "keywords" }, last)) {
      reader.advance();
    }
  }
}

/**
 * Reports references to windows that no WINDOW clause defines. A definition anywhere in the statement is accepted,
 * because in Spark definitions also apply to nested queries.
 */
function unknownWindows({ windows: { defined, used } }: TokenReader): FixableProblem[] {
  const names = defined.map(({ text }) => text);
  const known = new Set(names.map((name) => name.toLowerCase()));
  return used
    .filter(({ text }) => !known.has(text.toLowerCase()))
    .map((use) => {
      const near = findNearestNames(names, use.text);
      const problem = createSqlProblem("TS308", use, { name: use.text, suggestion: formatDidYouMean(near) });
      return { ...problem, fixes: createReplacementFixes(use, near.map(quoteNameIfNeeded)) };
    });
}

const unclosedTokenCodes = { string: "TS101", comment: "TS102", quotedName: "TS103" } as const;

function unclosedTokenProblems(tokens: readonly Token[]): FixableProblem[] {
  return tokens.flatMap((token) =>
    !token.isClosed && (token.kind === "string" || token.kind === "comment" || token.kind === "quotedName")
      ? [createSqlProblem(unclosedTokenCodes[token.kind], token)]
      : [],
  );
}
