import { Type } from "typebox";

/** Data types of table-source columns, each with a description of its values (sql-like-language 13.1). */
export const columnTypeDescriptions = {
  STRING: "Text.",
  TENANT_ID: "The full code of a tenant, with the prefix of the administrating tenant.",
  CUSTOMER_ID: "The code of a tenant without that prefix.",
  INTEGER: "A whole number of 32 bits.",
  LONG: "A whole number of 64 bits.",
  DOUBLE: "A floating-point number of 64 bits.",
  DECIMAL: "An exact decimal number.",
  BOOLEAN: "True or false.",
  DATE_TIME: "A date with a time.",
  DATE: "A date.",
  JSON: "A JSON value.",
  BINARY: "Bytes.",
  UNSPECIFIED: "Left open.",
} as const;

/** Schema option that forbids all fields of a JSON object other than the listed ones. */
const closed = { additionalProperties: false } as const;

const text = (description: string) => Type.Optional(Type.String({ description }));

export const ColumnSchema = Type.Object(
  {
    name: Type.String({ minLength: 1, description: "Name in SQL; letter case does not count." }),
    dataType: Type.Optional(
      Type.Enum(Object.keys(columnTypeDescriptions), {
        enumDescriptions: Object.values(columnTypeDescriptions),
        description: "What the column holds; `UNSPECIFIED` when left out.",
      }),
    ),
    isPrimaryTimestamp: Type.Optional(
      Type.Boolean({ description: "Whether the rows are divided by this time; one `DATE_TIME` or `DATE` of a table." }),
    ),
  },
  { ...closed, description: "A column of the table." },
);

export const DependencySchema = Type.Object(
  {
    upstreamTable: Type.String({
      minLength: 1,
      description: "Unique id of a table source that the query reads, not its name in SQL.",
    }),
    joinFilter: text(
      "SQL condition that relates changed rows of the upstream table, `input`, to rows of the view, `output`.",
    ),
  },
  { ...closed, description: "A table that the view is made from." },
);

export const MaterializedViewSchema = Type.Optional(
  Type.Object(
    {
      enabled: Type.Optional(Type.Boolean({ description: "Whether this is a view; an ordinary table when false." })),
      query: text("The SELECT over table sources that gives the rows."),
      dependencies: Type.Optional(
        Type.Array(DependencySchema, {
          description: "The tables that the query reads, and how their changes reach the view.",
        }),
      ),
    },
    { ...closed, description: "What makes the rows of a view; left out for an ordinary table." },
  ),
);

const BasicInformation = Type.Object(
  {
    displayName: text("Name as people read it."),
    shortDisplayName: text("The same where there is little room."),
    description: text("What the table is, in a sentence."),
    explanation: text("More about it."),
    designerNotes: text("Notes for those who change it."),
    synonymList: Type.Optional(
      Type.Object(
        { synonyms: Type.Optional(Type.Array(Type.String(), { description: "Other names." })) },
        { ...closed, description: "Other names that it is found by." },
      ),
    ),
  },
  { ...closed, description: "What people read about the table." },
);

/**
 * Schema of a table-source definition file, `*.tablesource.json`. The file is the request body for creating and
 * updating a table source, the API's `TableSource` (service-api, "Table sources"; sql-like-language 13.1 and 13.4).
 */
export const TableSourceFile = Type.Object(
  {
    uuid: text("Generated and immutable; left out of a new definition."),
    objectName: Type.String({ minLength: 1, description: "Name of the table in SQL; unique." }),
    basicInformation: Type.Optional(BasicInformation),
    columns: Type.Array(ColumnSchema, { minItems: 1, description: "The columns of the table." }),
    canChildrenInherit: Type.Optional(
      Type.Boolean({ description: "Whether analytic tenants inherit the definition; false when left out." }),
    ),
    canChildrenInheritData: Type.Optional(
      Type.Boolean({ description: "Whether inheriting tenants read the rows too; false when left out." }),
    ),
    excludeFromAutoProcessing: Type.Optional(
      Type.Boolean({ description: "Whether `process` of a job passes it over; false when left out." }),
    ),
    snapshotRetentionDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 180,
        description: "Days that snapshots are kept, 1 to 180; 7 when left out.",
      }),
    ),
    materializedView: MaterializedViewSchema,
    filterInheritedDataByTenant: Type.Optional(
      Type.Boolean({
        description:
          "Whether inheriting tenants see only rows whose TENANT_ID or CUSTOMER_ID is theirs; needs `canChildrenInheritData`.",
      }),
    ),
  },
  { ...closed, title: "Workforce table source" },
);

/** File name suffix of table-source definitions. */
export const tableSourceSuffix = ".tablesource.json";
