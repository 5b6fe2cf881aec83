import { countOf } from "../../../base/count-of.ts";
import type { Span } from "../text/span.ts";
import { idColumns, idsOfColumn } from "./check-users.ts";
import { parseUsersTable, readUserColumns, splitEntries, userColumns } from "./parse-users.ts";

/** Completions at a position of a users file. */
interface UsersCompletion {
  readonly replace: Span;
  readonly suggestions: readonly { readonly text: string; readonly detail: string }[];
}

/**
 * Suggests column names in the header, true and false for accounts, and for profiles, permissions and groups the ids
 * that other rows have, since no operation lists them; the most frequent first.
 */
export function completeUsersFile(text: string, offset: number): UsersCompletion | undefined {
  const { header, rows } = parseUsersTable(text);
  const row = [...(header ? [header] : []), ...rows].find(({ start, end }) => start <= offset && offset <= end);
  const index = row?.cells.findIndex(({ start, end }) => start <= offset && offset <= end) ?? -1;
  const cell = row?.cells[index];
  if (!row || !cell) {
    return undefined;
  }
  const columns = readUserColumns(header);
  if (row === header) {
    const missing = userColumns.filter((column) => !columns.has(column) || columns.get(column) === index);
    return { replace: cell, suggestions: missing.map((column) => ({ text: column, detail: "column" })) };
  }
  if (columns.get("accountEnabled") === index) {
    return { replace: cell, suggestions: ["true", "false"].map((word) => ({ text: word, detail: "accountEnabled" })) };
  }
  const column = idColumns.find((name) => columns.get(name) === index);
  if (!column) {
    return undefined;
  }
  const entries = splitEntries(text, cell);
  const entry = entries.find(({ start, end }) => start <= offset && offset <= end);
  if (entry && text.slice(entry.start, offset).includes("@")) {
    return undefined;
  }
  const time = entry?.text.lastIndexOf("@") ?? -1;
  const replace = entry
    ? { start: entry.start, end: time < 0 ? entry.end : entry.start + time }
    : { start: offset, end: offset };
  const own = new Set(entries.filter((one) => one !== entry).map((one) => one.text.replace(/@.*/, "")));
  const counts = new Map<string, number>();
  for (const id of idsOfColumn(text, rows, columns, column)) {
    // What is being typed is no id yet.
    if (id.start !== replace.start && !own.has(id.text)) {
      counts.set(id.text, (counts.get(id.text) ?? 0) + 1);
    }
  }
  const byCount = [...counts].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));
  return {
    replace,
    suggestions: byCount.map(([id, count]) => ({
      text: id,
      detail: countOf(count, "other user"),
    })),
  };
}
