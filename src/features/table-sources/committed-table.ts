import { type Log, logFailure } from "../../host/log.ts";
import type { StoredTableStates } from "./stored-states.ts";
import type { TableSourceServices } from "./table-source-services.ts";
import type { ListedTable } from "./table-target.ts";

/** What reads a table again after its rows have changed. */
export interface CommitParts {
  readonly log: Log;
  readonly states: Pick<StoredTableStates, "read">;
  readonly refreshTables: TableSourceServices["refreshTables"];
}

/**
 * Stores the state of a table whose new rows were committed, and shows it in the explorer. Only logs a failure: who is
 * told of one would write the rows again.
 */
export async function readCommitted(table: ListedTable, { log, states, refreshTables }: CommitParts): Promise<void> {
  try {
    await states.read(table);
  } catch (error) {
    logFailure(log, "The state of a table after a commit could not be read", error);
  }
  refreshTables(table, table.table.uuid);
}
