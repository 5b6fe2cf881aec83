import type { ResultColumn } from "../../../src/protocol/data-worker.ts";
import { type PivotRequests, type PivotTable, pivotResultId } from "../../../src/protocol/pivot.ts";
import { formatTimeMember } from "../../../src/protocol/time-member.ts";
import { type PlainTable, plainPivot } from "../../support/plain-pivot.ts";
import type { FakeResult } from "./fake-result.ts";

/** A pivot as the data worker would give it, computed by plain loops. */
export function fakePivot(
  base: FakeResult,
  { resultId, request, labels }: PivotRequests["pivot"]["params"],
  number: number,
): { readonly table: PivotTable; readonly result: FakeResult } {
  const table = plainTable(base);
  const { heads, rows } = plainPivot(table, request);
  const texts = rows.map((row) =>
    row.map((cell) => (typeof cell === "object" && cell !== null ? String(Math.round(cell.about * 1e6) / 1e6) : cell)),
  );
  const named = heads.map((head) => head.map((member) => formatTimeMember(member ?? labels.missing)).join(" · "));
  const members = request.columns.length === 0 ? [] : [...named, ...(request.hasTotals ? [labels.total] : [])];
  const isCorner = members.length > 0 && labels.values.length === 1;
  const keys = request.rows.map((position): ResultColumn => {
    const column = base.columns[position] ?? { name: "", kind: "text" };
    const head = { text: column.name, ...(isCorner && { over: labels.values[0] ?? "" }) };
    return members.length === 0 ? column : { ...column, head };
  });
  const ofMember = (member: string) =>
    labels.values.map((value): ResultColumn => {
      const isTotal = request.hasTotals && member === labels.total;
      const text = labels.values.length > 1 ? { over: member, text: value } : { text: member };
      const head = { ...text, metric: value, ...(isTotal && { isTotal }) };
      return { name: `${member} · ${value}`, kind: "number", head };
    });
  const alone = labels.values.map((name): ResultColumn => ({ name, kind: "number" }));
  const columns = [...keys, ...(members.length === 0 ? alone : members.flatMap(ofMember))];
  const result = {
    columns,
    rowCount: texts.length,
    cell: (row: number, column: number) => texts[row]?.[column] ?? null,
  };
  return { table: { resultId: pivotResultId(resultId, number), columns, rowCount: texts.length }, result };
}

function plainTable({ columns, rowCount, cell }: FakeResult): PlainTable {
  return {
    kinds: columns.map(({ kind }) => (kind === "number" || kind === "date" ? kind : "text")),
    rows: Array.from({ length: rowCount }, (_, row) => columns.map((_column, column) => cell(row, column))),
  };
}
