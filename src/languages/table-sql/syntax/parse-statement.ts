import { nearestNames } from "../../core/text/find-name.ts";
import type { FixableProblem } from "../../core/text/fix.ts";
import { didYouMean } from "../../core/text/list-names.ts";
import type { Span } from "../../core/text/span.ts";
import type { Caret } from "./caret.ts";
import { createProblem, replacements } from "./diagnostics.ts";
import { writeName } from "./lexer.ts";
import { startsQuery } from "./lookahead.ts";
import { readArithmetic, readExpression, readOr } from "./read-expression.ts";
import { noCtes, type ReadCtes, readCtes, readQuery, readQueryBody } from "./read-query.ts";
import { type ReadWrite, readDelete, readInsert, readMerge, readUpdate } from "./read-write.ts";
import { createScope, isQuery, type Name, type StatementScopes, type Write } from "./scopes.ts";
import type { StatementText } from "./split-statements.ts";
import type { Token } from "./token.ts";
import { type Grammar, TokenReader } from "./token-reader.ts";
import type * as tree from "./tree.ts";

const grammar: Grammar = { expression: readExpression, inner: readOr, arithmetic: readArithmetic, query: readQuery };

/** A reader for parts of statements. */
export function readerOf(tokens: readonly Token[]): TokenReader {
  return new TokenReader(tokens, grammar);
}

export interface ParsedStatement {
  /** The names of the statement and what they may mean; `undefined` when there is nothing to run. */
  readonly statement: StatementScopes | undefined;
  /** The statement as a whole; `undefined` when a part that it cannot be without is missing. */
  readonly tree: tree.Statement | undefined;
  readonly problems: readonly FixableProblem[];
  /** The first token that fits no rule, the end where something is missing. Nothing where a problem says more. */
  readonly unread: Token | undefined;
  /** Where the cursor is, when one was in the tokens. */
  readonly caret: Caret | undefined;
  /** Whether nothing was skipped over, so that all names are known. */
  readonly isWhole: boolean;
}

/** Reads one statement; offsets are those of the tokens. Never fails, however wrong the text is. */
export function parseStatement({ tokens }: Pick<StatementText, "tokens">): ParsedStatement {
  const reader = readerOf(tokens);
  const problems = openTokens(tokens);
  const nothing = { statement: undefined, tree: undefined, problems, unread: undefined, isWhole: true };
  if (reader.isAtEnd()) {
    return { ...nothing, caret: undefined };
  }
  const { start } = reader.current;
  if (reader.takeCaret({ kind: "statement" }, undefined) && reader.isAtEnd()) {
    return { ...nothing, caret: reader.caret };
  }
  const { statement, tree: node } = readStatement(reader, start);
  reader.problems.push(...unknownWindows(reader));
  if (reader.isAt(")")) {
    reader.problems.push(createProblem("TS206", reader.current));
  }
  const finished = finish(reader, statement, problems);
  // What a job does not run is refused by its first words, and not read any further.
  return { statement, tree: node, ...finished, ...(node?.kind === "other" && { unread: undefined }) };
}

function finish(
  reader: TokenReader,
  statement: StatementScopes,
  problems: readonly FixableProblem[],
): Pick<ParsedStatement, "problems" | "unread" | "caret" | "isWhole"> {
  const isWhole = reader.isAtEnd() && !reader.hasSkipped;
  if (!reader.isAtEnd()) {
    reader.markUnread();
  }
  findCaret(reader, statement);
  return { problems: [...problems, ...reader.problems], unread: reader.unread, caret: reader.caret, isWhole };
}

/** Reads a condition whose names are those of the given sources. */
export function parseCondition({ tokens }: Pick<StatementText, "tokens">, sources: readonly string[]): ParsedStatement {
  const reader = readerOf(tokens);
  const { start } = reader.current;
  const scope = createScope(start);
  for (const text of sources) {
    const name: Name = { text, start, end: start };
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
  return { statement, tree: undefined, ...finish(reader, statement, openTokens(tokens)) };
}

interface Read {
  readonly statement: StatementScopes;
  readonly tree: tree.Statement | undefined;
}

function readStatement(reader: TokenReader, start: number): Read {
  const isExplained = reader.take("EXPLAIN") !== undefined;
  if (isExplained) {
    reader.take("EXTENDED", "FORMATTED", "CODEGEN", "COST");
  }
  const ctes = reader.isAt("WITH") ? readCtes(reader, undefined) : noCtes;
  const read = readBehindWith(reader, start, ctes);
  return isExplained ? { ...read, tree: otherStatement(["EXPLAIN"], read.statement) } : read;
}

function readBehindWith(reader: TokenReader, start: number, read: ReadCtes): Read {
  const head = headOf(reader);
  const { ctes } = read;
  const write = readWriting(reader, read);
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
  if (!startsQuery(reader) && !reader.isAt("SELECT", "VALUES", "TABLE", "(")) {
    const verb = ctes.length > 0 ? "SELECT" : undefined;
    if (verb) {
      reader.markUnread();
    }
    const words = [head.text.toUpperCase(), ...(head.text.includes(" ") ? [] : nextWord(reader))];
    return {
      statement: { ...base, verb, head, query: undefined, end: reader.current.start },
      tree: otherStatement(words, head),
    };
  }
  return readReading(reader, start, head, read);
}

function readReading(reader: TokenReader, start: number, head: StatementScopes["head"], ctes: ReadCtes): Read {
  // What WITH names belongs to the statement, and is a part of the tree of its query.
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
  readonly tree: tree.Inserts;
  readonly writes: readonly Write[];
  readonly head: StatementScopes["head"];
}

/** `FROM t INSERT INTO a SELECT x INSERT INTO b SELECT y`, from the first INSERT on; nothing when none is here. */
function readInserts(reader: TokenReader, query: StatementScopes["query"], node: tree.Query): ReadInserts | undefined {
  const from = query?.parts[0];
  const { body, ctes } = node;
  if (!reader.isAt("INSERT") || !from || isQuery(from) || body.kind !== "select" || query.parts.length > 1) {
    return undefined;
  }
  const { start, end } = reader.current;
  const writes: Write[] = [];
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
      reader.markUnread(word);
      continue;
    }
    inserts.push({ ...insert, query: { ...insert.query, ctes, body: { ...select, from: body.from } } });
  }
  from.end = reader.current.start;
  const tree: tree.Inserts = { kind: "inserts", inserts, start: node.start, end: reader.previousEnd };
  return { tree, writes, head: { text: "INSERT", start, end } };
}

function readWriting(reader: TokenReader, ctes: ReadCtes): ReadWrite | undefined {
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

/** The verb, for one that defines something with what it defines: `CREATE TABLE`. */
function headOf(reader: TokenReader): StatementScopes["head"] {
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
function findCaret(reader: TokenReader, { query, scope }: StatementScopes): void {
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
