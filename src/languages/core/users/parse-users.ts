import type { Span } from "../text/span.ts";

/** Id of the language of users files in the editor. */
export const usersLanguageId = "workforce-users";

/** Columns of a users file. Only `username` must be there; what a column that is left out holds stays as it is. */
export const userColumns = [
  "userId",
  "username",
  "displayName",
  "email",
  "employeeId",
  "accountEnabled",
  "profiles",
  "permissions",
  "groups",
] as const;
export type UserColumn = (typeof userColumns)[number];

/** One value of a row, without its quotes. The span includes them. */
export interface UsersCell extends Span {
  readonly text: string;
}

/** A row of a users file. The span excludes the line end. */
export interface UsersRow extends Span {
  /** Line number of the row's start; numbering starts at 0. */
  readonly line: number;
  readonly cells: readonly UsersCell[];
}

/** Rows of a users file. Empty lines are left out. */
export interface UsersTable {
  readonly header: UsersRow | undefined;
  readonly rows: readonly UsersRow[];
  /** Value whose opening quote is not closed, which then takes the rest of the text. */
  readonly unclosed: Span | undefined;
  /** Texts after a closing quote, which belong to no value. */
  readonly trailing: readonly Span[];
}

/** Splits the text of a users file, CSV by RFC 4180, into rows and values with their places. Accepts any text. */
export function parseUsersTable(text: string): UsersTable {
  const rows: UsersRow[] = [];
  const trailing: Span[] = [];
  let unclosed: Span | undefined;
  let line = 0;
  for (let at = text.startsWith("\uFEFF") ? 1 : 0; at < text.length; ) {
    const start = at;
    const firstLine = line;
    const cells: UsersCell[] = [];
    for (;;) {
      const cell = readCell(text, at);
      cells.push(cell);
      line += text.slice(cell.start, cell.end).split("\n").length - 1;
      const isOpen = text[cell.start] === '"' && !cell.isClosed;
      unclosed ??= isOpen ? { start: cell.start, end: cell.end } : undefined;
      at = endOfBare(text, cell.end);
      if (at > cell.end) {
        trailing.push({ start: cell.end, end: at });
      }
      if (text[at] !== ",") {
        break;
      }
      at++;
    }
    if (cells.length > 1 || at > start) {
      rows.push({ start, end: at, line: firstLine, cells });
    }
    at = text.startsWith("\r\n", at) ? at + 2 : at + 1;
    line++;
  }
  const [header, ...others] = rows;
  return { header, rows: others, unclosed, trailing };
}

function readCell(text: string, start: number): UsersCell & { readonly isClosed: boolean } {
  if (text[start] !== '"') {
    const end = endOfBare(text, start);
    return { start, end, text: text.slice(start, end).trim(), isClosed: true };
  }
  let close = text.indexOf('"', start + 1);
  while (close >= 0 && text[close + 1] === '"') {
    close = text.indexOf('"', close + 2);
  }
  const content = text.slice(start + 1, close < 0 ? undefined : close).replaceAll('""', '"');
  return { start, end: close < 0 ? text.length : close + 1, text: content.trim(), isClosed: close >= 0 };
}

function endOfBare(text: string, start: number): number {
  let at = start;
  while (at < text.length && text[at] !== "," && text[at] !== "\n" && text[at] !== "\r") {
    at++;
  }
  return at;
}

/** Returns the position of each known column in the header, by name without regard to case. The first one counts. */
export function readUserColumns(header: UsersRow | undefined): ReadonlyMap<UserColumn, number> {
  const columns = new Map<UserColumn, number>();
  for (const [index, { text }] of (header?.cells ?? []).entries()) {
    const column = userColumns.find((name) => name.toLowerCase() === text.toLowerCase());
    if (column && !columns.has(column)) {
      columns.set(column, index);
    }
  }
  return columns;
}

/** Splits a value with several entries at `;` into the entries with their places. Empty entries are left out. */
export function splitEntries(source: string, cell: UsersCell): readonly UsersCell[] {
  const isQuoted = source[cell.start] === '"';
  const raw = isQuoted ? source.slice(cell.start + 1, cell.end - 1) : source.slice(cell.start, cell.end);
  const first = cell.start + (isQuoted ? 1 : 0);
  return [...raw.matchAll(/[^;]+/g)].flatMap(({ 0: part, index }) => {
    const entry = part.trim();
    const start = first + index + part.indexOf(entry);
    return entry === "" ? [] : [{ start, end: start + entry.length, text: entry.replaceAll('""', '"') }];
  });
}
