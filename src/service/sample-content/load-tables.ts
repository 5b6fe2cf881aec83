import { type Connection, quoteName, quoteText } from "../../duckdb/database.ts";
import { storageOf } from "../store/column-storage.ts";
import { tableSourceSchema } from "../store/stored-table.ts";
import { sampleTables } from "./sample-tables.ts";

/** Fills the tables that a sample tenant defines; the rows are the same every time. `child` is an analytic tenant of it. */
export async function loadTables(
  connection: Connection,
  tenant: { readonly code: string; readonly child: string | undefined },
  signal: AbortSignal,
): Promise<void> {
  await connection.run(`CREATE SCHEMA ${tableSourceSchema}`);
  await connection.run(`SET VARIABLE tenant = ${quoteText(tenant.code)}`);
  await connection.run(`SET VARIABLE child = ${quoteText(tenant.child ?? tenant.code)}`);
  const defined = sampleTables.filter(({ isInherited = false }) => tenant.child !== undefined || !isInherited);
  for (const { objectName, columns, rows } of defined) {
    const values = columns.map(
      ({ name, dataType, value }) => `(${value})::${storageOf(dataType)} AS ${quoteName(name)}`,
    );
    await connection.run(
      `CREATE TABLE ${tableSourceSchema}.${quoteName(objectName)} AS SELECT ${values.join(", ")} FROM range(${rows}) AS numbers(i)`,
      [],
      signal,
    );
  }
}
