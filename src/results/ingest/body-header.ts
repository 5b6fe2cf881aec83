import type { ColumnKind } from "../../protocol/data-worker.ts";
import { type StoredColumn, valueColumn } from "../facts/column-storage.ts";
import type { SmallGroupMark } from "../facts/result-facts.ts";

/** The columns that the first line of a body names, typed as the model knows them; `undefined` when it names none. */
export function readHeader(line: Uint8Array, kinds: Readonly<Record<string, ColumnKind>>): StoredColumn[] | undefined {
  return parseNames(line)?.map((name) => {
    const kind = Object.hasOwn(kinds, name) ? (kinds[name] ?? "text") : "text";
    const storage = kind === "number" ? "DOUBLE" : kind === "date" ? "TIMESTAMP" : "VARCHAR";
    return { name, kind, storage };
  });
}

/** The columns with what says of which of their cells a small group stands behind. */
export function withMarks(columns: StoredColumn[], marks: readonly SmallGroupMark[] = []): StoredColumn[] {
  return columns.map((column, position) => {
    const found = marks.find(({ value }) => value === position);
    return {
      ...column,
      ...(found && { mark: valueColumn(found.mark) }),
      ...(marks.some(({ mark }) => mark === position) && { isMark: true }),
    };
  });
}

function parseNames(line: Uint8Array): string[] | undefined {
  try {
    const names: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line));
    return Array.isArray(names) && names.length > 0 && names.every((name) => typeof name === "string")
      ? names
      : undefined;
  } catch {
    return undefined;
  }
}
