import type { FixableProblem } from "../../core/text/fix.ts";
import { createProblem } from "./diagnostics.ts";
import { lex } from "./lexer.ts";
import { type ParsedStatement, parseStatement, readerOf } from "./parse-statement.ts";
import { readFields, readType } from "./read-type.ts";
import type { Token } from "./token.ts";
import type { Statement, TypeText } from "./tree.ts";

/** What a text is, or the first thing that is wrong with it; offsets are those of the text. */
type Parsed<Node> =
  | { readonly tree: Node; readonly problem: undefined }
  | { readonly tree: undefined; readonly problem: FixableProblem };

/** A text of one statement that is to be run; a semicolon behind it is allowed. */
export function parseText(text: string): Parsed<Statement> {
  const all = lex(text);
  const open = all.find(({ kind, isClosed }) => kind === "comment" && !isClosed);
  if (open) {
    return failed(createProblem("TS102", { start: open.start, end: open.start + 2 }));
  }
  const tokens = all.filter(({ kind }) => kind !== "comment");
  const end = tokens.at(-1);
  const semicolon = tokens.findIndex(({ key }) => key === ";");
  const own = semicolon < 0 ? tokens : tokens.slice(0, semicolon);
  const parsed = parseStatement({ tokens: semicolon < 0 || !end ? tokens : [...own, end] });
  const [problem] = syntaxProblems(parsed);
  if (problem) {
    return failed(problem);
  }
  const second = semicolon < 0 ? undefined : tokens.slice(semicolon).find(({ key }) => key !== ";");
  if (second && second.kind !== "end") {
    return failed(createProblem("TS210", second));
  }
  return parsed.tree
    ? { tree: parsed.tree, problem: undefined }
    : failed(createProblem("TS209", { start: 0, end: text.length }));
}

/** What keeps a statement from being run, in the order of the text; nothing when it is right. */
function syntaxProblems({ problems, unread }: Pick<ParsedStatement, "problems" | "unread">): FixableProblem[] {
  const place = unread && unreadProblem(unread);
  return [...problems, ...(place ? [place] : [])].sort((one, other) => one.start - other.start);
}

function unreadProblem(token: Token): FixableProblem {
  return token.kind === "end"
    ? createProblem("TS204", token, { expected: "" })
    : createProblem("TS201", token, { found: token.text, expected: "" });
}

/** A schema as `from_json` takes it: one type, or the fields of a struct, `a INT, b: STRING`. */
export function parseSchema(text: string): Parsed<TypeText> {
  const tokens = lex(text).filter(({ kind }) => kind !== "comment");
  const single = readerOf(tokens);
  const type = readType(single);
  if (single.isAtEnd() && !single.unread && single.problems.length === 0) {
    return { tree: type, problem: undefined };
  }
  const reader = readerOf(tokens);
  const fields = readFields(reader);
  if (!reader.isAtEnd()) {
    reader.markUnread();
  }
  const [problem] = syntaxProblems(reader);
  return problem ? failed(problem) : { tree: `struct<${fields}>`, problem: undefined };
}

function failed(problem: FixableProblem): { readonly tree: undefined; readonly problem: FixableProblem } {
  return { tree: undefined, problem };
}
