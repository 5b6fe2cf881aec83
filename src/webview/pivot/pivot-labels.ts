import type { ResultColumn } from "../../protocol/data-worker.ts";
import { fillText } from "../../protocol/fill-text.ts";
import type { PivotFunction, PivotLabels, PivotRequest, PivotShowAs } from "../../protocol/pivot.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";

export function translateFunctionName(strings: ResultsStrings, name: PivotFunction): string {
  return {
    sum: strings.pivotSum,
    average: strings.pivotAverage,
    count: strings.pivotCount,
    distinct: strings.pivotDistinct,
    minimum: strings.pivotMinimum,
    maximum: strings.pivotMaximum,
    single: strings.pivotSingle,
  }[name];
}

export function translateShownValue(strings: ResultsStrings, show: PivotShowAs): string {
  return {
    value: strings.pivotShowValue,
    percentOfRow: strings.pivotPercentOfRow,
    percentOfColumn: strings.pivotPercentOfColumn,
    percentOfTotal: strings.pivotPercentOfTotal,
    change: strings.pivotChange,
    percentChange: strings.pivotPercentChange,
  }[show];
}

/** Returns the translated labels of a pivot table. */
export function createPivotLabels(
  strings: ResultsStrings,
  columns: readonly ResultColumn[],
  { values }: PivotRequest,
): PivotLabels {
  return {
    total: strings.pivotTotal,
    missing: strings.missing,
    values: values.map(({ column, function: name, show }) => {
      const metric = columns[column]?.name ?? "";
      const computed = translateFunctionName(strings, name).toLocaleLowerCase();
      const value = name === "single" ? metric : fillText(strings.pivotValueName, metric, computed);
      return show === "value" ? value : fillText(strings.pivotShownName, value, translateShownValue(strings, show));
    }),
  };
}
