import type { BoundCondition } from "../../languages/sql-like/syntax.ts";
import { readFormula } from "../engine/filters.ts";
import { QueryError } from "../engine/query-error.ts";
import { pathsOf } from "../engine/record-condition.ts";
import type { StoredModel } from "../engine/stored-model.ts";
import { operandsOf } from "../model/added-attributes.ts";
import type { StoredObject } from "../model/tenant-model.ts";
import type { ObjectPermission, Permission } from "../store/rights-catalogue.ts";

/** Visible part of an object by one permission. */
interface Grant {
  /** Condition of the visible records. Undefined if all records are visible. */
  readonly condition: BoundCondition | undefined;
  readonly hides: ReadonlySet<string>;
}

/** Visible part of an object by several permissions: each value that at least one of them shows. */
export interface ObjectAccess {
  /** Conditions of which a visible record meets at least one. Undefined if all records are visible. */
  readonly conditions: readonly BoundCondition[] | undefined;
  /** Ids of attributes that no permission shows. */
  readonly hidden: ReadonlySet<string>;
  /**
   * By the id of an attribute that some permissions show and others hide: conditions of which a record meets at least one
   * if its value is visible.
   */
  readonly partlyHidden: ReadonlyMap<string, readonly BoundCondition[]>;
}

/** Returns what a permission grants on an object, if anything. */
function grantOn(permission: Permission, object: string): ObjectPermission | undefined {
  const name = Object.hasOwn(permission.objects, object) ? object : "*";
  return Object.hasOwn(permission.objects, name) ? permission.objects[name] : undefined;
}

/**
 * Binds the condition of a permission. It may use attributes of the object itself only, so that it holds or does not for
 * a record whatever the query is. Throws QueryError.
 */
export function bindRowCondition(rows: string, object: string, model: StoredModel): BoundCondition {
  const condition = readFormula(rows, object, model);
  const foreign = pathsOf(condition).find(({ references }) => references.length > 0);
  if (foreign) {
    throw new QueryError(
      `The condition \`${rows}\` follows the reference "${foreign.references[0]?.id}"; a permission can use attributes of "${object}" itself only.`,
    );
  }
  return condition;
}

/**
 * Returns what permissions together show of an object. A permission whose condition does not bind, because the model was
 * changed since, shows no record.
 */
export function accessTo(object: StoredObject, permissions: readonly Permission[], model: StoredModel): ObjectAccess {
  const grants = permissions.flatMap((permission) => readGrant(grantOn(permission, object.id), object, model) ?? []);
  const ids = [...object.properties, ...object.dimensions, ...object.concepts, ...object.references].map(
    ({ id }) => id,
  );
  const hidden = new Set(ids.filter((id) => grants.length > 0 && grants.every(({ hides }) => hides.has(id))));
  const partly = ids.flatMap((id) => {
    const showing = grants.filter(({ hides }) => !hides.has(id));
    const conditions = conditionsOf(showing);
    const isPartly = !hidden.has(id) && showing.length < grants.length && conditions !== undefined;
    return isPartly ? [[id, conditions] as const] : [];
  });
  return { conditions: conditionsOf(grants), hidden, partlyHidden: new Map(partly) };
}

/** Conditions of grants, undefined if one of the grants has none and so shows all records. */
function conditionsOf(grants: readonly Grant[]): readonly BoundCondition[] | undefined {
  const conditions = grants.flatMap(({ condition }) => condition ?? []);
  return conditions.length < grants.length ? undefined : conditions;
}

/** Hidden attributes with those whose values are computed from them, which would give them away. */
function withDependants({ properties, dimensions }: StoredObject, hides: readonly string[]): ReadonlySet<string> {
  const hidden = new Set(hides);
  const sources = [...properties, ...dimensions].map((attribute) => ({
    id: attribute.id,
    from: [...operandsOf(attribute), ...("range" in attribute && attribute.range ? [attribute.range.since] : [])],
  }));
  for (let size = -1; size < hidden.size; ) {
    size = hidden.size;
    for (const { id } of sources.filter(({ from }) => from.some((operand) => hidden.has(operand)))) {
      hidden.add(id);
    }
  }
  return hidden;
}

function readGrant(grant: ObjectPermission | undefined, object: StoredObject, model: StoredModel): Grant | undefined {
  if (!grant) {
    return undefined;
  }
  const hides = withDependants(object, grant.hides ?? []);
  if (grant.rows === undefined) {
    return { condition: undefined, hides };
  }
  try {
    return { condition: bindRowCondition(grant.rows, object.id, model), hides };
  } catch (error) {
    if (error instanceof QueryError) {
      return undefined;
    }
    throw error;
  }
}
