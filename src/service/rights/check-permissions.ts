import { findNearestNames, formatDidYouMean } from "../../languages/core/text/find-name.ts";
import { queryProblemOf } from "../engine/query-error.ts";
import { StoredModel } from "../engine/stored-model.ts";
import type { StoredObject, TenantModel } from "../model/tenant-model.ts";
import type { ObjectPermission, RightsCatalogue } from "../store/rights-catalogue.ts";
import { bindRowCondition } from "./object-access.ts";

/**
 * Checks that the permissions of a catalogue fit the models of the tenants: each object and hidden name is in at least one
 * of them, and each condition binds in all that have its object. Names that a project removed may stay hidden; `stored` are
 * the models that still have them. Throws a `StoreError` with file and line.
 */
export function checkPermissions(
  catalogue: RightsCatalogue,
  models: readonly TenantModel[],
  stored: readonly TenantModel[] = models,
): void {
  const isFilled = ({ objects }: TenantModel) => objects.length > 0;
  const filled = models.filter(isFilled).map((model) => new StoredModel(model));
  const known = stored.filter(isFilled).flatMap(({ objects }) => objects);
  if (filled.length === 0) {
    return;
  }
  for (const [id, { objects }] of catalogue.permissions) {
    for (const [object, permission] of Object.entries(objects)) {
      const refuse = (path: readonly string[], problem: string): never =>
        catalogue.refusePermission([id, "objects", object, ...path], problem);
      if (object === "*") {
        checkOtherObjects(permission, known, refuse);
      } else {
        checkObject(object, permission, filled, known, refuse);
      }
    }
  }
}

/** Returns the places of conditions of permissions that do not bind to a model, each with the problem. */
export function unboundConditions(catalogue: RightsCatalogue, tenant: TenantModel): ReadonlyMap<string, string> {
  const model = new StoredModel(tenant);
  const problems = new Map<string, string>();
  for (const [id, { objects }] of catalogue.permissions) {
    for (const [object, { rows }] of Object.entries(objects)) {
      const isKnown = tenant.objects.some((one) => one.id === object);
      const problem =
        rows === undefined || !isKnown ? undefined : queryProblemOf(() => bindRowCondition(rows, object, model));
      if (problem !== undefined) {
        problems.set(catalogue.placeInPermissions([id, "objects", object, "rows"]), problem);
      }
    }
  }
  return problems;
}

type Refuse = (path: readonly string[], problem: string) => never;

function checkOtherObjects({ rows, hides }: ObjectPermission, known: readonly StoredObject[], refuse: Refuse): void {
  if (rows !== undefined) {
    refuse(["rows"], "a condition is about one object; put it under the object's id");
  }
  checkHidden(hides, known, refuse);
}

function checkObject(
  id: string,
  { rows, hides }: ObjectPermission,
  models: readonly StoredModel[],
  known: readonly StoredObject[],
  refuse: Refuse,
): void {
  const having = models.filter(({ tenant }) => tenant.objects.some((object) => object.id === id));
  if (having.length === 0) {
    const ids = models.flatMap(({ tenant }) => tenant.objects.map((object) => object.id));
    refuse([], `no tenant has an analytic object "${id}".${formatDidYouMean(findNearestNames(ids, id))}`);
  }
  checkHidden(
    hides,
    known.filter((object) => object.id === id),
    refuse,
  );
  for (const model of rows === undefined ? [] : having) {
    const problem = queryProblemOf(() => bindRowCondition(rows ?? "", id, model));
    if (problem !== undefined) {
      refuse(["rows"], problem);
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
