/** Setting of a data connector. All values are text; ours, because the specification names no keys. */
interface ConnectorSetting {
  readonly key: string;
  readonly description: string;
  readonly example: string;
}

export const connectorSettings = [
  {
    key: "tables",
    description:
      "What is read, separated by commas or line breaks: the name of a table, of a file (with * for any characters) or the path of an address. `Employee: staff` reads staff into the source Employee; a name alone belongs to the source that it matches. Without this setting everything that matches a source is read.",
    example: "Employee: staff, Employee_Exit: leavers",
  },
  {
    key: "schema",
    description: "Schema of the tables of a database.",
    example: "public",
  },
  {
    key: "incrementalColumn",
    description:
      "Column with the time at which a row was last changed; only rows of the extraction's window are read. One name for all tables, or `Employee: changed_at` for each. Tables without one are read whole each time.",
    example: "changed_at",
  },
  {
    key: "timeZone",
    description: "Time zone of times without an offset in the incremental column, and of the days of windows.",
    example: "Europe/Berlin",
  },
  {
    key: "batchSize",
    description: "Maximum number of rows in a received file.",
    example: "100000",
  },
  {
    key: "path",
    description: "Folder, prefix or path below the one of the credential.",
    example: "exports/hr",
  },
  {
    key: "keyColumns",
    description:
      "Columns of table sources that identify a row, separated by commas; rows with the same values are replaced. Rows of a window are written into table sources only with this setting.",
    example: "employee_id",
  },
] as const satisfies readonly ConnectorSetting[];

export type ConnectorSettingKey = (typeof connectorSettings)[number]["key"];
