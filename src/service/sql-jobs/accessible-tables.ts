import { findLineage, summarizeSql } from "../../languages/table-sql/syntax.ts";
import { HttpError } from "../call/call.ts";
import { isSameName } from "../store/same-name.ts";
import type { TableSourceStore } from "../store/table-source-store.ts";
import type { TenantStore } from "../store/tenant-store.ts";
import { accessibleTableOf } from "../table-data/accessible-table.ts";
import type { AccessibleTable } from "../table-data/table-data.ts";
import type { SqlJob } from "./sql-job.ts";

/** A table source that the SQL jobs of a tenant can access. */
export interface AccessibleJobTable extends AccessibleTable {
  readonly excludesFromAutoProcessing: boolean;
}

/** Reads the tables that a tenant defines and those that it inherits (semantics.md, "Table sources"). */
export async function readAccessibleTables(
  tenant: string,
  { tenants, tableSources }: { readonly tenants: TenantStore; readonly tableSources: TableSourceStore },
): Promise<AccessibleJobTable[]> {
  const sources = await tableSources.list(tenant, tenants.record(tenant)?.parent);
  return sources.map((source) => ({
    ...accessibleTableOf(source, tenant),
    excludesFromAutoProcessing: source.definition.excludeFromAutoProcessing ?? false,
  }));
}

/** Finds a table by its SQL name. */
export function findTableByName<Table extends AccessibleTable>(
  tables: readonly Table[],
  name: string,
): Table | undefined {
  return tables.find((table) => isSameName(table.name, name));
}

/**
 * Converts the tables that a transaction will modify, each given by name or uuid, to SQL names. A table may exist in a
 * managed tenant only. Throws a 400 for an unknown table.
 */
export async function resolveTablesToModify(
  names: readonly string[],
  tenant: string,
  parts: { readonly tenants: TenantStore; readonly tableSources: TableSourceStore },
): Promise<string[]> {
  if (names.length === 0) {
    return [];
  }
  const visible = await readAccessibleTables(tenant, parts);
  const find = async (name: string) => findByNameOrUuid(visible, name) ?? (await findInChildren(name, tenant, parts));
  const found: string[] = [];
  for (const name of names) {
    const table = await find(name);
    if (!table) {
      throw new HttpError(
        400,
        "TABLE_SOURCE_UNKNOWN",
        `The transaction cannot modify "${name}": neither ${tenant} nor a tenant that it manages has a table source of this name.`,
      );
    }
    if (!found.some((other) => isSameName(other, table.name))) {
      found.push(table.name);
    }
  }
  return found;
}

async function findInChildren(
  name: string,
  tenant: string,
  parts: { readonly tenants: TenantStore; readonly tableSources: TableSourceStore },
): Promise<AccessibleJobTable | undefined> {
  for (const { code } of parts.tenants.children(tenant)) {
    const found = findByNameOrUuid(await readAccessibleTables(code, parts), name);
    if (found) {
      return found;
    }
  }
  return undefined;
}

function findByNameOrUuid(tables: readonly AccessibleJobTable[], name: string): AccessibleJobTable | undefined {
  return findTableByName(tables, name) ?? tables.find(({ table }) => table.source === name);
}

/**
 * Names of the tables that a job reads and of those that it writes, without its inputs (service-api, "SqlJobResponse").
 */
export interface TableAccess {
  readonly read: readonly string[];
  readonly write: readonly string[];
}

/** Finds the tables that a job reads and writes. Throws a 400 for an action with several statements. */
export async function readTableAccess(
  { actions, inputs }: Pick<SqlJob, "actions" | "inputs">,
  tables: readonly AccessibleJobTable[],
): Promise<TableAccess> {
  const views = inputs.map(({ id }) => ({ name: id }));
  const model = {
    search: async () => ({ tables: [], isComplete: false }),
    find: async (names: readonly string[]) => ({
      tables: names.flatMap((name) => {
        const found = findTableByName(tables, name);
        return found ? [{ objectName: found.name, columns: [] }] : [];
      }),
      // Another tenant in which the job runs may have further tables.
      isComplete: false,
    }),
  };
  const read: string[] = [];
  const write: string[] = [];
  for (const [index, action] of actions.entries()) {
    switch (action.kind) {
      case "query": {
        const { statements } = summarizeSql(action.text);
        if (statements.length > 1) {
          throw new HttpError(
            400,
            "SQL_JOB_INVALID",
            `The SQL job is invalid: actions.${index}.query.query has ${statements.length} statements; use a separate action for each.`,
          );
        }
        const lineage = await findLineage(action.text, { tables: model, views });
        read.push(...lineage.tablesRead);
        write.push(...lineage.tablesWritten);
        break;
      }
      case "upsert":
      case "replace":
        read.push(action.source);
        write.push(action.target);
        break;
      case "reset":
        write.push(action.table);
        break;
      default:
        break;
    }
  }
  const named = (names: readonly string[]) =>
    distinct(
      names
        .filter((name) => !inputs.some(({ id }) => isSameName(id, name)))
        .map((name) => findTableByName(tables, name)?.name ?? name),
    );
  return { read: named(read), write: distinct(write.map((name) => findTableByName(tables, name)?.name ?? name)) };
}

/**
 * Throws a 400 if a job writes a table that its transaction did not declare as modified (service-api,
 * "StartSqlTransactionRequest").
 */
export function checkWritesAreDeclared(
  { actions }: Pick<SqlJob, "actions">,
  { write }: TableAccess,
  tablesToModify: readonly string[],
): void {
  const others = write.filter((name) => !tablesToModify.some((table) => isSameName(table, name)));
  const isReadonly = tablesToModify.length === 0;
  if (isReadonly && actions.some(({ kind }) => kind === "setMetadata")) {
    throw notToModify("The transaction is read-only, but the job sets metadata; start one with tablesToModify.");
  }
  if (others.length > 0) {
    throw notToModify(
      isReadonly
        ? `The transaction is read-only, but the job writes ${others.join(", ")}; start one with these tables in tablesToModify.`
        : `The job writes ${others.join(", ")}, which tablesToModify does not list; start a transaction that lists every table to write.`,
    );
  }
}

function notToModify(message: string): HttpError {
  return new HttpError(400, "TABLE_NOT_TO_MODIFY", message);
}

function distinct(names: readonly string[]): string[] {
  return names.filter((name, index) => names.findIndex((other) => isSameName(other, name)) === index);
}
