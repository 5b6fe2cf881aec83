import type { AddedColumns, ViewAdditions } from "../../duckdb/attached-files.ts";
import { quoteName, quoteText } from "../../duckdb/database.ts";
import { memberTableColumns, memberTableNameOf } from "./member-tree.ts";
import type { DimensionChange, ModelChange, PropertyChange } from "./model-change.ts";
import type { StoredDimension, StoredProperty, TenantModel } from "./tenant-model.ts";

/** Whether the values of an attribute are calculated when they are read, so that no file has them. */
export function isComputedOnRead(attribute: StoredProperty | StoredDimension): boolean {
  return "storage" in attribute ? attribute.formula !== undefined : attribute.bands !== undefined;
}

/** Ids of the properties that the values of an attribute are calculated from when they are read. */
export function operandsOf(attribute: StoredProperty | StoredDimension): readonly string[] {
  if ("storage" in attribute) {
    const { formula } = attribute;
    return formula ? [formula.left, formula.right].filter((operand) => typeof operand === "string") : [];
  }
  return attribute.bands ? [attribute.bands.property] : [];
}

/**
 * Returns a model with all stored attributes that published changes ever added, also those that others removed: what the
 * files of data versions hold. Loads and builds use it, so that a roll back finds the values that were there.
 */
export function withStoredAttributes(model: TenantModel, changes: readonly ModelChange[]): TenantModel {
  return {
    ...model,
    objects: model.objects.map((object) => {
      const added = storedOf(changes, object.id);
      const missing = <Item extends { readonly id: string }>(items: readonly Item[], known: readonly Item[]) =>
        items.filter(({ id }) => !known.some((item) => item.id === id));
      return {
        ...object,
        properties: [...object.properties, ...missing(added.properties, object.properties)],
        dimensions: [...object.dimensions, ...missing(added.dimensions, object.dimensions)],
      };
    }),
  };
}

/** Returns what views need for the attributes that changes added, one after the other. Undefined if that is nothing. */
export function viewAdditionsOf(changes: readonly ModelChange[]): ViewAdditions | undefined {
  const columns = new Map<string, AddedColumns>();
  const tables = new Map<string, string>();
  const ofAttributes = changes.filter(({ kind }) => kind === "property" || kind === "dimension");
  for (const object of new Set(ofAttributes.flatMap((change) => change.object ?? []))) {
    const stored = storedOf(changes, object);
    const last = new Map(ofAttributes.filter((one) => one.object === object).map((change) => [change.id, change]));
    const computed = [...last.values()].flatMap((change) => {
      const { kind, after } = change;
      return (kind === "property" || kind === "dimension") && after && isComputedOnRead(after) ? [after] : [];
    });
    const missing = new Map([
      ...stored.properties.map(({ id, storage }): [string, string] => [id, `NULL::${storage}`]),
      ...stored.dimensions.map(({ id }): [string, string] => [id, "NULL::INTEGER"]),
    ]);
    columns.set(object, { missing, calculated: new Map(computed.map((one) => [one.id, computedSql(one)])) });
    const dimensions = [...stored.dimensions, ...computed.filter((one) => "membersOf" in one)];
    for (const dimension of dimensions) {
      tables.set(memberTableNameOf(dimension.membersOf), memberSelect(dimension));
    }
  }
  if (columns.size + tables.size === 0) {
    return undefined;
  }
  const listed = [...columns].map(([table, { missing, calculated }]) => [table, [...missing], [...calculated]]);
  return { key: JSON.stringify([listed, [...tables]]), columns, tables };
}

/** The stored attributes of an object that changes added, each as it was added first. */
function storedOf(changes: readonly ModelChange[], object: string) {
  const first = <Change extends PropertyChange | DimensionChange>(kind: Change["kind"]) => {
    const added = changes.filter(
      (change): change is Change => change.kind === kind && change.object === object && change.after !== null,
    );
    return [...new Map(added.map((change) => [change.id, change] as const).reverse()).values()].reverse();
  };
  return {
    properties: first<PropertyChange>("property").flatMap(({ after }) =>
      after && !isComputedOnRead(after) && after.isCalculated === undefined ? [after] : [],
    ),
    dimensions: first<DimensionChange>("dimension").flatMap(({ after }) =>
      after && !isComputedOnRead(after) && after.range === undefined ? [after] : [],
    ),
  };
}

const operators = { add: "+", subtract: "-", multiply: "*", divide: "/" } as const;

/** SQL of the values of a computed attribute. A missing operand and a division by zero give a missing value. */
function computedSql(attribute: StoredProperty | StoredDimension): string {
  if ("storage" in attribute) {
    const { operator = "add", left = 0, right = 0 } = attribute.formula ?? {};
    const sqlOf = (operand: string | number) => `${typeof operand === "string" ? quoteName(operand) : operand}::DOUBLE`;
    const divisor = operator === "divide" ? `nullif(${sqlOf(right)}, 0)` : sqlOf(right);
    return `(${sqlOf(left)} ${operators[operator]} ${divisor})`;
  }
  const { property = "", bounds = [] } = attribute.bands ?? {};
  const value = quoteName(property);
  const cases = bounds.map((bound, ordinal) => `WHEN ${value} < ${bound} THEN ${ordinal}`);
  return `(CASE WHEN ${value} IS NULL THEN NULL ${cases.join(" ")} ELSE ${bounds.length} END)::INTEGER`;
}

/** Names of the bands of numbers between ascending bounds, the lowest first. A band begins with its bound. */
function bandNamesOf(bounds: readonly number[]): readonly { readonly name: string; readonly displayName: string }[] {
  const last = bounds.at(-1);
  return [
    ...bounds.map((bound, index) => {
      const from = bounds[index - 1];
      return from === undefined
        ? { name: `Under_${bound}`, displayName: `Under ${bound}` }
        : { name: `${from}_${bound}`, displayName: `${from} to under ${bound}` };
    }),
    { name: `${last}_up`, displayName: `${last} and more` },
  ];
}

/** SELECT of the member table of a dimension whose members no file has yet: none, or those of the bands. */
function memberSelect({ bands }: StoredDimension): string {
  const empty = memberTableColumns
    .split(", ")
    .map((column) => column.split(" "))
    .map(([name, type]) => `NULL::${type} AS ${name}`)
    .join(", ");
  const members = bandNamesOf(bands?.bounds ?? []).map(
    ({ name, displayName }, ordinal) =>
      `SELECT ${ordinal}, NULL, 0, ${quoteText(name)}, ${quoteText(displayName)}, ${quoteText(name)}, [${ordinal}], TRUE`,
  );
  const none = `(SELECT ${empty} LIMIT 0)`;
  return bands ? [none, ...members].join(" UNION ALL ") : none;
}
