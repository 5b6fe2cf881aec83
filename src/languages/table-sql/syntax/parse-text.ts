import type { FixableProblem } from "../../core/text/fix.ts";
import { createSqlProblem } from "./diagnostics.ts";
import { lexSql, type Token } from "./lexer.ts";
import { createTokenReader, type ParsedStatement, parseSqlStatement } from "./parse-statement.ts";
import { readDataType, readStructFields } from "./read-type.ts";
import type { Statement, TypeText } from "./tree.ts";

/** Syntax tree of a SQL text, or its first problem. Offsets are relative to the text. */
type ParseResult<Node> =
  | { readonly tree: Node; readonly problem: undefined }
  | { readonly tree: undefined; readonly problem: FixableProblem };

/** Parses a SQL text that must consist of one statement, optionally with a semicolon after it. */
export function parseSingleStatement(text: string): ParseResult<Statement> {
  const all = lexSql(text);
  const open = all.find(({ kind, isClosed }) => kind === "comment" && !isClosed);
  if (open) {
    return failed(createSqlProblem("TS102", { start: open.start, end: open.start + 2 }));
  }
  const tokens = all.filter(({ kind }) => kind !== "comment");
  const end = tokens.at(-1);
  const semicolon = tokens.findIndex(({ key }) => key === ";");
  const firstStatement = semicolon < 0 ? tokens : tokens.slice(0, semicolon);
  const parsed = parseSqlStatement({ tokens: semicolon < 0 || !end ? tokens : [...firstStatement, end] });
  const [problem] = syntaxProblems(parsed);
  if (problem) {
    return failed(problem);
  }
  const second = semicolon < 0 ? undefined : tokens.slice(semicolon).find(({ key }) => key !== ";");
  if (second && second.kind !== "end") {
    return failed(createSqlProblem("TS210", second));
  }
  return parsed.tree
    ? { tree: parsed.tree, problem: undefined }
    : failed(createSqlProblem("TS209", { start: 0, end: text.length }));
}

/** Returns all syntax errors of a SQL statement in text order. */
function syntaxProblems({
  problems,
  unexpectedToken,
}: Pick<ParsedStatement, "problems" | "unexpectedToken">): FixableProblem[] {
  const unexpected = unexpectedToken && unexpectedTokenProblem(unexpectedToken);
  return [...problems, ...(unexpected ? [unexpected] : [])].sort((one, other) => one.start - other.start);
}

function unexpectedTokenProblem(token: Token): FixableProblem {
  return token.kind === "end"
    ? createSqlProblem("TS204", token, { expected: "" })
    : createSqlProblem("TS201", token, { found: token.text, expected: "" });
}

/** Parses a schema argument of `from_json`: one type, or the fields of a struct such as `a INT, b: STRING`. */
export function parseSchema(text: string): ParseResult<TypeText> {
  const tokens = lexSql(text).filter(({ kind }) => kind !== "comment");
  const single = createTokenReader(tokens);
  const type = readDataType(single);
  if (single.isAtEnd() && !single.unexpectedToken && single.problems.length === 0) {
    return { tree: type, problem: undefined };
  }
  const reader = createTokenReader(tokens);
  const fields = readStructFields(reader);
  if (!reader.isAtEnd()) {
    reader.markUnexpected();
  }
  const [problem] = syntaxProblems(reader);
  return problem ? failed(problem) : { tree: `struct<${fields}>`, problem: undefined };
}

function failed(problem: FixableProblem): { readonly tree: undefined; readonly problem: FixableProblem } {
  return { tree: undefined, problem };
}
