import type { Clock } from "../../base/clock.ts";
import type { Connection, SqlRow, SqlValue } from "../../duckdb/database.ts";
import type { PlatformDatabase } from "./platform-database.ts";

/** A data category of a tenant: analytic objects whose data is processed together (service-api, "Data and jobs"). */
export interface DataCategory {
  readonly id: string;
  readonly name: string;
  /** Technical name. */
  readonly objectName: string;
  /** Ids of the analytic objects. */
  readonly objects: readonly string[];
}

/** `draft`: seen by queries of a project only. `disabled`: seen by nobody. */
type DataVersionState = "draft" | "published" | "disabled";

/** Entry of `DataVersion.objects` that means all member lists of the tenant. */
export const memberLists = "$members";

/** Data of a category that one processing job created, or that the tenant was created with. It never changes. */
export interface DataVersion {
  /** Ascending per tenant over all categories, in the order in which versions are made. */
  readonly number: number;
  /** Id of the data category. */
  readonly category: string;
  /** Epoch milliseconds. */
  readonly created: number;
  /** Time of the creation or, if later, of the last publication, in epoch milliseconds; differs for all versions of a tenant. Decides which version is newer. */
  readonly activated: number;
  /** Id of the job that made the version. */
  readonly job: string | undefined;
  readonly state: DataVersionState;
  /** Whether this is the data that the tenant was created with, on which all others are built. */
  readonly isBaseline: boolean;
  /** Id of the project whose queries alone see the version before it is published. Undefined means all projects. */
  readonly project: string | undefined;
  /** Digest of all that the version was made of. Equal digests mean equal data. */
  readonly fingerprint: string | undefined;
  /** Ids of the uploads that the version was made of, in the order in which they were applied. */
  readonly uploads: readonly string[];
  /** Begin and end of the data, ISO 8601 in UTC, the end exclusive. Undefined means those of the tenant's model. */
  readonly dataStart: string | undefined;
  readonly dataEnd: string | undefined;
  /** File of each object and of `memberLists`, relative to the tenants folder. */
  readonly objects: ReadonlyMap<string, string>;
}

/** A data version without what the store gives it. */
type NewDataVersion = Omit<DataVersion, "number" | "created" | "activated" | "state"> & {
  readonly state: "draft" | "published";
};

/** A version by its number, or without it the newest published one of a category. */
export interface VersionChoice {
  readonly category?: string | undefined;
  readonly number?: number | undefined;
}

/**
 * The version that was disabled, or why nothing was changed: there is no such version, it is disabled or given up
 * already, or it is the last published one of its category.
 */
export type Disabling = DataVersion | "unknown" | "disabled" | "last";

/** Published versions of a category whose data is kept, and as many drafts; in addition the baseline. */
const keptVersions = 5;

interface TenantVersions {
  readonly categories: readonly DataCategory[];
  /** Versions whose data is kept, the newest first. */
  readonly versions: readonly DataVersion[];
}

/** Stores the data categories and data versions of all tenants. */
export class DataVersionStore {
  readonly #platform: PlatformDatabase;
  readonly #clock: Clock;
  readonly #cached = new Map<string, { readonly revision: number; readonly reading: Promise<TenantVersions> }>();

  constructor(platform: PlatformDatabase, clock: Clock) {
    this.#platform = platform;
    this.#clock = clock;
  }

  /** Returns the data categories of a tenant, its primary category first. */
  async categories(tenant: string): Promise<readonly DataCategory[]> {
    return (await this.#read(tenant)).categories;
  }

  /** Adds categories to a tenant without any, the primary one first. */
  async addCategories(connection: Connection, tenant: string, categories: readonly DataCategory[]): Promise<void> {
    for (const [ordinal, { id, name, objectName, objects }] of categories.entries()) {
      await connection.run("INSERT INTO data_categories VALUES (?, ?, ?, ?, ?, ?)", [
        tenant,
        id,
        ordinal,
        name,
        objectName,
        JSON.stringify(objects),
      ]);
    }
  }

  /** Returns the versions of a tenant whose data is kept, the newest first. */
  async kept(tenant: string): Promise<readonly DataVersion[]> {
    return (await this.#read(tenant)).versions;
  }

  /**
   * Returns the versions that a query reads, one for each category with data, the primary category first: the newest
   * published one; for a query of a project, the newest that is enabled, published or not.
   */
  async visible(tenant: string, project?: string): Promise<readonly DataVersion[]> {
    const { categories, versions } = await this.#read(tenant);
    return categories.flatMap(({ id }) => {
      const newest = versions.find((version) => version.category === id && isVisible(version, project));
      return newest ? [newest] : [];
    });
  }

  /** Returns a version whose data is kept, or undefined. */
  async find(tenant: string, number: number): Promise<DataVersion | undefined> {
    return (await this.kept(tenant)).find((version) => version.number === number);
  }

  /** Whether a version was ever built for a tenant, in addition to the data that it was created with. */
  async hasBuilt(tenant: string): Promise<boolean> {
    const rows = await this.#platform.use((connection) =>
      connection.rows("SELECT number FROM data_versions WHERE tenant = ? AND NOT is_baseline LIMIT 1", [tenant]),
    );
    return rows.length > 0;
  }

  /**
   * Adds a version in a transaction of the platform database and returns it with its number, which no other version
   * ever had. `given` has the number and time of a version that a job of the sample stands for.
   */
  async add(
    connection: Connection,
    tenant: string,
    version: NewDataVersion,
    given?: Pick<DataVersion, "number" | "created">,
  ): Promise<DataVersion> {
    const added: DataVersion = {
      ...version,
      number: given?.number ?? (await nextDataVersionNumber(connection, tenant)),
      created: given?.created ?? this.#clock.now(),
      activated: await this.#nextActivation(connection, tenant),
    };
    await connection.run("INSERT INTO data_versions VALUES (?, ?, ?, ?, ?, ?, ?, ?, true, ?, ?, ?, ?, ?)", [
      tenant,
      BigInt(added.number),
      added.category,
      BigInt(added.created),
      BigInt(added.activated),
      added.job ?? null,
      added.state,
      added.isBaseline,
      added.project ?? null,
      added.fingerprint ?? null,
      JSON.stringify(added.uploads),
      added.dataStart ?? null,
      added.dataEnd ?? null,
    ]);
    for (const [object, file] of added.objects) {
      await connection.run("INSERT INTO version_objects VALUES (?, ?, ?, ?)", [
        tenant,
        BigInt(added.number),
        object,
        file,
      ]);
    }
    return added;
  }

  /**
   * Makes a kept version that is not disabled the newest published one of its category, in a transaction of the platform
   * database. Returns false, and changes nothing, if there is no such version.
   */
  async publish(connection: Connection, tenant: string, number: number): Promise<boolean> {
    const rows = await connection.rows(
      `UPDATE data_versions SET state = 'published', activated = ?
       WHERE tenant = ? AND number = ? AND state <> 'disabled' AND is_kept RETURNING number`,
      [BigInt(await this.#nextActivation(connection, tenant)), tenant, BigInt(number)],
    );
    return rows.length > 0;
  }

  /**
   * Disables a version in a transaction of the platform database; without `number` the newest published one of the
   * category. Returns the version, or why nothing was changed.
   */
  async disable(connection: Connection, tenant: string, { category, number }: VersionChoice): Promise<Disabling> {
    const enabled = (await readKept(connection, tenant)).filter(({ state }) => state !== "disabled");
    const version = enabled.find(
      (candidate) =>
        (category === undefined || candidate.category === category) &&
        (number === undefined ? candidate.state === "published" : candidate.number === number),
    );
    if (!version) {
      const known = await connection.rows("SELECT category FROM data_versions WHERE tenant = ? AND number = ?", [
        tenant,
        BigInt(number ?? 0),
      ]);
      return known.some((row) => category === undefined || row.category === category) ? "disabled" : "unknown";
    }
    const isAlone = enabled.every(
      (other) => other === version || other.category !== version.category || other.state !== "published",
    );
    if (version.state === "published" && isAlone) {
      return "last";
    }
    await connection.run("UPDATE data_versions SET state = 'disabled' WHERE tenant = ? AND number = ?", [
      tenant,
      BigInt(version.number),
    ]);
    return version;
  }

  /** Reads the versions whose data is kept in a transaction of the platform database, the newest first. */
  readKept(connection: Connection, tenant: string): Promise<readonly DataVersion[]> {
    return readKept(connection, tenant);
  }

  /**
   * Gives up the data of versions that are disabled or older than the newest ones, in a transaction of the platform
   * database. Returns the files that no version needs any more, relative to the tenants folder.
   */
  async giveUp(connection: Connection, tenant: string): Promise<readonly string[]> {
    const kept = await readKept(connection, tenant);
    const retired = kept.filter((version) => isRetired(version, kept));
    if (retired.length === 0) {
      return [];
    }
    const files = new Set(kept.flatMap(({ objects }) => [...objects.values()]));
    for (const { number } of retired) {
      const values = [tenant, BigInt(number)];
      await connection.run("UPDATE data_versions SET is_kept = false WHERE tenant = ? AND number = ?", values);
      await connection.run("DELETE FROM version_objects WHERE tenant = ? AND number = ?", values);
    }
    for (const version of kept.filter((candidate) => !retired.includes(candidate))) {
      for (const file of version.objects.values()) {
        files.delete(file);
      }
    }
    return [...files];
  }

  /** Returns the files of all versions of a tenant, relative to the tenants folder. */
  async files(tenant: string): Promise<ReadonlySet<string>> {
    const rows = await this.#platform.use((connection) =>
      connection.rows("SELECT DISTINCT file FROM version_objects WHERE tenant = ?", [tenant]),
    );
    return new Set(rows.map(({ file }) => String(file)));
  }

  #read(tenant: string): Promise<TenantVersions> {
    const { revision } = this.#platform;
    const cached = this.#cached.get(tenant);
    if (cached?.revision === revision) {
      return cached.reading;
    }
    const reading = this.#platform.use(async (connection) => ({
      categories: await readCategories(connection, tenant),
      versions: await readKept(connection, tenant),
    }));
    this.#cached.set(tenant, { revision, reading });
    reading.catch(() => this.#cached.delete(tenant));
    return reading;
  }

  /** Later than the activation of every other version of the tenant, also where the clock stands still or goes back. */
  async #nextActivation(connection: Connection, tenant: string): Promise<number> {
    const [row] = await connection.rows("SELECT max(activated) + 1 AS next FROM data_versions WHERE tenant = ?", [
      tenant,
    ]);
    return Math.max(this.#clock.now(), Number(row?.next ?? 0));
  }
}

/**
 * Returns the number of a tenant's next data version, in a transaction of the platform database, in which it is to be
 * stored. Numbers continue above those of the jobs that the sample comes with.
 */
async function nextDataVersionNumber(connection: Connection, tenant: string): Promise<number> {
  const [row] = await connection.rows(
    `SELECT coalesce(max(number), 0) + 1 AS next FROM (
       SELECT number FROM data_versions WHERE tenant = $1
       UNION ALL SELECT TRY_CAST(data_version AS BIGINT) FROM jobs WHERE tenant = $1)`,
    [tenant],
  );
  return Number(row?.next);
}

function isVisible({ state, project }: DataVersion, ofProject: string | undefined): boolean {
  return (
    state === "published" ||
    (state === "draft" && ofProject !== undefined && (project === undefined || project === ofProject))
  );
}

/** Whether a version is disabled, or older than the newest ones of its category and state. */
function isRetired(version: DataVersion, kept: readonly DataVersion[]): boolean {
  const { category, state, isBaseline } = version;
  const alike = kept.filter((other) => other.category === category && other.state === state && !other.isBaseline);
  return !isBaseline && (state === "disabled" || alike.indexOf(version) >= keptVersions);
}

async function readCategories(connection: Connection, tenant: string): Promise<readonly DataCategory[]> {
  const rows = await connection.rows("SELECT * FROM data_categories WHERE tenant = ? ORDER BY ordinal", [tenant]);
  return rows.map((row) => ({
    id: String(row.id),
    name: String(row.name),
    objectName: String(row.object_name),
    objects: JSON.parse(String(row.objects)),
  }));
}

async function readKept(connection: Connection, tenant: string): Promise<readonly DataVersion[]> {
  const versions = await connection.rows(
    "SELECT * FROM data_versions WHERE tenant = ? AND is_kept ORDER BY activated DESC",
    [tenant],
  );
  const objects = await connection.rows("SELECT * FROM version_objects WHERE tenant = ?", [tenant]);
  return versions.map((row) => toVersion(row, objects));
}

function toVersion(row: SqlRow, objects: readonly SqlRow[]): DataVersion {
  return {
    number: Number(row.number),
    category: String(row.category),
    created: Number(row.created),
    activated: Number(row.activated),
    job: optionalText(row.job),
    state: String(row.state) as DataVersionState,
    isBaseline: row.is_baseline === true,
    project: optionalText(row.project),
    fingerprint: optionalText(row.fingerprint),
    uploads: JSON.parse(String(row.uploads)),
    dataStart: optionalText(row.data_start),
    dataEnd: optionalText(row.data_end),
    objects: new Map(
      objects.filter(({ number }) => number === row.number).map(({ object, file }) => [String(object), String(file)]),
    ),
  };
}

function optionalText(value: SqlValue | undefined): string | undefined {
  return value === null || value === undefined ? undefined : String(value);
}
