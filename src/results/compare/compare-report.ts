import { type Connection, quoteName, quoteText } from "../../duckdb/database.ts";
import { escapeMarkdownField } from "../model/cell-text.ts";
import { buildShownTextSql } from "../model/column-storage.ts";
import { ResultError } from "../model/result-error.ts";
import type { OpenResult } from "../store/result-store.ts";

/** Maximum rows of each status in a report; the stored result has all of them. */
const maxRowsPerStatus = 50;

/**
 * Formats a comparison of two results as Markdown: the compared results, the counts, and the first rows of each status.
 */
export async function formatComparisonReport(
  connection: Connection,
  result: OpenResult,
  signal: AbortSignal,
): Promise<string> {
  const { comparison, columns, table } = result.metadata;
  if (!comparison) {
    throw new ResultError("Writing the report: this result is not a comparison. Compare two results first.", {
      code: "badRequest",
    });
  }
  const { left, right, keys, compared, tolerance, counts } = comparison;
  const list = (names: readonly string[]) => names.map(escapeMarkdownField).join(", ") || "none";
  const parts = [
    `# ${escapeMarkdownField(left)} and ${escapeMarkdownField(right)} compared\n`,
    `- Before: ${escapeMarkdownField(left)}\n- After: ${escapeMarkdownField(right)}\n- Keys: ${list(keys)}\n- Compared: ${list(compared)}\n- Tolerance: ${tolerance}\n`,
    tableText(
      ["Added", "Gone", "Changed", "Same"],
      [[counts.added, counts.gone, counts.changed, counts.same].map(String)],
    ),
  ];
  const values = columns.map((column, position) => `${buildShownTextSql(column, position, "t")} AS v${position}`);
  for (const [status, title] of [
    ["changed", "Changed"],
    ["added", "Added"],
    ["gone", "Gone"],
  ] as const) {
    const total = counts[status];
    if (total === 0) {
      continue;
    }
    const rows = await connection.rows(
      `SELECT ${values.join(", ")} FROM ${quoteName(table)} AS t WHERE t.c0 = ${quoteText(status)} ORDER BY t.rowid LIMIT ${maxRowsPerStatus}`,
      [],
      signal,
    );
    // The heading shows the status. Added rows have no old values, and removed rows have no new values.
    const unused = status === "added" ? / \((old|delta)\)$/ : status === "gone" ? / \((new|delta)\)$/ : undefined;
    const shown = columns.flatMap(({ name }, position) => (position > 0 && !unused?.test(name) ? [position] : []));
    const cells = rows.map((row) => shown.map((position) => String(row[`v${position}`] ?? "")));
    parts.push(
      `## ${title}\n`,
      tableText(
        shown.map((position) => columns[position]?.name ?? ""),
        cells,
      ),
    );
    if (total > rows.length) {
      parts.push(`The first ${rows.length} of ${total} rows.\n`);
    }
  }
  return parts.join("\n");
}

function tableText(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeMarkdownField).join(" | ")} |\n`;
  return [line(names), line(names.map(() => "---")), ...rows.map(line)].join("");
}
