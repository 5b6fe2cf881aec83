import type { AnalyticObject, Level, Metric } from "../../core/model/model-source.ts";
import type { QueryKind } from "../syntax/query-kind.ts";
import type { BoundCondition, ConceptPath, DimensionPath, PropertyPath } from "./bound-condition.ts";
import type { TimeFilter } from "./check-time.ts";

/** Query without errors, with all names resolved. */
export interface BoundQuery {
  readonly kind: QueryKind;
  readonly object: AnalyticObject;
  /** In SELECT order. */
  readonly items: readonly BoundItem[];
  /** Undefined without a time filter. */
  readonly time: TimeFilter | undefined;
  readonly condition: BoundCondition | undefined;
}

export type BoundItem = BoundAttribute & {
  /** Column name in the result (sql-like-language 11.2). */
  readonly name: string;
  readonly isLabelled: boolean;
};

export type BoundAttribute =
  | { readonly kind: "metric"; readonly metric: Metric; readonly arguments: readonly ParameterArgument[] }
  | { readonly kind: "level"; readonly path: DimensionPath; readonly level: BoundLevel }
  /** Leaf members in an aggregate query, the name path in a list query. */
  | { readonly kind: "dimension"; readonly path: DimensionPath }
  | { readonly kind: "concept"; readonly path: ConceptPath }
  | { readonly kind: "property"; readonly path: PropertyPath }
  /** Time axis in an aggregate query, the effective date in a list query. */
  | { readonly kind: "time" };

/** Level of the model, or only its id or depth if the model does not know the levels. */
export type BoundLevel = Pick<Level, "id"> | Pick<Level, "depth">;

export type ParameterArgument =
  | { readonly kind: "number"; readonly parameter: string; readonly value: number }
  /** Members as paths of names from the top. */
  | { readonly kind: "members"; readonly parameter: string; readonly members: readonly (readonly string[])[] }
  | { readonly kind: "aggregationType"; readonly parameter: string; readonly option: string };
