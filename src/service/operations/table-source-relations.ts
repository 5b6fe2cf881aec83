import { HttpError } from "../call/call.ts";
import type { ServiceDependencies } from "../parts/service-dependencies.ts";
import { isSameName } from "../store/same-name.ts";
import type { StoredTableSource, TableSourceDefinitions } from "../store/table-source-store.ts";
import type { TenantRecord } from "../store/tenant-store.ts";
import type { CheckedDefinition } from "./table-source-definition.ts";

/**
 * Data for checking a definition against other definitions: the tenant, the tenants that can inherit from it, and all
 * definitions.
 */
export interface TableSourceContext {
  readonly tenant: string;
  readonly parent: string | undefined;
  readonly children: readonly TenantRecord[];
  readonly definitions: TableSourceDefinitions;
}

export function createTableSourceContext(
  tenant: string,
  { tenants }: ServiceDependencies,
  definitions: TableSourceDefinitions,
): TableSourceContext {
  return { tenant, parent: tenants.record(tenant)?.parent, children: tenants.children(tenant), definitions };
}

/**
 * Throws a 400 if the name of a table source is taken or a view has an invalid upstream table. `uuid` is undefined for
 * a new table source.
 */
export async function checkTableSourceRelations(
  definition: CheckedDefinition,
  uuid: string | undefined,
  context: TableSourceContext,
) {
  const visible = await context.definitions.visible(context.tenant, context.parent);
  const others = visible.filter((source) => source.definition.uuid !== uuid);
  checkNameIsFree(definition.objectName, others, context.tenant);
  if (definition.canChildrenInherit) {
    for (const { code } of context.children) {
      checkNameIsFree(definition.objectName, await context.definitions.visible(code, undefined), code);
    }
  }
  checkUpstream(definition, uuid, others, context.tenant);
}

/** Throws a 409 if an enabled view reads the table. `tenants` are the tenants that would lose access to the table. */
export async function checkNoViewNeeds(
  { definition }: StoredTableSource,
  tenants: readonly string[],
  { tenant, definitions }: TableSourceContext,
): Promise<void> {
  for (const code of tenants) {
    const views = (await definitions.visible(code, undefined)).filter((source) =>
      upstreamOf(source.definition).includes(definition.uuid),
    );
    if (views.length > 0) {
      const names = views.map((view) => view.definition.objectName).join(", ");
      throw new HttpError(
        409,
        "TABLE_SOURCE_NEEDED",
        `The table source ${definition.objectName} of ${tenant} is upstream of ${names} in ${code}; change or delete it first.`,
      );
    }
  }
}

function checkNameIsFree(objectName: string, others: readonly StoredTableSource[], tenant: string): void {
  const sameName = others.find(({ definition }) => isSameName(definition.objectName, objectName));
  if (sameName) {
    const how = sameName.tenant === tenant ? "has" : `inherits from ${sameName.tenant}`;
    throw new HttpError(
      400,
      "OBJECT_NAME_TAKEN",
      `The tenant ${tenant} ${how} a table source "${sameName.definition.objectName}"; objectName must be unique, ignoring case.`,
    );
  }
}

/** Checks the upstream tables of a view, which are identified by uuid (sql-like-language 13.4). Throws a 400. */
function checkUpstream(
  definition: CheckedDefinition,
  uuid: string | undefined,
  others: readonly StoredTableSource[],
  tenant: string,
): void {
  const known = new Map(others.map((source) => [source.definition.uuid, source.definition]));
  for (const upstream of upstreamOf(definition)) {
    if (upstream !== uuid && !known.has(upstream)) {
      const sameName = others.find((source) => isSameName(source.definition.objectName, upstream));
      const advice = sameName ? `; name the upstream table by its uuid, ${sameName.definition.uuid}` : "";
      throw new HttpError(
        400,
        "UPSTREAM_UNKNOWN",
        `The tenant ${tenant} has no upstream table "${upstream}"${advice}.`,
      );
    }
  }
  const visited = new Set<string>();
  const pending = upstreamOf(definition);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next === uuid) {
      throw new HttpError(
        400,
        "UPSTREAM_CYCLE",
        `The view ${definition.objectName} would be upstream of itself; remove the table that leads back to it from the dependencies.`,
      );
    }
    const source = known.get(next);
    if (source && !visited.has(next)) {
      visited.add(next);
      pending.push(...upstreamOf(source));
    }
  }
}

function upstreamOf({ materializedView: view }: Pick<CheckedDefinition, "materializedView">): string[] {
  return view?.enabled ? (view.dependencies ?? []).flatMap(({ upstreamTable = "" }) => upstreamTable) : [];
}
