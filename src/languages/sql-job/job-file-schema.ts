import { type Static, Type } from "typebox";

const text = (description: string) => Type.String({ description, minLength: 1 });
const texts = (description: string) => Type.Array(Type.String({ minLength: 1 }), { description });

/** Schema option that forbids all fields of a JSON object other than the listed ones. */
const closed = { additionalProperties: false } as const;

const FileFormat = Type.Object(
  {
    csv: Type.Optional(
      Type.Object(
        {
          header: Type.Optional(
            Type.Boolean({ description: "Whether the first line names the columns; `_c0`, `_c1` and so on without." }),
          ),
        },
        { ...closed, description: "Comma-separated values; every column is text." },
      ),
    ),
    parquet: Type.Optional(Type.Object({}, { ...closed, description: "Parquet; the file says its types itself." })),
  },
  { ...closed, minProperties: 1, maxProperties: 1, title: "format", description: "How the file is written." },
);

const QueryAction = Type.Object(
  {
    query: Type.Union(
      [
        Type.String({ minLength: 1 }),
        Type.Object({ file: text("A `.tablesql` file, beside this one unless it names a folder.") }, closed),
      ],
      { description: "One statement of table-source SQL, or the file that holds it." },
    ),
    timeoutSeconds: Type.Optional(Type.Integer({ minimum: 1, description: "Seconds after which it is cancelled." })),
    output: Type.Optional(
      Type.Object(
        { format: FileFormat, filename: text("What the file is called; each output of a job has its own.") },
        { ...closed, description: "Writes the rows to a file, which may be downloaded while the transaction lives." },
      ),
    ),
    rollbackOnEmpty: Type.Optional(
      Type.Boolean({ description: "Rolls the transaction back when no row comes: for steps that validate." }),
    ),
  },
  { ...closed, description: "Runs one statement of SQL in the context of each tenant." },
);

const UpsertAction = Type.Object(
  {
    source: text("Table or input whose rows are taken; its name in SQL."),
    target: text("Table that is written; its name in SQL."),
    keys: Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      description: "Columns of both by which rows are matched.",
    }),
  },
  { ...closed, description: "Replaces the rows of the target that match on the keys, and inserts the others." },
);

const ReplaceAction = Type.Object(
  {
    source: text("Table or input whose rows are taken; its name in SQL."),
    target: text("Table that is written; its name in SQL."),
  },
  { ...closed, description: "Leaves the target with exactly the rows of the source." },
);

const ProcessAction = Type.Object(
  {
    projectId: Type.Optional(text("Id of the project; production when left out.")),
    versionId: Type.Optional(text("Id of the version; the latest when left out.")),
    dataCategoryIds: Type.Optional(
      texts("Data categories to process; all that use tables of the transaction when left out."),
    ),
    deferTimeNotAfter: Type.Optional(
      Type.String({
        format: "date-time",
        description: "Latest start, ISO 8601; of two equal jobs the earlier counts.",
      }),
    ),
  },
  { ...closed, description: "Starts a processing job." },
);

/** Maximum length of a key of table metadata (sql-like-language 13.2). */
export const maxMetadataKeyLength = 128;
export const maxMetadataValueLength = 256;

const Metadata = Type.Record(Type.String(), Type.String(), {
  description: `Pairs of texts: keys of up to ${maxMetadataKeyLength} characters, values of up to ${maxMetadataValueLength}.`,
});

const SetMetadataAction = Type.Object(
  {
    table: text("Unique id of the table source, not its name in SQL."),
    metadata: Metadata,
    applyToUnmodifiedTenants: Type.Optional(
      Type.Boolean({ description: "Also for tenants whose rows the transaction leaves; false when left out." }),
    ),
  },
  { ...closed, description: "Describes a table by pairs of texts from the commit on; jobs may ask for them first." },
);

const ResetAction = Type.Object(
  {
    table: text("Name of the table in SQL."),
    asOfTimestamp: Type.String({
      format: "date-time",
      description: "Instant, ISO 8601, within the table's retention.",
    }),
  },
  { ...closed, description: "Rolls a table back to its latest snapshot at or before an instant." },
);

export const JobFileAction = Type.Object(
  {
    query: Type.Optional(QueryAction),
    upsert: Type.Optional(UpsertAction),
    replace: Type.Optional(ReplaceAction),
    setMetadata: Type.Optional(SetMetadataAction),
    reset: Type.Optional(ResetAction),
    commit: Type.Optional(
      Type.Object({}, { ...closed, description: "Makes the changes permanent and ends the transaction." }),
    ),
    rollback: Type.Optional(
      Type.Object({}, { ...closed, description: "Undoes the changes and ends the transaction." }),
    ),
    process: Type.Optional(ProcessAction),
  },
  { ...closed, minProperties: 1, maxProperties: 1, title: "action", description: "One step of the job." },
);

const Input = Type.Object(
  {
    id: Type.Optional(text("What SQL calls the file; its name without the extension when left out.")),
    filename: Type.Optional(text("Name of the uploaded file.")),
    filenames: Type.Optional(texts("Names of uploaded files that are read as one, in place of `filename`.")),
    format: FileFormat,
    inputDistributionMode: Type.Optional(
      Type.Enum(["NO_DISTRIBUTION", "DISTRIBUTE_FILES", "DISTRIBUTE_ROWS"], {
        description:
          "How the rows come to the tenants: not (files of each tenant), by sub-folder of the file, or by `tenantCodeColumn`.",
      }),
    ),
    tenantCodeColumn: Type.Optional(text("Column with the code of the tenant, for `DISTRIBUTE_ROWS`.")),
    prependAdminTenantCode: Type.Optional(
      Type.Boolean({ description: "Whether the codes in the data lack the prefix of the parent tenant." }),
    ),
    fileContainerName: Type.Optional(text("Container that the file lies in.")),
  },
  { ...closed, description: "A file that SQL may read by its id." },
);

const Precondition = Type.Object(
  { table: text("Unique id of the table source, not its name in SQL."), metadata: Metadata },
  { ...closed, description: "Pairs that a table must have now; with any difference the job fails before it starts." },
);

/**
 * Schema of a SQL job file, `*.sqljob.json`: the transaction, files to upload before the job, the job itself, and files
 * to download after it. Paths are relative to the job file's folder. Apart from `query.query` and the fields next to
 * `job`, it contains the API's `SqlJobRequest` and `StartSqlTransactionRequest` (service-api, "Table sources";
 * sql-like-language 13.2, 13.3).
 */
export const JobFile = Type.Object(
  {
    $schema: Type.Optional(Type.String({ description: "Address of this schema." })),
    transaction: Type.Optional(
      Type.Object(
        {
          tablesToModify: Type.Optional(
            texts("Tables that the job writes, by their names in SQL; without any the transaction only reads."),
          ),
          expireAfterSeconds: Type.Optional(
            Type.Integer({
              minimum: 1,
              description: "Seconds that it stays open, and that results can be downloaded.",
            }),
          ),
        },
        { ...closed, description: "How the transaction is started; it only reads when this is left out." },
      ),
    ),
    uploads: Type.Optional(
      Type.Record(Type.String(), Type.String({ minLength: 1 }), {
        description: "Local files and the names that they are uploaded under, which `inputs` refer to.",
      }),
    ),
    job: Type.Object(
      {
        actions: Type.Array(JobFileAction, { minItems: 1, description: "What is done, in this order." }),
        tenants: Type.Optional(
          texts(
            "Codes of the tenants to run in. When left out: those in the data with a distribution, else the current one.",
          ),
        ),
        inputs: Type.Optional(Type.Array(Input, { description: "Uploaded files that SQL may read." })),
        preconditions: Type.Optional(
          Type.Array(Precondition, { description: "What must hold before the job starts." }),
        ),
        keepTransactionOpenOnError: Type.Optional(
          Type.Boolean({
            description: "Whether an error leaves the transaction open; false, so that it is rolled back.",
          }),
        ),
      },
      { ...closed, description: "The job." },
    ),
    downloads: Type.Optional(
      Type.Array(
        Type.Union([
          Type.String({ minLength: 1 }),
          Type.Object(
            {
              filename: text("Name of the output."),
              file: text("Local file that it is saved to."),
            },
            closed,
          ),
        ]),
        {
          description: "Outputs to save when the job has ended: by their names, or each with the file it is saved to.",
        },
      ),
    ),
  },
  { ...closed, title: "Workforce SQL job" },
);
export type JobFile = Static<typeof JobFile>;

/** File name suffix of SQL job files. */
export const jobFileSuffix = ".sqljob.json";
