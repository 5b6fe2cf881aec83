import type { Database } from "../../duckdb/database.ts";
import type { ListPlan } from "./list-plan.ts";
import { listStatements } from "./list-sql.ts";
import type { StoredModel } from "./stored-model.ts";
import { type TableFormat, tableHead, tableTail } from "./table-text.ts";

/** A list's table as bytes; DuckDB writes the rows (see `Connection.lines`), so that a million of them take no memory here. */
export async function* listBody(
  plan: ListPlan,
  format: TableFormat,
  model: StoredModel,
  database: Database,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const names = plan.settings.omitsHeader ? [] : plan.columns.map(({ name }) => name);
  const connection = await database.connect();
  let hasRows = false;
  let hasHead = false;
  try {
    for (const { sql, values } of listStatements(plan, format, model)) {
      for await (const piece of connection.lines(sql, values, signal)) {
        // The head waits for the first rows, so that what fails before them can still be answered as an error.
        if (!hasHead) {
          hasHead = true;
          yield Buffer.from(tableHead(names, format));
        }
        // The comma before the first row of all parts it from nothing.
        yield format === "json" && !hasRows ? piece.subarray(1) : piece;
        hasRows = true;
      }
    }
  } finally {
    connection.close();
  }
  yield Buffer.from((hasHead ? "" : tableHead(names, format)) + tableTail(format));
}
