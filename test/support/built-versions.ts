import type { DataFolderStores } from "../../src/service/process/platform.ts";
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
      const schema = await target.schemaOf(object);
      await connection.run(
        `CREATE TABLE ${schema}."${object}" AS
         FROM "${object}" WHERE "$key" IN (SELECT DISTINCT "$key" FROM "${object}" ORDER BY "$key" LIMIT ${people})
         ORDER BY "$valid_from"`,
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
