import type { ListQueryRequest, SnapshotQueryRequest } from "../../contract/queries.ts";
import type { TimeInterval } from "../../languages/sql-like/syntax.ts";
import type { StoredObject } from "../model/tenant-model.ts";
import { isDescending } from "./arrange-positions.ts";
import { type ParameterValues, readFilters, readParameters } from "./filters.ts";
import { type ListColumn, readListColumn } from "./list-columns.ts";
import { readMetricFilter } from "./metric-plan.ts";
import { checkColumnCount, QueryError } from "./query-error.ts";
import { type ListSettings, readListOptions } from "./query-options.ts";
import { type RecordCondition, splitConjuncts } from "./record-condition.ts";
import type { StoredModel } from "./stored-model.ts";
import { readListInterval, readQueryIntervals } from "./time-settings.ts";

/** List or snapshot query in which all names are resolved to elements of the model. */
export interface ListPlan {
  readonly object: StoredObject;
  readonly columns: readonly { readonly name: string; readonly column: ListColumn }[];
  readonly conditions: readonly RecordCondition[];
  readonly parameters: ParameterValues;
  /** Time intervals, oldest first. The result has the rows of each interval in turn. */
  readonly intervals: readonly TimeInterval[];
  readonly sorts: readonly { readonly column: number; readonly isDescending: boolean }[];
  readonly settings: ListSettings;
}

export function planListQuery(request: ListQueryRequest, timeColumn: string, model: StoredModel): ListPlan {
  const settings = readListOptions(request.options);
  const interval = readListInterval(
    request.timeInterval ?? { dynamicDateFrom: "SOURCE" },
    settings.calendarType,
    model.tenant,
  );
  return plan(request, [interval], settings, timeColumn, model);
}

export function planSnapshotQuery(request: SnapshotQueryRequest, timeColumn: string, model: StoredModel): ListPlan {
  const settings = readListOptions(request.options);
  const intervals = readQueryIntervals(request.timeIntervals ?? {}, settings.calendarType, model.tenant);
  return plan(request, intervals, settings, timeColumn, model);
}

type CommonRequest = Pick<ListQueryRequest, "source" | "columns" | "filters" | "parameterValues" | "sortOptions">;

function plan(
  { source, columns, filters, parameterValues, sortOptions }: CommonRequest,
  intervals: readonly TimeInterval[],
  settings: ListSettings,
  timeColumn: string,
  model: StoredModel,
): ListPlan {
  const { object, conditions } = readSource(source, model);
  checkColumnCount(columns.length);
  const named = columns.map(({ columnName, columnDefinition }) => {
    const column = readListColumn(columnDefinition, object.id, settings, model);
    return { name: columnName ?? nameOf(column, timeColumn), column };
  });
  return {
    object,
    columns: named,
    conditions: [...conditions, ...readFilters(filters, object.id, settings.calendarType, model)],
    parameters: readParameters(parameterValues),
    intervals,
    sorts: (sortOptions ?? []).map(({ columnIndex = 0, sortDirection }) => {
      if (!named[columnIndex]) {
        throw new QueryError(
          `sortOptions names the column ${columnIndex}; columns count from 0 to ${named.length - 1}.`,
        );
      }
      return { column: columnIndex, isDescending: isDescending(sortDirection) };
    }),
    settings,
  };
}

/**
 * Reads the source of a list: an analytic object, or the records that a metric counts, given by its object and
 * conditions. A formula is that of one metric.
 */
function readSource(
  source: ListQueryRequest["source"],
  model: StoredModel,
): { readonly object: StoredObject; readonly conditions: readonly RecordCondition[] } {
  if (source?.analyticObject !== undefined) {
    return { object: model.object(source.analyticObject), conditions: [] };
  }
  const formula = source?.formula?.trim();
  const id = source?.metric ?? /^(\w+)\s*(?:\(\s*\))?$/.exec(formula ?? "")?.[1];
  if (id === undefined) {
    const instead = "The source of a list needs an analyticObject or a metric";
    const problem =
      formula !== undefined
        ? `; the records of \`${formula.slice(0, 200)}\`, which is more than a metric, are not available (source.formula)`
        : source?.textConcept === undefined
          ? ""
          : "; source.textConcept is not available";
    throw new QueryError(`${instead}${problem}.`);
  }
  const metric = model.metric(id);
  if (metric.kind === "derived") {
    throw new QueryError(
      `The metric "${metric.id}" is made of others and has no records (source.metric); name one of its parts, or an analyticObject.`,
    );
  }
  const condition = readMetricFilter(metric, metric.object, model);
  return { object: model.object(metric.object), conditions: condition ? splitConjuncts(condition) : [] };
}

/** Default name of a column (sql-like-language 11.2). */
function nameOf(column: ListColumn, timeColumn: string): string {
  switch (column.kind) {
    case "effectiveDate":
      return timeColumn;
    case "empty":
      return "";
    case "memberMap":
      return column.bound.map.id;
    case "level":
      return column.path.attribute.dimension.id;
    case "attribute": {
      const { attribute, references } = column.path;
      const id =
        attribute.kind === "property"
          ? attribute.property.id
          : attribute.kind === "dimension"
            ? attribute.dimension.id
            : attribute.concept.id;
      return [...references.map((reference) => reference.id), id].join(".");
    }
  }
}
