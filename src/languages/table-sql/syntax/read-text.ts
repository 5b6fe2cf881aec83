import { lex } from "./lexer.ts";
import { type ParsedStatement, parseCondition, parseStatement } from "./parse-statement.ts";
import { type StatementText, splitStatements } from "./split-statements.ts";
import type { Token } from "./token.ts";

/** A statement where it stands in its text, and as a tree with offsets of its own. */
export interface TextPart extends StatementText {
  readonly parsed: ParsedStatement;
}

/** What a text is: statements, the one query of a view, or a condition over the two sides of a join. */
export type TextForm = "statements" | "viewQuery" | "joinFilter";

interface Form {
  readonly form?: TextForm;
  /** The sides of a joinFilter. */
  readonly views?: readonly { readonly name: string }[];
}

/** The statements of a text, or its one condition. */
export function readText(text: string, form: Form): TextPart[] {
  return splitStatements(text).map((part) => ({ ...part, parsed: readPart(part, form) }));
}

export function readPart(part: Pick<StatementText, "tokens">, { form, views = [] }: Form): ParsedStatement {
  return form === "joinFilter"
    ? parseCondition(
        part,
        views.map(({ name }) => name),
      )
    : parseStatement(part);
}

/** Where the cursor is among tokens, and what typing on replaces. */
interface CaretTokens {
  /** With the cursor in place of the word it is in. */
  readonly tokens: readonly Token[];
  /** What is typed of a name up to the cursor, without its back quote. */
  readonly prefix: string;
  readonly start: number;
  readonly end: number;
  /** Inside a string or a comment, where no name is completed. */
  readonly isInText: boolean;
}

/** Puts the cursor among the tokens of a statement. */
export function withCaret({ text }: Pick<StatementText, "text">, offset: number): CaretTokens {
  const all = lex(text);
  const inside = all.find(({ kind, start, end }) => kind !== "end" && start < offset && offset <= end);
  const following = all.find(({ start }) => start === offset);
  const word = [inside, following].find((token) => token?.kind === "word" || token?.kind === "quotedName");
  const start = word?.start ?? offset;
  const end = word ? (word.isClosed ? word.end : offset) : offset;
  // A back quote that is just typed hides no more than what stands before the cursor.
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
  const tokens = lex(text.slice(offset)).filter(({ kind }) => kind !== "comment");
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
