import type { TableChange } from "../../lakehouse/iceberg-catalog.ts";
import { TableDataError } from "../table-data/table-data-error.ts";
import type { Lakehouse } from "./lakehouse.ts";
import type { Publication, TableRecords } from "./table-records.ts";

/**
 * Sets the main branches of tables to the snapshots that count: in one call where the catalog has it, else table by
 * table. What the catalog has already is left. Throws a TableDataError that names a table which another program changed.
 */
export async function publish(
  publications: readonly Publication[],
  lakehouse: Lakehouse,
  records: TableRecords,
): Promise<void> {
  const loaded = await Promise.all(publications.map(({ stored }) => lakehouse.loadHeads(stored.table)));
  const isPublished = ({ stored }: Publication, index: number) => loaded[index]?.mainSnapshotId === stored.snapshot;
  await records.savePublished(publications.filter(isPublished).map(({ stored }) => ({ stored, branch: undefined })));
  const open = publications.filter((publication, index) => !isPublished(publication, index));
  const changes = await Promise.all(open.map((publication) => changeOf(publication, lakehouse)));
  const result = changes.length > 1 ? await (await lakehouse.catalog()).changeTables(changes) : "unsupported";
  if (result === "conflict") {
    throw changedElsewhere(open.map(({ stored }) => stored.name).join(", "));
  }
  if (result === "changed") {
    await records.savePublished(open);
    return;
  }
  for (const [index, publication] of open.entries()) {
    const { stored } = publication;
    const change = changes[index];
    const catalog = await lakehouse.of(stored.table.tenant);
    if (change && (await catalog.changeTable(change)) !== "changed") {
      throw changedElsewhere(stored.name);
    }
    await records.savePublished([publication]);
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
