import { quoteText } from "../../base/sql-quote.ts";

/** First words of a scratch query, an SQL document over open results. They distinguish it from other SQL documents. */
const scratchMark = "-- Workforce scratch query";

/** Language id of scratch queries: VS Code's built-in SQL. */
export const scratchLanguage = "sql";

/** Returns a text with the first line that marks it as a scratch query, added if it is missing. */
export function withScratchMark(text: string): string {
  return isScratch(scratchLanguage, text) ? text : `${scratchMark}\n${text}`;
}

/** Whether a document is a scratch query, by its language and its first line. */
export function isScratch(languageId: string, firstLine: string): boolean {
  return languageId === scratchLanguage && firstLine.toLowerCase().startsWith(scratchMark.toLowerCase());
}

/** Open result with the names by which a scratch query can read it. */
export interface NamedScratchResult {
  readonly resultId: string;
  readonly title: string;
}

/** Returns the name by which a scratch query reads a result: its title, or its id if other open results share the title. */
export function scratchNameOf({ resultId, title }: NamedScratchResult, open: readonly NamedScratchResult[]): string {
  const isShared = open.some(
    (other) => other.resultId !== resultId && other.title.toLowerCase() === title.toLowerCase(),
  );
  return isShared ? resultId : title;
}

/** Returns the initial text of a scratch query that reads a result, whose title is a comment if it is read by its id. */
export function newScratchText(
  note: string,
  read: NamedScratchResult | undefined,
  open: readonly NamedScratchResult[],
): string {
  const name = read ? scratchNameOf(read, open) : "headcount";
  const comment = read && name !== read.title ? `-- From ${read.title}\n` : "";
  return `${scratchMark}: ${note}\n${comment}SELECT *\nFROM result(${quoteText(name)})\nLIMIT 100;\n`;
}

interface Statement {
  readonly start: number;
  readonly end: number;
}

/** Returns the statement at an offset, delimited by semicolons outside string literals, quoted names and comments. */
export function statementAt(text: string, offset: number): string {
  const statements = statementsOf(text);
  const found = statements.find(({ end }) => offset <= end) ?? statements.at(-1);
  return found ? text.slice(found.start, found.end) : "";
}

/**
 * Returns a short title for the result of a statement: the statement's first comment, or else the name of the result
 * that it selects from.
 */
export function scratchTitle(statement: string): string {
  const comment = statement
    .split("\n")
    .map((line) => line.trim())
    .find((line) => line.startsWith("--") && !line.toLowerCase().startsWith(scratchMark.toLowerCase()));
  if (comment) {
    return comment.replace(/^-+\s*/, "").slice(0, 60);
  }
  const read = /result\s*\(\s*'((?:[^']|'')*)'/i.exec(statement)?.[1];
  return read === undefined ? "scratch" : `scratch: ${read.replaceAll("''", "'")}`;
}

function statementsOf(text: string): Statement[] {
  const token = /'(?:[^']|'')*'?|"(?:[^"]|"")*"?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|;/g;
  const statements: Statement[] = [];
  let start = 0;
  for (const { 0: found, index } of text.matchAll(token)) {
    if (found === ";") {
      statements.push({ start, end: index });
      start = index + 1;
    }
  }
  if (text.slice(start).trim() !== "") {
    statements.push({ start, end: text.length });
  }
  return statements;
}
