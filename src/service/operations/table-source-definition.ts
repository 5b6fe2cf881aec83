import { Default } from "typebox/value";
import { TableSource } from "../../contract/table-sources.ts";
import { HttpError } from "../call/call.ts";
import { type ColumnType, tableSourceColumnTypes } from "../store/column-storage.ts";
import { isSameName } from "../store/same-name.ts";

/** Maximum length of a name; our choice, because the specification has no limit. */
const maxNameLength = 255;

interface Column {
  readonly name: string;
  readonly dataType: ColumnType;
  readonly isPrimaryTimestamp: boolean;
}

/** A complete and valid definition of a table source. References to other tables are not checked yet. */
export type CheckedDefinition = Omit<TableSource, "uuid" | "objectName" | "columns"> & {
  readonly objectName: string;
  readonly columns: Column[];
};

/**
 * Fills in the defaults of a table source's definition and checks what its schema cannot express. Throws a 400 that
 * lists all problems (semantics.md, "Table sources").
 */
export function readTableSourceDefinition(body: TableSource): CheckedDefinition {
  const { uuid: _, ...filled } = Default(TableSource, structuredClone(body)) as TableSource;
  const problems = [
    ...nameProblems("objectName", filled.objectName),
    ...columnProblems(filled.columns ?? []),
    ...inheritanceProblems(filled),
    ...viewProblems(filled),
  ];
  if (problems.length > 0) {
    throw new HttpError(
      400,
      "TABLE_SOURCE_INVALID",
      `The definition of the table source is invalid: ${problems.join("; ")}.`,
    );
  }
  const columns = (filled.columns ?? []).map(({ name, dataType, isPrimaryTimestamp = false, ...rest }) => ({
    ...rest,
    name: String(name),
    dataType: isColumnType(dataType) ? dataType : "UNSPECIFIED",
    isPrimaryTimestamp,
  }));
  return { ...filled, objectName: String(filled.objectName), columns };
}

function isColumnType(type: string | undefined): type is ColumnType {
  return tableSourceColumnTypes.some((known) => known === type);
}

function nameProblems(field: string, name: string | undefined): string[] {
  if (name === undefined || name === "") {
    return [`${field} is missing`];
  }
  if (name.length > maxNameLength) {
    return [`${field} has more than ${maxNameLength} characters`];
  }
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
    ? []
    : [`${field} is not an SQL name: use letters, digits and underscores, and do not start with a digit`];
}

function columnProblems(columns: NonNullable<TableSource["columns"]>): string[] {
  if (columns.length === 0) {
    return ["columns is missing or empty"];
  }
  const problems = columns.flatMap(({ name, dataType, isPrimaryTimestamp = false }, index) => [
    ...nameProblems(`columns.${index}.name`, name),
    ...(dataType === undefined || isColumnType(dataType)
      ? []
      : [`columns.${index}.dataType must be one of ${tableSourceColumnTypes.join(", ")}`]),
    ...(isPrimaryTimestamp && dataType !== "DATE_TIME" && dataType !== "DATE"
      ? [`columns.${index} is the primary timestamp, but its type is neither DATE_TIME nor DATE`]
      : []),
    ...(columns.slice(0, index).some((other) => isSameName(other.name ?? "", name ?? ""))
      ? [`columns.${index}.name is used by another column; case is ignored`]
      : []),
  ]);
  if (columns.filter(({ isPrimaryTimestamp }) => isPrimaryTimestamp).length > 1) {
    problems.push("columns has more than one primary timestamp");
  }
  if (columns.filter(hasTenant).length > 1) {
    problems.push("columns has more than one of type TENANT_ID or CUSTOMER_ID");
  }
  return problems;
}

function inheritanceProblems(source: TableSource): string[] {
  if (!source.filterInheritedDataByTenant) {
    return [];
  }
  return [
    ...(source.canChildrenInheritData ? [] : ["filterInheritedDataByTenant needs canChildrenInheritData true"]),
    ...(source.columns?.some(hasTenant)
      ? []
      : ["filterInheritedDataByTenant needs a column of type TENANT_ID or CUSTOMER_ID"]),
  ];
}

function viewProblems({ materializedView: view }: TableSource): string[] {
  if (!view?.enabled) {
    return [];
  }
  return [
    ...(view.query?.trim() ? [] : ["materializedView.query is missing; an enabled view needs it"]),
    ...(view.dependencies ?? []).flatMap(({ upstreamTable }, index) =>
      upstreamTable ? [] : [`materializedView.dependencies.${index}.upstreamTable is missing`],
    ),
  ];
}

function hasTenant({ dataType }: { readonly dataType?: string | undefined }): boolean {
  return dataType === "TENANT_ID" || dataType === "CUSTOMER_ID";
}
