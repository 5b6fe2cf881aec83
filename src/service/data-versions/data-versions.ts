import { relative, sep } from "node:path";
import type { Connection } from "../../duckdb/database.ts";
import {
  type DataCategory,
  type DataVersion,
  type DataVersionStore,
  type Disabling,
  memberLists,
  type VersionChoice,
} from "../store/data-version-store.ts";
import type { DiskGuard } from "../store/disk-space.ts";
import type { PlatformDatabase } from "../store/platform-database.ts";
import type { TenantDataLease } from "../store/tenant-data.ts";
import type { TenantStore } from "../store/tenant-store.ts";
import {
  removeFiles,
  removeUnnamedFiles,
  type VersionPeriod,
  type WriteVersion,
  writeVersionFiles,
} from "./build-version.ts";
import { type ObjectRecords, RecordCounts } from "./record-counts.ts";

/** A data version to build. */
export interface VersionOrder {
  readonly tenant: string;
  /** Version of the category on which the new one is built. */
  readonly base: DataVersion;
  /** Id of the job that builds. */
  readonly job: string;
  /** Id of the project to which a draft belongs. Undefined means that the queries of all projects see it. */
  readonly project?: string;
  readonly fingerprint: string;
  /** Ids of the uploads that the version is made of, those of the base included, in the order of application. */
  readonly uploads: readonly string[];
  /** Whether the version is published at once. Otherwise it is a draft. */
  readonly isPublished: boolean;
  /** Versions of other tenants that are read, each with its tenant's code. */
  readonly others?: readonly (readonly [string, DataVersion])[];
}

/** Files of a data version that no row names yet. A killed process leaves them to the next start, which removes them. */
interface PreparedVersion {
  /**
   * Stores the version in a transaction of the platform database and returns it with its number. Throws
   * `DataVersionConflict` if the version can no longer be stored.
   */
  storeIn(connection: Connection): Promise<DataVersion>;
  /** Removes the files of a version that was not stored. */
  discard(): Promise<void>;
}

/** Failure of a build of which a version that it reads was given up meanwhile. */
export class DataVersionConflict extends Error {
  override readonly name = "DataVersionConflict";

  constructor(tenant: string, base: number) {
    super(`The data version ${base} of ${tenant} was given up while a version was built of it; process again.`);
  }
}

interface DataVersionsParts {
  readonly platform: PlatformDatabase;
  readonly store: DataVersionStore;
  readonly tenants: TenantStore;
  readonly disk: DiskGuard;
  readonly onFailure: (error: unknown) => void;
}

/** The data versions of all tenants: immutable states of their data (service-api, "Data and jobs"). */
export class DataVersions {
  readonly #parts: DataVersionsParts;
  readonly #counts = new RecordCounts();

  private constructor(parts: DataVersionsParts) {
    this.#parts = parts;
  }

  /** Removes the files that a killed process left. */
  static async open(parts: DataVersionsParts): Promise<DataVersions> {
    for (const code of parts.tenants.codes()) {
      const { data } = parts.tenants;
      const named = new Set([...(await parts.store.files(code))].map((file) => data.pathOf(file)));
      await removeUnnamedFiles(data.objectsFolderOf(code), (path) => named.has(path));
    }
    return new DataVersions(parts);
  }

  /** Returns the data categories of a tenant, its primary category first; none for a tenant without data. */
  categories(tenant: string): Promise<readonly DataCategory[]> {
    return this.#parts.store.categories(tenant);
  }

  /** Finds a data category by its id or name; without a text, the primary one. */
  async findCategory(tenant: string, text?: string): Promise<DataCategory | undefined> {
    const categories = await this.categories(tenant);
    return text === undefined ? categories[0] : categories.find(({ id, name }) => id === text || name === text);
  }

  /** Returns all versions of a tenant whose data is kept, the newest first. */
  kept(tenant: string): Promise<readonly DataVersion[]> {
    return this.#parts.store.kept(tenant);
  }

  /**
   * Returns the versions that queries read, one for each category, the primary category first; with the id of a project,
   * what its queries read.
   */
  visible(tenant: string, project?: string): Promise<readonly DataVersion[]> {
    return this.#parts.store.visible(tenant, project);
  }

  /** Returns the sizes of the objects of a kept version; none if its data was given up. */
  records(tenant: string, version: DataVersion): Promise<readonly ObjectRecords[]> {
    const pick = async () => (await this.kept(tenant)).filter(({ number }) => number === version.number);
    return this.#counts.count(version, () => this.open(tenant, pick));
  }

  /** Whether a version was ever built for a tenant, in addition to the data that it was created with. */
  hasBuilt(tenant: string): Promise<boolean> {
    return this.#parts.store.hasBuilt(tenant);
  }

  /** Opens what `pick` returns, at most one version of each category. The caller releases it. Throws `StoreError`. */
  open(tenant: string, pick: () => Promise<readonly DataVersion[]>): Promise<TenantDataLease> {
    return this.#parts.tenants.openVersions(tenant, pick);
  }

  /**
   * Writes the files of a data version, which the caller stores in a platform transaction of its own: so the version is
   * there whole or not at all, whenever the process is killed. A tenant's versions must be prepared and stored one after
   * the other, because each continues the keys and ordinals of the one before. Throws `DataVersionConflict` if a version
   * that it reads was given up.
   */
  async prepare(order: VersionOrder, write: WriteVersion, signal: AbortSignal): Promise<PreparedVersion> {
    const { tenant, base, others: foreign = [] } = order;
    const { store, tenants, disk } = this.#parts;
    const { data } = tenants;
    signal.throwIfAborted();
    const kept = await store.kept(tenant);
    const category = (await store.categories(tenant)).find(({ id }) => id === base.category);
    if (!category || !kept.some(({ number }) => number === base.number)) {
      throw new RangeError(`The tenant ${tenant} does not keep the data version ${base.number}.`);
    }
    const others = (await store.visible(tenant)).filter((version) => version.category !== base.category);
    const [newest = base] = kept
      .filter((version) => version.category === base.category)
      .sort((one, other) => other.number - one.number);
    const leases: TenantDataLease[] = [];
    try {
      // Keep the files while they are read.
      leases.push(await this.#openKept(tenant, [base, ...others]));
      leases.push(await this.#openKept(tenant, [newest]));
      for (const [code, version] of foreign) {
        leases.push(await this.#openKept(code, [version]));
      }
      const options = {
        folder: data.objectsFolderOf(tenant),
        sources: {
          baseline: data.pathsOf(tenant, []),
          base: data.pathsOf(tenant, [base, ...others]),
          newest: data.pathsOf(tenant, [newest, ...others]),
        },
        others: foreign.map(([code, version]) => data.pathsOf(code, [version])),
        baseFileOf: (object: string) => data.pathOf(base.objects.get(object) ?? data.baselineFileOf(tenant)),
        additions: (await tenants.storedView(tenant)).additions,
        objects: category.objects,
        database: data.buildOptionsOf(tenant),
      };
      const { files, period } = await disk.guard(signal, (guarded) => writeVersionFiles(options, write, guarded));
      return {
        discard: () => removeFiles([...files.values()]),
        storeIn: async (connection) => {
          const version = await this.#storeIn(connection, order, files, period);
          this.#giveUpLater(tenant);
          return version;
        },
      };
    } finally {
      for (const lease of leases) {
        lease.release();
      }
    }
  }

  /** Opens versions for a build. Throws `DataVersionConflict` if one of them was given up meanwhile. */
  #openKept(tenant: string, versions: readonly DataVersion[]): Promise<TenantDataLease> {
    return this.open(tenant, async () => {
      const kept = new Set((await this.#parts.store.kept(tenant)).map(({ number }) => number));
      const missing = versions.find(({ number }) => !kept.has(number));
      if (missing) {
        throw new DataVersionConflict(tenant, missing.number);
      }
      return versions;
    });
  }

  /**
   * Makes a kept version the newest published one of its category, in a platform transaction of the caller. Returns false
   * if the version is disabled, given up or unknown.
   */
  async publishIn(connection: Connection, tenant: string, number: number): Promise<boolean> {
    const isPublished = await this.#parts.store.publish(connection, tenant, number);
    this.#giveUpLater(tenant);
    return isPublished;
  }

  /**
   * Disables a version, or the newest published one of a category, after which queries go back to the one that was
   * published before.
   */
  disable(tenant: string, choice: VersionChoice): Promise<Disabling> {
    return this.#change(tenant, (connection) => this.#parts.store.disable(connection, tenant, choice));
  }

  /**
   * Gives a tenant its categories, the primary one first, and the data that it was created with as their first versions.
   * Does nothing for a tenant that has categories. The first version of the primary category takes the number of the
   * newest processing job.
   */
  addBaseline(tenant: string, categories: readonly DataCategory[]): Promise<void> {
    const { platform, store, tenants } = this.#parts;
    return platform.transaction(async (connection) => {
      if ((await store.categories(tenant)).length > 0) {
        return;
      }
      await store.addCategories(connection, tenant, categories);
      const [job] = await connection.rows(
        `SELECT id, TRY_CAST(data_version AS BIGINT) AS number, ended_at FROM jobs
         WHERE tenant = ? AND number IS NOT NULL ORDER BY number DESC LIMIT 1`,
        [tenant],
      );
      const given = job && { number: Number(job.number), created: Number(job.ended_at) };
      for (const [index, { id, objects }] of categories.entries()) {
        const isOfJob = job !== undefined && index === 0;
        const version = {
          category: id,
          job: isOfJob ? String(job.id) : undefined,
          state: "published" as const,
          isBaseline: true,
          project: undefined,
          fingerprint: undefined,
          uploads: [],
          dataStart: undefined,
          dataEnd: undefined,
          objects: new Map([...objects, memberLists].map((object) => [object, tenants.data.baselineFileOf(tenant)])),
        };
        await store.add(connection, tenant, version, isOfJob ? given : undefined);
      }
    });
  }

  async #storeIn(
    connection: Connection,
    { tenant, base, job, project, fingerprint, uploads, isPublished }: VersionOrder,
    files: ReadonlyMap<string, string>,
    period: VersionPeriod,
  ): Promise<DataVersion> {
    const { store, tenants } = this.#parts;
    const kept = await store.readKept(connection, tenant);
    // Otherwise files of the base may be gone.
    if (!kept.some(({ number }) => number === base.number)) {
      throw new DataVersionConflict(tenant, base.number);
    }
    const objects = new Map(base.objects);
    for (const [object, path] of files) {
      objects.set(object, relative(tenants.data.folder, path).split(sep).join("/"));
    }
    return store.add(connection, tenant, {
      category: base.category,
      job,
      state: isPublished ? "published" : "draft",
      isBaseline: false,
      project,
      fingerprint,
      uploads,
      dataStart: period.dataStart ?? base.dataStart,
      dataEnd: period.dataEnd ?? base.dataEnd,
      objects,
    });
  }

  /** Gives up old versions once the transaction that runs has ended: transactions run one after the other. */
  #giveUpLater(tenant: string): void {
    this.#change(tenant, async () => undefined).catch(this.#parts.onFailure);
  }

  /** Changes versions in a platform transaction, in which old ones are given up, then removes files of those. */
  async #change<Value>(tenant: string, work: (connection: Connection) => Promise<Value>): Promise<Value> {
    const { platform, store, tenants, onFailure } = this.#parts;
    const { value, unneeded } = await platform.transaction(async (connection) => ({
      value: await work(connection),
      unneeded: await store.giveUp(connection, tenant),
    }));
    tenants.data.removeUnneeded(unneeded, onFailure);
    return value;
  }
}
