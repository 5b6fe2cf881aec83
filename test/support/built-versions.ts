import type { DataFolderStores } from "../../src/service/process/platform.ts";
import { qualify } from "../../src/service/processing/rebuild-scope.ts";
import type { DataVersion } from "../../src/service/store/data-version-store.ts";

interface BuiltVersion {
  readonly tenant?: string;
  readonly category?: string;
  /** The states of how many people, the first by key, the new version has. */
  readonly people: number;
  readonly isPublished?: boolean;
  readonly project?: string;
  readonly fingerprint?: string;
  readonly signal?: AbortSignal;
  /** Whether a copy of the base's file is changed, rather than one written anew. */
  readonly isCopied?: boolean;
}

/** Builds a data version that has fewer people, or requisitions, on the baseline of its category. */
export async function buildSmallerVersion(
  platform: Pick<DataFolderStores, "dataVersions" | "database">,
  {
    tenant = "WFF_demo",
    category = "Workforce",
    people,
    isPublished = true,
    project,
    fingerprint,
    signal,
    isCopied = false,
  }: BuiltVersion,
): Promise<DataVersion> {
  const base = (await platform.dataVersions.kept(tenant)).find(
    (version) => version.category === category && version.isBaseline,
  );
  if (!base) {
    throw new Error(`${tenant} has no data of the category ${category}.`);
  }
  const object = category === "Workforce" ? "Employee" : "Requisition";
  return buildVersion(
    platform,
    {
      tenant,
      base,
      job: "a job",
      ...(project !== undefined && { project }),
      fingerprint: fingerprint ?? `${people} people`,
      uploads: [],
      isPublished,
    },
    async (connection, target) => {
      const first = `"$key" IN (SELECT DISTINCT "$key" FROM "${object}" ORDER BY "$key" LIMIT ${people})`;
      if (isCopied) {
        await target.changeCopy(object, async (copy) => {
          await connection.run(`DELETE FROM ${qualify(copy, object)} WHERE NOT ${first}`);
          return true;
        });
        return {};
      }
      const schema = await target.schemaOf(object);
      await connection.run(
        `CREATE TABLE ${schema}."${object}" AS FROM "${object}" WHERE ${first} ORDER BY "$valid_from"`,
      );
      return {};
    },
    signal ?? new AbortController().signal,
  );
}

type Prepare = Parameters<DataFolderStores["dataVersions"]["prepare"]>;

/** Builds a data version and stores it, as a processing job does. `inTransaction` is what else its end writes. */
export async function buildVersion(
  { dataVersions, database }: Pick<DataFolderStores, "dataVersions" | "database">,
  order: Prepare[0],
  write: Prepare[1],
  signal: AbortSignal,
  inTransaction: () => Promise<void> = async () => undefined,
): Promise<DataVersion> {
  const prepared = await dataVersions.prepare(order, write, signal);
  try {
    return await database.transaction(async (connection) => {
      const version = await prepared.storeIn(connection);
      await inTransaction();
      return version;
    });
  } catch (error) {
    await prepared.discard();
    throw error;
  }
}

/** Publishes a data version. Returns false if it cannot be published. */
export function publishVersion(
  { dataVersions, database }: Pick<DataFolderStores, "dataVersions" | "database">,
  tenant: string,
  number: number,
): Promise<boolean> {
  return database.transaction((connection) => dataVersions.publishIn(connection, tenant, number));
}

/** Builds a published version whose people have values of all types that texts, doubles or CSV may lose. */
export async function buildStrangeVersion(
  platform: Pick<DataFolderStores, "dataVersions" | "database">,
  tenant = "WFF_demo",
): Promise<DataVersion> {
  const base = (await platform.dataVersions.kept(tenant)).find(
    ({ category, isBaseline }) => category === "Workforce" && isBaseline,
  );
  if (!base) {
    throw new Error(`${tenant} has no data.`);
  }
  return buildVersion(
    platform,
    { tenant, base, job: "a job", fingerprint: "strange", uploads: [], isPublished: true },
    async (connection, target) => {
      const schema = await target.schemaOf("Employee");
      const pick = (column: string, values: readonly string[]) =>
        `CASE rn % ${values.length} ${values.map((value, index) => `WHEN ${index} THEN ${value}`).join(" ")} END AS "${column}"`;
      await connection.run(
        `CREATE TABLE ${schema}."Employee" AS
         SELECT * EXCLUDE (rn) REPLACE (
           ${pick("Full_Name", ["''", "NULL", "'12345678901234567890123456789012345678'", "'-0.12345678901234567890123456789012345678'", "'12345678901234567890123456789012345678.0123456789'", `E'a "quoted", b\\nline'`, `E' Zoë\\t🎈\\r\\n'`, "'\\N'", "'\\.'", "'NULL'", "'=1+1'", `'"'`])},
           ${pick("Base_Salary", ["0.1", "NULL", "1e300", "-1e-300", "9007199254740993", "0.1::DOUBLE + 0.2::DOUBLE", "123456.78"])},
           ${pick("Age", ["9223372036854775807", "-9223372036854775808", "NULL", "42", "0"])},
           ${pick("Start_Date", ["TIMESTAMP '0001-01-01 00:00:00'", "NULL", "TIMESTAMP '9999-12-31 23:59:59.999999'", "TIMESTAMP '2024-02-29 12:34:56.7'", "TIMESTAMP '1969-12-31 23:59:59'"])},
           ${pick("isManager", ["NULL", "TRUE", "FALSE"])},
           ${pick("Location", ["NULL", '"Location"', '"Location"', '"Location"'])}
         )
         FROM (SELECT *, row_number() OVER () AS rn FROM "Employee") ORDER BY "$valid_from"`,
      );
      return {};
    },
    new AbortController().signal,
  );
}
