import type { TableChange } from "../../lakehouse/iceberg-catalog.ts";
import { TableDataError } from "../table-data/table-data-error.ts";
import type { Lakehouse } from "./lakehouse.ts";
import type { StoredTable, TableBranch, TableRecords } from "./table-records.ts";

/** A table whose snapshot that counts is not yet that of the main branch, and the branch that goes with it. */
interface Publication {
  readonly stored: StoredTable;
  readonly branch: TableBranch | undefined;
}

/**
 * Sets the main branches of tables to the snapshots that count: in one call where the catalog has it, else table by
 * table. What the catalog has already is left. Throws a TableDataError that names a table which another program changed.
 */
export async function publish(
  publications: readonly Publication[],
  lakehouse: Lakehouse,
  records: TableRecords,
): Promise<void> {
  const open: Publication[] = [];
  for (const publication of publications) {
    const { stored } = publication;
    const { mainSnapshotId } = await lakehouse.load(stored.table);
    if (mainSnapshotId === stored.snapshot) {
      await records.savePublished(stored.table, stored.snapshot);
    } else {
      open.push(publication);
    }
  }
  const changes = await Promise.all(open.map((publication) => changeOf(publication, lakehouse)));
  const result = changes.length > 1 ? await (await lakehouse.catalog()).changeTables(changes) : "unsupported";
  if (result === "conflict") {
    throw changedElsewhere(open.map(({ stored }) => stored.name).join(", "));
  }
  for (const [index, { stored, branch }] of open.entries()) {
    const change = changes[index];
    if (result === "unsupported" && change) {
      const catalog = await lakehouse.of(stored.table.tenant);
      if ((await catalog.changeTable(change)) !== "changed") {
        throw changedElsewhere(stored.name);
      }
    }
    await records.savePublished(stored.table, stored.snapshot);
    if (branch) {
      await records.forgetBranch(branch);
    }
  }
}

async function changeOf({ stored, branch }: Publication, lakehouse: Lakehouse): Promise<TableChange> {
  const { table, snapshot, published } = stored;
  return {
    namespace: (await lakehouse.of(table.tenant)).namespace,
    name: table.source,
    requirements: [{ type: "assert-ref-snapshot-id", ref: "main", "snapshot-id": published ?? null }],
    updates: [
      { action: "set-snapshot-ref", "ref-name": "main", type: "branch", "snapshot-id": snapshot },
      ...(branch ? [{ action: "remove-snapshot-ref", "ref-name": branch.name }] : []),
    ],
  };
}

function changedElsewhere(name: string): TableDataError {
  return new TableDataError(
    `The commit of ${name} counts here but is not in the catalog: another program changed the table in the catalog meanwhile. Set its main branch back to the snapshot before that change, and lock the table again.`,
  );
}
