import { lexSql, type Token } from "./lexer.ts";
import { type ParsedStatement, parseSqlCondition, parseSqlStatement } from "./parse-statement.ts";
import { type StatementText, splitSqlStatements } from "./split-statements.ts";

/** A parsed statement of a SQL text. The offsets in `parsed` are relative to the statement. */
export interface ParsedTextStatement extends StatementText {
  readonly parsed: ParsedStatement;
}

/** Kind of SQL text: statements, the single query of a view, or a condition over the two sides of a join. */
export type SqlTextKind = "statements" | "viewQuery" | "joinFilter";

interface TextOptions {
  readonly form?: SqlTextKind;
  /** Views whose names a `joinFilter` can use: `input` and `output`. Empty for other SQL. */
  readonly views?: readonly { readonly name: string }[];
}

/** Parses all statements of a SQL text. For a joinFilter, parses its single condition. */
export function parseTextStatements(text: string, form: TextOptions): ParsedTextStatement[] {
  return splitSqlStatements(text).map((part) => ({ ...part, parsed: parseTextStatement(part, form) }));
}

/** Parses one SQL statement. For a joinFilter, parses its condition. */
export function parseTextStatement(
  part: Pick<StatementText, "tokens">,
  { form, views = [] }: TextOptions,
): ParsedStatement {
  return form === "joinFilter"
    ? parseSqlCondition(
        part,
        views.map(({ name }) => name),
      )
    : parseSqlStatement(part);
}

/** Tokens of a statement with the cursor inserted. `start` and `end` delimit the text that a completion replaces. */
interface CaretTokens {
  /** Tokens in which a cursor token replaces the word at the cursor, if there is one. */
  readonly tokens: readonly Token[];
  /** Text of the name at the cursor, up to the cursor and without an opening back quote. */
  readonly prefix: string;
  readonly start: number;
  readonly end: number;
  /** Whether the cursor is inside a string, comment or number, where completion suggests nothing. */
  readonly isInText: boolean;
}

/** Splits a statement into tokens and inserts a token for the cursor. */
export function insertCursorToken({ text }: Pick<StatementText, "text">, offset: number): CaretTokens {
  const all = lexSql(text);
  const inside = all.find(({ kind, start, end }) => kind !== "end" && start < offset && offset <= end);
  const following = all.find(({ start }) => start === offset);
  const word = [inside, following].find((token) => token?.kind === "word" || token?.kind === "quotedName");
  const start = word?.start ?? offset;
  const end = word ? (word.isClosed ? word.end : offset) : offset;
  // An unclosed back quote, probably just typed, extends only to the cursor.
  const isOpenName = word !== undefined && !word.isClosed;
  const caret: Token = { kind: "caret", text: "", key: "", isClosed: true, start, end };
  const tokens = all.filter((token) => token.kind !== "comment" && token !== word);
  const before = tokens.filter((token) => token.kind !== "end" && token.end <= start);
  const after = isOpenName ? codeFrom(text, offset) : tokens.slice(before.length);
  return {
    tokens: [...before, caret, ...after],
    prefix: text.slice(start, offset).replace(/^`/, ""),
    start,
    end,
    isInText: inside !== undefined && isText(inside, offset),
  };
}

function codeFrom(text: string, offset: number): Token[] {
  const tokens = lexSql(text.slice(offset)).filter(({ kind }) => kind !== "comment");
  return tokens.map((token) => ({ ...token, start: token.start + offset, end: token.end + offset }));
}

function isText({ kind, end, isClosed, text }: Token, offset: number): boolean {
  switch (kind) {
    case "string":
      return offset < end || !isClosed;
    case "comment":
      return offset < end || !isClosed || text.startsWith("--");
    default:
      return kind === "number";
  }
}
