import type { Problem } from "../core/problem.ts";
import { findForeignClause } from "./keywords.ts";
import { type LexedText, lex } from "./lexer.ts";
import { parseCondition } from "./parse-condition.ts";
import { parseForeignClause, parseQuery } from "./parse-query.ts";
import { checkShellScript, parseShellStatement, startsShellStatement } from "./parse-shell-statement.ts";
import { TokenCursor } from "./token-cursor.ts";
import type { Condition, Script, Statement } from "./tree.ts";

export interface ParseOptions {
  /** Reports what follows the first `;`, as a request carries one statement (SL207). */
  readonly isSingleStatement?: boolean;
  /** Takes the statements of the command-line shell too (sql-like-language 12). */
  readonly isShellScript?: boolean;
}

export interface ParsedScript {
  readonly script: Script;
  /** Lexical and syntactic problems (SL1xx, SL2xx, SL6xx) in the order of the text. */
  readonly problems: readonly Problem[];
}

/** Reads any text, however broken, into a tree and the problems met (sql-like-language 3). Never throws. */
export function parseScript(text: string, options: ParseOptions = {}): ParsedScript {
  return parseTokens(text, lex(text), options);
}

/** The same for a text that was split into tokens before. */
export function parseTokens(text: string, lexed: LexedText, options: ParseOptions = {}): ParsedScript {
  const { tokens, comments, problems } = lexed;
  const cursor = new TokenCursor(text, tokens);
  const statements: Statement[] = [];
  while (cursor.peek().kind !== "end") {
    if (cursor.acceptSign(";")) {
      continue;
    }
    const { start } = cursor.peek();
    if (options.isSingleStatement && statements.length === 1) {
      cursor.report("SL207", { start, end: (tokens.at(-2) ?? cursor.peek()).end });
      break;
    }
    const isShell = options.isShellScript && startsShellStatement(cursor);
    statements.push(isShell ? parseShellStatement(cursor) : parseStatement(cursor));
  }
  if (options.isShellScript) {
    checkShellScript(cursor, statements);
  }
  if (statements.length === 0) {
    cursor.report("SL201", { start: 0, end: text.length }, { expected: "SELECT", found: "" });
  }
  const script: Script = { kind: "script", statements, comments, start: 0, end: text.length };
  return { script, problems: inTextOrder(problems.length > 0 ? [...problems, ...cursor.problems] : cursor.problems) };
}

function parseStatement(cursor: TokenCursor): Statement {
  const token = cursor.peek();
  const unsupported = [];
  if (token.kind === "name" && findForeignClause(token.text) !== undefined) {
    unsupported.push(parseForeignClause(cursor));
  } else if (!cursor.isWord("SELECT")) {
    cursor.reportExpected("SELECT");
  }
  while (cursor.peek().kind !== "end" && !cursor.isSign(";")) {
    if (cursor.isWord("SELECT")) {
      const query = parseQuery(cursor);
      return query.start === token.start
        ? query
        : { ...query, start: token.start, unsupported: [...unsupported, ...query.unsupported] };
    }
    cursor.next();
  }
  return { kind: "unknownStatement", unsupported, start: cursor.startOf(token.start), end: cursor.end };
}

/** Reads the text of a formula filter, a condition as after WHERE (docs/semantics.md, "Lowering"). Never throws. */
export function parseFormula(text: string): { readonly condition: Condition; readonly problems: readonly Problem[] } {
  const { tokens, problems } = lex(text);
  const cursor = new TokenCursor(text, tokens);
  const condition = parseCondition(cursor);
  if (cursor.peek().kind !== "end") {
    cursor.reportExpected("AND, OR or the end of the formula");
  }
  return { condition, problems: inTextOrder([...problems, ...cursor.problems]) };
}

export function inTextOrder(problems: readonly Problem[]): readonly Problem[] {
  return problems.length < 2 ? problems : [...problems].sort((a, b) => a.start - b.start || a.end - b.end);
}
