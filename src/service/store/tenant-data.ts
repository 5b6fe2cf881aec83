import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { AttachedFiles, type FileLease } from "../../duckdb/attached-files.ts";
import type { ConnectionSource, DatabaseOptions } from "../../duckdb/database.ts";
import { DatabaseFileError, logPath } from "../../duckdb/database-file.ts";
import type { TenantModel } from "../model/tenant-model.ts";
import { type DataVersion, type DataVersionStore, memberLists } from "./data-version-store.ts";
import { withRemedy } from "./open-database.ts";
import { StoreError } from "./store-error.ts";
import { buildTenantFile, type LoadTenantData, readModel, tenantFilePathOf } from "./tenant-file.ts";

/** Generates the data of a sample tenant whose file is missing; undefined if that is not possible. */
type Regenerate = LoadTenantData | undefined;

/** A combination of data versions in use. Its files stay until the release. */
export interface TenantDataLease {
  readonly model: TenantModel;
  readonly database: ConnectionSource;
  readonly versions: readonly DataVersion[];
  /** Ends the use. Further calls have no effect. */
  release(): void;
}

/** The data of all tenants: files of data versions, which one instance of DuckDB reads. */
export class TenantData {
  readonly #folder: string;
  readonly #versions: DataVersionStore;
  readonly #options: DatabaseOptions;
  readonly #models = new WeakMap<ConnectionSource, Promise<TenantModel>>();
  readonly #restoring = new Map<string, Promise<void>>();
  #files: Promise<AttachedFiles> | undefined;

  constructor(tenantsFolder: string, versions: DataVersionStore, options: DatabaseOptions) {
    this.#folder = tenantsFolder;
    this.#versions = versions;
    this.#options = options;
  }

  /** Opens what queries of a tenant read, or those of a project (see `DataVersionStore.visible`). Throws `StoreError`. */
  async open(code: string, project: string | undefined, regenerate: Regenerate): Promise<TenantDataLease> {
    for (;;) {
      const versions = await this.#versions.visible(code, project);
      const isKept = async () => {
        const kept = await this.#versions.kept(code);
        return versions.every(({ number }) => kept.some((version) => version.number === number));
      };
      try {
        const lease = await this.openVersions(code, versions, regenerate);
        if (await isKept()) {
          return lease;
        }
        lease.release();
      } catch (error) {
        // Otherwise the files went away between the reading of the versions and the lease.
        if (await isKept()) {
          throw error;
        }
      }
    }
  }

  /** Opens a combination of kept versions, one of each category; without any, the file that the tenant was created with. */
  async openVersions(code: string, versions: readonly DataVersion[], regenerate: Regenerate): Promise<TenantDataLease> {
    const baseline = tenantFilePathOf(this.#folder, code);
    const restore = regenerate && "Restore it from a backup, or remove it to have the sample generated again";
    const files = await this.#openFiles();
    if (!files.isAttached(baseline)) {
      await this.#restoreMissing(code, baseline, regenerate);
    }
    let lease: FileLease;
    try {
      lease = await files.acquire(this.#pathsOf(code, versions));
    } catch (error) {
      const path = error instanceof DatabaseFileError ? error.path : baseline;
      throw withRemedy(error, path, path === baseline ? restore : undefined);
    }
    try {
      return { ...lease, versions, model: withDataEnd(await this.#modelOf(lease.database), versions) };
    } catch (error) {
      lease.release();
      // It is read anew once it was put back.
      await files.detach(baseline);
      throw new StoreError(`the file ${baseline} has incomplete data of a tenant. Restore it from a backup`, {
        cause: error,
      });
    }
  }

  /** Creates or replaces the file that a tenant is created with. */
  async build(code: string, load: LoadTenantData, signal: AbortSignal): Promise<void> {
    const path = tenantFilePathOf(this.#folder, code);
    await (await this.#files)?.detach(path);
    await buildTenantFile(path, this.#options, load, signal);
  }

  /** Paths of the files of a combination of versions. Tables of a later file hide those of an earlier one. */
  #pathsOf(code: string, versions: readonly DataVersion[]): readonly string[] {
    const paths = new Set([tenantFilePathOf(this.#folder, code)]);
    for (const { objects } of versions) {
      for (const [object, file] of objects) {
        if (object !== memberLists) {
          paths.add(this.pathOf(file));
        }
      }
    }
    // Member lists only grow, so those of the version that was made last hold the members of all.
    const [latest] = [...versions].sort((one, other) => other.number - one.number);
    const members = latest?.objects.get(memberLists);
    return members === undefined ? [...paths] : [...paths.add(this.pathOf(members))];
  }

  /** Returns the path of a file of `DataVersion.objects`. */
  pathOf(file: string): string {
    return join(this.#folder, file);
  }

  /** Removes files that no version needs any more, each when nobody reads it any more. Does not wait for that. */
  removeUnneeded(files: readonly string[], onFailure: (error: unknown) => void): void {
    for (const path of files.map((file) => this.pathOf(file))) {
      const remove = async () => {
        await (await this.#files)?.whenFree(path);
        await rm(path, { force: true });
      };
      remove().catch(onFailure);
    }
  }

  async close(): Promise<void> {
    const files = this.#files;
    this.#files = undefined;
    (await files)?.close();
  }

  #openFiles(): Promise<AttachedFiles> {
    this.#files ??= AttachedFiles.open(this.#options).catch((error: unknown) => {
      this.#files = undefined;
      throw error;
    });
    return this.#files;
  }

  async #restoreMissing(code: string, path: string, regenerate: Regenerate): Promise<void> {
    const restoring = this.#restoring.get(path);
    if (restoring || existsSync(path) || existsSync(logPath(path))) {
      return restoring;
    }
    if (!regenerate) {
      throw new StoreError(`the file ${path} with the data of ${code} is missing. Restore it from a backup`);
    }
    this.#options.onWarning?.(`The file ${path} is missing; the sample of ${code} is generated again.`);
    const building = buildTenantFile(path, this.#options, regenerate, new AbortController().signal);
    this.#restoring.set(path, building);
    try {
      await building;
    } finally {
      this.#restoring.delete(path);
    }
  }

  #modelOf(database: ConnectionSource): Promise<TenantModel> {
    const known = this.#models.get(database);
    if (known) {
      return known;
    }
    const model = readModel(database);
    this.#models.set(database, model);
    model.catch(() => this.#models.delete(database));
    return model;
  }
}

/** The model with the begin and end of the data of the versions. */
function withDataEnd(model: TenantModel, versions: readonly DataVersion[]): TenantModel {
  const starts = versions.flatMap(({ dataStart }) => dataStart ?? []);
  const ends = versions.flatMap(({ dataEnd }) => dataEnd ?? []);
  return starts.length === 0 && ends.length === 0
    ? model
    : {
        ...model,
        dataStart: [model.dataStart, ...starts].sort()[0] as string,
        dataEnd: [model.dataEnd, ...ends].sort().at(-1) as string,
      };
}
