/** What the first line of a scratch query begins with; it tells such a text from other SQL. */
const scratchMark = "-- Workforce scratch query";

/** Scratch queries are documents of the editor's own SQL. */
export const scratchLanguage = "sql";

/** A text as a scratch query; one that is marked stays as it is. */
export function withMark(text: string): string {
  return isScratch(scratchLanguage, text) ? text : `${scratchMark}\n${text}`;
}

/** Whether a text is a scratch query. */
export function isScratch(languageId: string, firstLine: string): boolean {
  return languageId === scratchLanguage && firstLine.toLowerCase().startsWith(scratchMark.toLowerCase());
}

/** What a new scratch query begins with. */
export function newScratch(note: string, title: string | undefined): string {
  const name = (title ?? "headcount").replaceAll("'", "''");
  return `${scratchMark}: ${note}\nSELECT *\nFROM result('${name}')\nLIMIT 100;\n`;
}

interface Statement {
  readonly start: number;
  readonly end: number;
}

/** The statement at an offset: between semicolons that stand in no text, name or comment. */
export function statementAt(text: string, offset: number): string {
  const statements = statementsOf(text);
  const found = statements.find(({ end }) => offset <= end) ?? statements.at(-1);
  return found ? text.slice(found.start, found.end) : "";
}

/** A short name for the result: its comment, else what it reads. */
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
