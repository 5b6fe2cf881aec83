import type { ObjectReference } from "../../contract/query-parts.ts";
import type { ModelSource } from "../../languages/core/model-source.ts";
import { type Attribute, type BoundPath, resolvePath } from "../../languages/sql-like/syntax.ts";
import { modelSourceOf } from "../model/model-source.ts";
import type {
  StoredDimension,
  StoredMetric,
  StoredObject,
  StoredProperty,
  TenantModel,
} from "../model/tenant-model.ts";
import { QueryError } from "./query-error.ts";

/** A tenant's model by name, as a query needs it; what is not there is a `QueryError`. */
export class StoredModel {
  readonly tenant: TenantModel;
  readonly source: ModelSource;
  readonly #objects: ReadonlyMap<string, StoredObject>;
  readonly #metrics: ReadonlyMap<string, StoredMetric>;

  constructor(tenant: TenantModel) {
    this.tenant = tenant;
    this.source = modelSourceOf(tenant);
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

  /** The object that a chain of references leads to. */
  follow(from: string, references: readonly string[]): StoredObject {
    return references.reduce((object, id) => {
      const reference = object.references.find((known) => known.id === id);
      if (!reference) {
        throw new QueryError(`The object "${object.id}" has no reference "${id}".`);
      }
      return this.object(reference.target);
    }, this.object(from));
  }

  /** The attribute of one kind that a name and its qualifying path mean, seen from an object (sql-like-language 8.2, appendix B). */
  resolve<Kind extends Attribute["kind"]>(
    reference: ObjectReference | undefined,
    from: string,
    kind: Kind,
  ): BoundPath<Extract<Attribute, { kind: Kind }>> {
    const name = reference?.name;
    if (!name) {
      throw new QueryError(`A ${kind} needs its name.`);
    }
    const segments = [...(reference.qualifyingPath ? reference.qualifyingPath.split(".") : []), name];
    const resolution = resolvePath(this.source, from, segments, kind === "property" ? "property" : "dimension");
    if (resolution.kind !== "path" || resolution.path.attribute.kind !== kind) {
      throw new QueryError(`"${segments.join(".")}" is no ${kind} that can be reached from "${from}".`);
    }
    return resolution.path as BoundPath<Extract<Attribute, { kind: Kind }>>;
  }
}
