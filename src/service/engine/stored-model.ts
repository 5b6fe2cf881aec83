import type { ObjectReference } from "../../contract/query-parts.ts";
import type { ModelSource } from "../../languages/core/model/model-source.ts";
import { findItemByName } from "../../languages/core/text/find-name.ts";
import { isSameWordIgnoringCase } from "../../languages/core/text/same-word.ts";
import {
  type BoundPath,
  type DimensionPath,
  type ModelAttribute,
  resolvePath,
} from "../../languages/sql-like/syntax.ts";
import {
  createModelSource,
  type StoredDimension,
  type StoredMemberMap,
  type StoredMetric,
  type StoredObject,
  type StoredProperty,
  type TenantModel,
} from "../model/tenant-model.ts";
import { QueryError } from "./query-error.ts";

/** A member map whose names are resolved. */
export interface BoundMemberMap {
  readonly map: StoredMemberMap;
  /** Path to the dimension whose members are assigned. */
  readonly keys: DimensionPath;
  readonly keyDimension: StoredDimension;
  /** Dimension whose members the map leads to. */
  readonly target: StoredDimension;
}

/** Finds elements of a tenant's business model by name. Throws QueryError for unknown names. */
export class StoredModel {
  readonly tenant: TenantModel;
  readonly source: ModelSource;
  readonly #objects: ReadonlyMap<string, StoredObject>;
  readonly #metrics: ReadonlyMap<string, StoredMetric>;

  constructor(tenant: TenantModel) {
    this.tenant = tenant;
    this.source = createModelSource(tenant);
    this.#objects = new Map(tenant.objects.map((object) => [object.id, object]));
    this.#metrics = new Map(tenant.metrics.map((metric) => [metric.id, metric]));
  }

  object(id: string): StoredObject {
    const object = this.#objects.get(id);
    if (!object) {
      throw new QueryError(`There is no analytic object "${id}".`);
    }
    return object;
  }

  metric(id: string): StoredMetric {
    const metric = this.#metrics.get(id);
    if (!metric) {
      throw new QueryError(`There is no metric "${id}".`);
    }
    return metric;
  }

  property(object: string, id: string): StoredProperty {
    const property = this.object(object).properties.find((known) => known.id === id);
    if (!property) {
      throw new QueryError(`The object "${object}" has no property "${id}".`);
    }
    return property;
  }

  dimension(object: string, id: string): StoredDimension {
    const dimension = this.object(object).dimensions.find((known) => known.id === id);
    if (!dimension) {
      throw new QueryError(`The object "${object}" has no dimension "${id}".`);
    }
    return dimension;
  }

  /**
   * Splits a qualifying path that starts with an object of the model. Returns the id of this object and the references
   * from it.
   */
  splitStart(path: string): { readonly from: string; readonly references: readonly string[] } {
    const [start = "", ...references] = path.split(".");
    const object = findItemByName(this.tenant.objects, start);
    if (!object) {
      throw new QueryError(`The qualifying path "${path}" starts at no analytic object.`);
    }
    return { from: object.id, references };
  }

  /** Returns the analytic object that a chain of references leads to. */
  follow(from: string, references: readonly string[]): StoredObject {
    return references.reduce((object, id) => {
      const reference = findItemByName(object.references, id);
      if (!reference) {
        throw new QueryError(`The object "${object.id}" has no reference "${id}".`);
      }
      return this.object(reference.target);
    }, this.object(from));
  }

  /**
   * Finds an attribute by its name and qualifying path, starting from an object (sql-like-language 8.2, appendix B).
   * The name is either short, such as `Full_Name`, or full, such as `Employee.Full_Name`.
   */
  resolve<Kind extends ModelAttribute["kind"]>(
    reference: ObjectReference | undefined,
    from: string,
    kind: Kind,
  ): BoundPath<Extract<ModelAttribute, { kind: Kind }>> {
    const name = reference?.name;
    if (!name) {
      throw new QueryError(`A ${kind} needs its name.`);
    }
    const path = reference.qualifyingPath ? reference.qualifyingPath.split(".") : [];
    this.#checkStart(path, from);
    const find = (segments: readonly string[]) => {
      const resolution = resolvePath(this.source, from, segments, kind === "property" ? "property" : "dimension");
      const isWanted = resolution.kind === "path" && resolution.path.attribute.kind === kind;
      return isWanted ? (resolution.path as BoundPath<Extract<ModelAttribute, { kind: Kind }>>) : undefined;
    };
    // The id of a property may contain a dot, so the whole name is tried first.
    const found = find([...path, name]) ?? find(this.#withoutOwner(name, path, from, kind));
    if (!found) {
      const written = name.includes(".") ? name : [...path, name].join(".");
      throw new QueryError(`"${written}" is no ${kind} that can be reached from "${from}".`);
    }
    return found;
  }

  /**
   * Finds a member map by name and qualifying path, with the dimensions that it relates. It is unknown if one of them
   * is.
   */
  memberMap(reference: ObjectReference | undefined, targetName: string | undefined, from: string): BoundMemberMap {
    const { name = "", qualifyingPath = "" } = reference ?? {};
    const path = qualifyingPath === "" ? [] : qualifyingPath.split(".");
    this.#checkStart(path, from);
    const object = this.follow(from, withoutStart(path, from));
    const map = object.memberMaps?.find(({ id }) => id === name || `${object.id}.${id}` === name);
    const keyDimension = object.dimensions.find(({ id }) => id === map?.dimension);
    const target = object.dimensions.find(({ id }) => id === map?.target);
    if (!map || !keyDimension || !target) {
      throw new QueryError(`The object "${object.id}" has no member map "${name}".`);
    }
    if (targetName !== undefined && targetName !== target.id) {
      throw new QueryError(
        `The member map "${name}" leads to "${target.id}", not to "${targetName}" (targetDimensionName).`,
      );
    }
    const keys = this.resolve({ name: keyDimension.id, qualifyingPath }, from, "dimension");
    return { map, keys, keyDimension, target };
  }

  /** Segments of a full name: those of its qualifying path, or of the name if there is none, and its last segment. */
  #withoutOwner(name: string, path: readonly string[], from: string, kind: string): readonly string[] {
    const segments = name.split(".");
    const owner = segments.slice(0, -1);
    if (path.length === 0 || owner.length === 0) {
      this.#checkStart(owner, from);
      return [...path, ...segments];
    }
    const { id } = this.follow(from, withoutStart(path, from));
    if (
      !isSameWordIgnoringCase(owner.join("."), id) &&
      !isSamePath(withoutStart(owner, from), withoutStart(path, from))
    ) {
      throw new QueryError(
        `The ${kind} "${name}" does not belong to its qualifying path "${path.join(".")}", which leads to "${id}"; write "${id}.${segments.at(-1)}", or the qualifying path that leads to "${owner.join(".")}".`,
      );
    }
    return [...path, ...segments.slice(-1)];
  }

  /**
   * Refuses a path that starts at another object, which is reached through a reference (sql-like-language 8.2, rule 6).
   */
  #checkStart([first]: readonly string[], from: string): void {
    const start = first === undefined ? undefined : findItemByName(this.tenant.objects, first);
    if (!start || start.id === from) {
      return;
    }
    const through = this.object(from).references.filter(({ target }) => target === start.id);
    const instead = through.map(({ id }) => `"${from}.${id}"`).join(" or ");
    throw new QueryError(
      `The qualifying path "${first}" starts at another object than "${from}"; ${instead ? `write ${instead}.` : `"${from}" has no reference to it.`}`,
    );
  }
}

/** References of a qualifying path, which may leave out the object that it starts at. */
function withoutStart(path: readonly string[], from: string): readonly string[] {
  return isSameWordIgnoringCase(path[0] ?? "", from) ? path.slice(1) : path;
}

function isSamePath(one: readonly string[], other: readonly string[]): boolean {
  return isSameWordIgnoringCase(one.join("."), other.join("."));
}
