import { type ConnectorSettingKey, connectorSettings } from "../../contract/connector-settings.ts";
import { isTimeZone } from "./extraction-window.ts";

/** Source that a connector reads: a table, or the files that match a name. */
export interface TableSetting {
  /** Name of the source or table source that the rows are for; undefined for the one that the name matches. */
  readonly target: string | undefined;
  /** Name of a table, of files, or the path of an address. */
  readonly name: string;
}

/** Settings of a connector in a tenant, as an extraction uses them. */
export interface ReadSettings {
  /** Undefined means all tables that match a source. */
  readonly tables: readonly TableSetting[] | undefined;
  readonly schema: string | undefined;
  /** Incremental column by target; the entry without a target is for all others. */
  readonly incrementalColumns: readonly TableSetting[];
  readonly timeZone: string;
  readonly batchSize: number | undefined;
  readonly path: string;
  readonly keyColumns: readonly string[];
}

/** Splits `Employee: staff, leavers` into its entries. */
function readEntries(text: string): readonly TableSetting[] {
  return text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map((entry) => {
      const [, target, name] = /^([A-Za-z_][\w-]*):\s+(.+)$/.exec(entry) ?? [];
      return target === undefined || name === undefined ? { target: undefined, name: entry } : { target, name };
    });
}

/** Settings as an extraction uses them. Values have been checked. */
export function readSettings(values: ReadonlyMap<string, string>): ReadSettings {
  const textOf = (key: ConnectorSettingKey) => values.get(key)?.trim() || undefined;
  const tables = readEntries(textOf("tables") ?? "");
  const batchSize = textOf("batchSize");
  return {
    tables: tables.length > 0 ? tables : undefined,
    schema: textOf("schema"),
    incrementalColumns: readEntries(textOf("incrementalColumn") ?? ""),
    timeZone: textOf("timeZone") ?? "UTC",
    batchSize: batchSize === undefined ? undefined : Number(batchSize),
    path: textOf("path") ?? "",
    keyColumns: readEntries(textOf("keyColumns") ?? "").map(({ name }) => name),
  };
}

/** Incremental column of a target; undefined for one that is read whole. */
export function incrementalColumnOf({ incrementalColumns }: ReadSettings, target: string): string | undefined {
  return (
    incrementalColumns.find((entry) => entry.target === target) ??
    incrementalColumns.find((entry) => entry.target === undefined)
  )?.name;
}

const maxLength = 10_000;

/** Returns a sentence about an invalid setting, or undefined. An empty value removes the setting. */
export function findSettingProblem(key: string, value: string): string | undefined {
  if (!connectorSettings.some((setting) => setting.key === key)) {
    return `There is no setting "${key}"; there are ${connectorSettings.map((setting) => setting.key).join(", ")}.`;
  }
  if (value.length > maxLength) {
    return `A value has at most ${maxLength} characters.`;
  }
  if (value.trim() === "") {
    return undefined;
  }
  switch (key as ConnectorSettingKey) {
    case "timeZone":
      return isTimeZone(value.trim()) ? undefined : "This is no name of a time zone, such as Europe/Berlin or UTC.";
    case "batchSize":
      return /^[1-9]\d{0,8}$/.test(value.trim())
        ? undefined
        : "A batch size is a whole number of rows from 1 to 999999999.";
    case "path":
      return value.split(/[/\\]/).includes("..") ? "A path does not lead upwards with .. ." : undefined;
    case "tables":
    case "incrementalColumn":
      return findDuplicate(readEntries(value).map(({ target }) => target));
    case "keyColumns":
      return findDuplicate(readEntries(value).map(({ name }) => name));
    case "schema":
      return undefined;
  }
}

function findDuplicate(names: readonly (string | undefined)[]): string | undefined {
  const twice = names.find((name, index) => name !== undefined && names.indexOf(name) < index);
  return twice === undefined ? undefined : `${twice} is there twice; name it once.`;
}
