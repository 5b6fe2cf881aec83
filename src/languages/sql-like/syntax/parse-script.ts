import type { Problem } from "../../core/text/problem.ts";
import { type LexedTokens, lexIntoTokenList } from "./lexer.ts";
import { parseConditionAt } from "./parse-condition.ts";
import { parseForeignClause, parseQuery } from "./parse-query.ts";
import { checkShellScript, parseShellStatement, startsShellStatement } from "./parse-shell-statement.ts";
import { createTextWithCharacterCodes } from "./scan.ts";
import { TokenList } from "./token.ts";
import { TokenCursor } from "./token-cursor.ts";
import type { Condition, Script, Statement } from "./tree.ts";

export interface ParseOptions {
  /** Whether text after the first `;` is reported, because a request contains only one statement (SL207). */
  readonly isSingleStatement?: boolean;
  /** Whether statements of the command-line shell are accepted as well (sql-like-language 12). */
  readonly isShellScript?: boolean;
  /** Number of syntax errors after which parsing stops. Set by callers that show only the first errors. */
  readonly maxErrors?: number;
}

export interface ParsedScript {
  readonly script: Script;
  /** Lexical and syntax problems (SL1xx, SL2xx, SL6xx) in text order. */
  readonly problems: readonly Problem[];
}

/** Parses any text, even with errors, into a syntax tree and a list of problems (sql-like-language 3). Never throws. */
export function parseScript(text: string, options: ParseOptions = {}): ParsedScript {
  return parseTokens(text, lexIntoTokenList(new TokenList(), createTextWithCharacterCodes(text), 0, "end"), options);
}

/** Parses a text whose tokens the lexer has already produced. */
export function parseTokens(text: string, lexed: LexedTokens, options: ParseOptions = {}): ParsedScript {
  const { tokens, comments, problems } = lexed;
  const cursor = new TokenCursor(text, tokens, options.maxErrors);
  let statements: Statement[] = [];
  while (!cursor.is("end")) {
    if (cursor.accept(";")) {
      continue;
    }
    if (options.isSingleStatement && statements.length === 1) {
      cursor.report("SL207", { start: cursor.start, end: tokens.ends[tokens.count - 2] ?? cursor.start });
      break;
    }
    const isShell = options.isShellScript && startsShellStatement(cursor);
    const statement = isShell ? parseShellStatement(cursor) : parseStatement(cursor);
    if (statements.length === 0) {
      // Created with its final length, for the same reason as in `readList`.
      statements = [statement];
    } else {
      statements.push(statement);
    }
  }
  if (options.isShellScript) {
    checkShellScript(cursor, statements);
  }
  if (statements.length === 0) {
    cursor.report("SL201", { start: 0, end: text.length }, { expected: "SELECT", found: "" });
  }
  const script: Script = { kind: "script", statements, comments, start: 0, end: text.length };
  return {
    script,
    problems: sortByPosition(problems.length > 0 ? [...problems, ...cursor.problems] : cursor.problems),
  };
}

function parseStatement(cursor: TokenCursor): Statement {
  if (cursor.is("SELECT")) {
    return parseQuery(cursor);
  }
  const { start } = cursor;
  const unsupported = [];
  if (cursor.isForeignClause()) {
    unsupported.push(parseForeignClause(cursor));
  } else {
    cursor.reportExpected("SELECT");
  }
  while (!cursor.is("end") && !cursor.is(";")) {
    if (cursor.is("SELECT")) {
      const query = parseQuery(cursor);
      return { ...query, start, unsupported: [...unsupported, ...query.unsupported] };
    }
    cursor.next();
  }
  return { kind: "unknownStatement", unsupported, start: cursor.startOf(start), end: cursor.end };
}

/**
 * Parses the text of a formula filter, which has the syntax of a WHERE condition (semantics.md, "Lowering"). Never
 * throws.
 */
export function parseFormula(text: string): { readonly condition: Condition; readonly problems: readonly Problem[] } {
  const { tokens, problems } = lexIntoTokenList(new TokenList(), createTextWithCharacterCodes(text), 0, "end");
  const cursor = new TokenCursor(text, tokens);
  const condition = parseConditionAt(cursor);
  if (!cursor.is("end")) {
    cursor.reportExpected("AND, OR or the end of the formula");
  }
  return { condition, problems: sortByPosition([...problems, ...cursor.problems]) };
}

export function sortByPosition(problems: readonly Problem[]): readonly Problem[] {
  return problems.length < 2 ? problems : [...problems].sort((a, b) => a.start - b.start || a.end - b.end);
}
