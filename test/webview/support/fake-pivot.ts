import type { PivotAsks, PivotRequest, PivotTable } from "../../../src/protocol/pivot.ts";
import { pivotResultId } from "../../../src/protocol/pivot.ts";
import { shownMember } from "../../../src/protocol/time-member.ts";
import { type PlainTable, plainPivot } from "../../support/plain-pivot.ts";
import type { FakeResult } from "./fake-result.ts";

/** A pivot as the data worker would give it, computed by plain loops. */
export function fakePivot(
  base: FakeResult,
  { resultId, request, words }: PivotAsks["pivot"]["params"],
  number: number,
): { readonly table: PivotTable; readonly result: FakeResult } {
  const table = plainTable(base);
  const { heads, rows } = plainPivot(table, request);
  const texts = rows.map((row) =>
    row.map((cell) => (typeof cell === "object" && cell !== null ? String(Math.round(cell.about * 1e6) / 1e6) : cell)),
  );
  const named = heads.map((head) => head.map((member) => shownMember(member ?? words.missing)).join(" · "));
  const columns = [
    ...request.rows.map((column) => base.columns[column] ?? { name: "", kind: "text" as const }),
    ...[...named, ...(hasTotalColumn(request) ? [words.total] : [])].flatMap((head) =>
      words.values.map((value) => ({
        name: request.columns.length === 0 ? value : words.values.length > 1 ? `${head} · ${value}` : head,
        kind: "number" as const,
      })),
    ),
  ];
  const result = {
    columns,
    rowCount: texts.length,
    cell: (row: number, column: number) => texts[row]?.[column] ?? null,
  };
  return { table: { resultId: pivotResultId(resultId, number), columns, rowCount: texts.length }, result };
}

function hasTotalColumn({ columns, hasTotals }: PivotRequest): boolean {
  return columns.length === 0 || hasTotals;
}

function plainTable({ columns, rowCount, cell }: FakeResult): PlainTable {
  return {
    kinds: columns.map(({ kind }) => (kind === "number" || kind === "date" ? kind : "text")),
    rows: Array.from({ length: rowCount }, (_, row) => columns.map((_column, column) => cell(row, column))),
  };
}
