import { csvOutputRows } from "../../client/sql/csv-output.ts";
import type { SqlAction } from "../../contract/sql-job-schemas.ts";
import type { TableTransaction } from "./table-transaction.ts";

/** An action that counts the rows of a table at its place in a job. */
export function countAction(table: string, filename: string): SqlAction {
  const query = `SELECT count(*) AS n FROM \`${table}\``;
  return { query: { query, output: { format: { csv: { header: true } }, filename } } };
}

/** The count that such an action wrote. */
export async function readCount(
  { transaction }: TableTransaction,
  filename: string,
  signal: AbortSignal,
): Promise<string> {
  const { body } = await transaction.output(filename, signal);
  let isHeader = true;
  for await (const [count] of csvOutputRows(body)) {
    if (!isHeader) {
      return count ?? "";
    }
    isHeader = false;
  }
  return "";
}
