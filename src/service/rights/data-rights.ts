import { StoredModel } from "../engine/stored-model.ts";
import type { TenantModel } from "../model/tenant-model.ts";
import type { Permission, RightsCatalogue } from "../store/rights-catalogue.ts";
import type { Restrict, VisiblePart } from "../store/tenant-data.ts";
import type { User } from "../store/user-store.ts";
import { unboundConditions } from "./check-permissions.ts";
import { accessTo, type ObjectAccess } from "./object-access.ts";
import { hideInModel } from "./visible-model.ts";
import { buildVisibleTables } from "./visible-tables.ts";

/** Visible parts of the models and data of tenants, by the permissions of users. */
export class DataRights {
  readonly catalogue: RightsCatalogue;
  /** By the ids of permissions. The parts of a model go away with it. */
  readonly #parts = new WeakMap<TenantModel, Map<string, VisiblePart | undefined>>();

  constructor(catalogue: RightsCatalogue) {
    this.catalogue = catalogue;
  }

  /**
   * Returns the places of conditions of permissions that do not bind to a model any more after a change of it, each with the
   * problem.
   */
  conditionsBrokenBy(before: TenantModel, after: TenantModel): readonly (readonly [string, string])[] {
    const known = unboundConditions(this.catalogue, before);
    return [...unboundConditions(this.catalogue, after)].filter(([place]) => !known.has(place));
  }

  /** Returns the restriction of models and data to what a user may see. */
  restrictionOf({ permissionIds }: Pick<User, "permissionIds">): Restrict {
    const key = JSON.stringify(permissionIds);
    return (model) => {
      const parts = this.#parts.get(model) ?? new Map<string, VisiblePart | undefined>();
      this.#parts.set(model, parts);
      if (!parts.has(key)) {
        const permissions = permissionIds.flatMap((id) => this.catalogue.permissions.get(id) ?? []);
        parts.set(key, findVisiblePart(model, permissions));
      }
      return parts.get(key);
    };
  }
}

/** Returns the part of a model that permissions show, or undefined if they show all of it. */
function findVisiblePart(tenant: TenantModel, permissions: readonly Permission[]): VisiblePart | undefined {
  const model = new StoredModel(tenant);
  const accesses = new Map(tenant.objects.map((object) => [object.id, accessTo(object, permissions, model)]));
  if ([...accesses.values()].every(showsAll)) {
    return undefined;
  }
  const access = (object: string): ObjectAccess => accesses.get(object) ?? nothing;
  const visible = hideInModel(tenant, (object) => access(object).hidden);
  return { model: visible, tables: buildVisibleTables(model, visible, access) };
}

const nothing: ObjectAccess = { conditions: [], hidden: new Set(), partlyHidden: new Map() };

function showsAll({ conditions, hidden, partlyHidden }: ObjectAccess): boolean {
  return conditions === undefined && hidden.size === 0 && partlyHidden.size === 0;
}
