import { findNearestNames, formatDidYouMean } from "../../languages/core/text/find-name.ts";
import { QueryError } from "../engine/query-error.ts";
import { StoredModel } from "../engine/stored-model.ts";
import type { StoredObject, TenantModel } from "../model/tenant-model.ts";
import type { ObjectPermission, RightsCatalogue } from "../store/rights-catalogue.ts";
import { bindRowCondition } from "./object-access.ts";

/**
 * Checks that the permissions of a catalogue fit the models of the tenants: each object and hidden name is in at least one
 * of them, and each condition binds in all that have its object. Throws a `StoreError` with file and line.
 */
export function checkPermissions(catalogue: RightsCatalogue, models: readonly TenantModel[]): void {
  const filled = models.filter(({ objects }) => objects.length > 0).map((model) => new StoredModel(model));
  if (filled.length === 0) {
    return;
  }
  for (const [id, { objects }] of catalogue.permissions) {
    for (const [object, permission] of Object.entries(objects)) {
      const refuse = (path: readonly string[], problem: string): never =>
        catalogue.refusePermission([id, "objects", object, ...path], problem);
      if (object === "*") {
        checkOtherObjects(permission, filled, refuse);
      } else {
        checkObject(object, permission, filled, refuse);
      }
    }
  }
}

type Refuse = (path: readonly string[], problem: string) => never;

function checkOtherObjects({ rows, hides }: ObjectPermission, models: readonly StoredModel[], refuse: Refuse): void {
  if (rows !== undefined) {
    refuse(["rows"], "a condition is about one object; put it under the object's id");
  }
  checkHidden(
    hides,
    models.flatMap(({ tenant }) => tenant.objects),
    refuse,
  );
}

function checkObject(
  id: string,
  { rows, hides }: ObjectPermission,
  models: readonly StoredModel[],
  refuse: Refuse,
): void {
  const having = models.filter(({ tenant }) => tenant.objects.some((object) => object.id === id));
  if (having.length === 0) {
    const ids = models.flatMap(({ tenant }) => tenant.objects.map((object) => object.id));
    refuse([], `no tenant has an analytic object "${id}".${formatDidYouMean(findNearestNames(ids, id))}`);
  }
  checkHidden(
    hides,
    having.map((model) => model.object(id)),
    refuse,
  );
  for (const model of rows === undefined ? [] : having) {
    try {
      bindRowCondition(rows ?? "", id, model);
    } catch (error) {
      throw error instanceof QueryError ? refuse(["rows"], error.message) : error;
    }
  }
}

function checkHidden(hides: readonly string[] = [], objects: readonly StoredObject[], refuse: Refuse): void {
  const ids = objects.flatMap(({ properties, dimensions, concepts, references }) =>
    [...properties, ...dimensions, ...concepts, ...references].map(({ id }) => id),
  );
  for (const [index, name] of hides.entries()) {
    if (!ids.includes(name)) {
      const near = formatDidYouMean(findNearestNames(ids, name));
      refuse(["hides", String(index)], `there is no property, dimension, concept or reference "${name}".${near}`);
    }
  }
}
