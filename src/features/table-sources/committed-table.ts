import type { StoredTableStates } from "./stored-states.ts";
import type { TableSourceServices } from "./table-source-services.ts";
import type { ListedTable } from "./table-target.ts";

/** What reads a table again after its rows have changed. */
export interface CommitParts {
  readonly states: Pick<StoredTableStates, "read">;
  readonly refreshTables: TableSourceServices["refreshTables"];
}

/** Stores the state of a table whose new rows were committed, and shows it in the explorer. */
export async function readCommitted(table: ListedTable, { states, refreshTables }: CommitParts): Promise<void> {
  await states.read(table);
  refreshTables(table, table.table.uuid);
}
