import type { AnalyticObject, Level, Metric } from "../../core/model/model-source.ts";
import type { QueryKind } from "../syntax/query-kind.ts";
import type { BoundCondition, ConceptPath, DimensionPath, PropertyPath } from "./bound-condition.ts";
import type { TimeFilter } from "./check-time.ts";

/** Valid query with all names resolved against the model. */
export interface BoundQuery {
  readonly kind: QueryKind;
  readonly object: AnalyticObject;
  /** Bound items of the query, in SELECT order. */
  readonly items: readonly BoundItem[];
  /** Time filter of the query; undefined if it has none. */
  readonly time: TimeFilter | undefined;
  readonly condition: BoundCondition | undefined;
}

export type BoundItem = BoundAttribute & {
  /** Name of the item's column in the result (sql-like-language 11.2). */
  readonly name: string;
  readonly isLabelled: boolean;
};

export type BoundAttribute =
  | { readonly kind: "metric"; readonly metric: Metric; readonly arguments: readonly ParameterArgument[] }
  | { readonly kind: "level"; readonly path: DimensionPath; readonly level: BoundLevel }
  /** Dimension column: leaf members in an aggregate query, the path of member names in a list query. */
  | { readonly kind: "dimension"; readonly path: DimensionPath }
  | { readonly kind: "concept"; readonly path: ConceptPath }
  | { readonly kind: "property"; readonly path: PropertyPath }
  /** Time column: the time axis in an aggregate query, the effective date in a list query. */
  | { readonly kind: "time" };

/** Dimension level of the model. Contains only the id or depth if the model does not know the dimension's levels. */
export type BoundLevel = Pick<Level, "id"> | Pick<Level, "depth">;

export type ParameterArgument =
  | { readonly kind: "number"; readonly parameter: string; readonly value: number }
  /** Dimension members as the value of a metric parameter. Each member is a path of names from the top level. */
  | { readonly kind: "members"; readonly parameter: string; readonly members: readonly (readonly string[])[] }
  | { readonly kind: "aggregationType"; readonly parameter: string; readonly option: string };
