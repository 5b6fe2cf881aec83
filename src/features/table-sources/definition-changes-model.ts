import { isObject } from "../../base/guards.ts";
import type { TableSource } from "../../contract/table-sources.ts";

/** One difference between a definition and its replacement. */
export type DefinitionChange =
  | { readonly kind: "renamed"; readonly from: string; readonly to: string }
  | { readonly kind: "columnAdded"; readonly name: string; readonly dataType: string }
  | { readonly kind: "columnLost"; readonly name: string; readonly dataType: string }
  | { readonly kind: "columnRetyped"; readonly name: string; readonly from: string; readonly to: string }
  | { readonly kind: "viewChanged" | "viewEnabled" | "viewDisabled" }
  /** A change of any other field, with values as JSON. */
  | { readonly kind: "field"; readonly field: string; readonly from: string; readonly to: string };

export interface DefinitionChanges {
  readonly changes: readonly DefinitionChange[];
  /** Names of the columns that stay. */
  readonly kept: readonly string[];
  /** Pairs of a lost and a new column of the same type, where the user may have meant to rename the column. */
  readonly likelyRenames: readonly { readonly from: string; readonly to: string }[];
}

type Column = NonNullable<TableSource["columns"]>[number];

/** Default values of fields (service-api, "Table sources"). */
const defaults: Readonly<Record<string, unknown>> = {
  canChildrenInherit: false,
  canChildrenInheritData: false,
  excludeFromAutoProcessing: false,
  filterInheritedDataByTenant: false,
  snapshotRetentionDays: 7,
};

const comparedElsewhere = new Set(["uuid", "objectName", "columns", "materializedView"]);

/** Compares a definition with its replacement: the changes, and which columns keep their values. Names ignore case. */
export function compareDefinitions(before: TableSource, after: TableSource): DefinitionChanges {
  const [old, next] = [columnsByName(before), columnsByName(after)];
  const lost = [...old].filter(([key]) => !next.has(key)).map(([, column]) => column);
  const added = [...next].filter(([key]) => !old.has(key)).map(([, column]) => column);
  const kept = [...next].filter(([key]) => old.has(key));
  const changes: DefinitionChange[] = [];
  if (before.objectName !== after.objectName) {
    changes.push({ kind: "renamed", from: before.objectName ?? "", to: after.objectName ?? "" });
  }
  changes.push(
    ...lost.map((column) => ({ kind: "columnLost", ...nameAndType(column) }) as const),
    ...added.map((column) => ({ kind: "columnAdded", ...nameAndType(column) }) as const),
    ...kept.flatMap(([key, column]) => retyped(old.get(key) ?? {}, column)),
    ...viewChanges(before, after),
    ...fieldChanges(before, after),
    ...columnFieldChanges(old, kept),
  );
  return { changes, kept: kept.map(([, { name = "" }]) => name), likelyRenames: pairByType(lost, added) };
}

/** Whether two definitions are equivalent. */
export function isSameDefinition(one: TableSource, other: TableSource): boolean {
  const { changes } = compareDefinitions(one, other);
  return (
    changes.length === 0 &&
    jsonOf((one.columns ?? []).map(nameAndType)) === jsonOf((other.columns ?? []).map(nameAndType))
  );
}

function columnsByName({ columns = [] }: TableSource): Map<string, Column> {
  return new Map(columns.map((column) => [(column.name ?? "").toLowerCase(), column]));
}

function nameAndType({ name = "", dataType = "UNSPECIFIED" }: Column) {
  return { name, dataType };
}

function retyped(before: Column, after: Column): DefinitionChange[] {
  const { name, dataType: to } = nameAndType(after);
  const { dataType: from } = nameAndType(before);
  return from === to ? [] : [{ kind: "columnRetyped", name, from, to }];
}

function viewChanges(before: TableSource, after: TableSource): DefinitionChange[] {
  const [wasBefore, isNow] = [before.materializedView?.enabled === true, after.materializedView?.enabled === true];
  if (wasBefore !== isNow) {
    return [{ kind: isNow ? "viewEnabled" : "viewDisabled" }];
  }
  const content = ({ materializedView: { query, dependencies = [] } = {} }: TableSource) =>
    jsonOf({ query, dependencies });
  return content(before) === content(after) ? [] : [{ kind: "viewChanged" }];
}

function fieldChanges(before: TableSource, after: TableSource): DefinitionChange[] {
  const [old, next] = [before, after] as readonly Readonly<Record<string, unknown>>[];
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => !comparedElsewhere.has(field),
  );
  return fields.flatMap((field) => {
    const [from, to] = [jsonOf(old?.[field] ?? defaults[field]), jsonOf(next?.[field] ?? defaults[field])];
    return from === to ? [] : [{ kind: "field", field, from, to } as const];
  });
}

function columnFieldChanges(
  old: Map<string, Column>,
  kept: readonly (readonly [string, Column])[],
): DefinitionChange[] {
  return kept.flatMap(([key, { name = "", isPrimaryTimestamp: isNow = false }]) => {
    const { isPrimaryTimestamp: wasBefore = false } = old.get(key) ?? {};
    const field = `${name}.isPrimaryTimestamp`;
    return wasBefore === isNow ? [] : [{ kind: "field", field, from: jsonOf(wasBefore), to: jsonOf(isNow) } as const];
  });
}

function pairByType(lost: readonly Column[], added: readonly Column[]): DefinitionChanges["likelyRenames"] {
  const unpaired = [...added];
  return lost.flatMap((column) => {
    const at = unpaired.findIndex(({ dataType }) => dataType === column.dataType);
    const [to] = at < 0 ? [] : unpaired.splice(at, 1);
    return to ? [{ from: column.name ?? "", to: to.name ?? "" }] : [];
  });
}

/** Returns JSON that does not depend on the order of fields, or `-` for undefined. */
function jsonOf(value: unknown): string {
  const sorted = JSON.stringify(value, (_, part: unknown) =>
    isObject(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
  return sorted ?? "-";
}
