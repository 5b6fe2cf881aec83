import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { AttachedFiles, type DerivedTables, type FileLease, type ViewAdditions } from "../../duckdb/attached-files.ts";
import type { ConnectionSource, DatabaseOptions } from "../../duckdb/database.ts";
import { DatabaseFileError, logPath } from "../../duckdb/database-file.ts";
import type { TenantModel } from "../model/tenant-model.ts";
import type { DataVersion, DataVersionStore } from "./data-version-store.ts";
import { withRemedy } from "./open-database.ts";
import { StoreError } from "./store-error.ts";
import { buildTenantFile, type LoadTenantData, readModel, tenantFilePathOf } from "./tenant-file.ts";

/** Generates the data of a sample tenant whose file is missing; undefined if that is not possible. */
type Regenerate = LoadTenantData | undefined;

/** The part of a tenant that a caller sees: a model without what is hidden, and tables that hold the visible data only. */
export interface VisiblePart {
  readonly model: TenantModel;
  readonly tables: DerivedTables;
}

/** Restricts a tenant's model and data. Returns undefined if nothing is hidden; then all is seen. */
export type Restrict = (model: TenantModel) => VisiblePart | undefined;

/** Model and data of a tenant's files after the changes of projects. */
export interface VisibleData {
  readonly additions: ViewAdditions | undefined;
  /** Returns the model that is shown in place of the one that the tenant was created with. */
  modelOf(created: TenantModel): TenantModel;
}

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
  /** Folder of the data of all tenants. */
  readonly folder: string;
  readonly #versions: DataVersionStore;
  readonly #options: DatabaseOptions;
  readonly #models = new WeakMap<ConnectionSource, Promise<TenantModel>>();
  readonly #restoring = new Map<string, Promise<void>>();
  #files: Promise<AttachedFiles> | undefined;

  constructor(tenantsFolder: string, versions: DataVersionStore, options: DatabaseOptions) {
    this.folder = tenantsFolder;
    this.#versions = versions;
    this.#options = options;
  }

  /**
   * Opens a combination of data versions, at most one of each category; without any, the file that the tenant was created
   * with. `pick` reads the versions, again if one was given up meanwhile. With `restrict`, the lease has the visible part
   * only. Throws `StoreError`.
   */
  async open(
    code: string,
    pick: () => Promise<readonly DataVersion[]>,
    view: VisibleData,
    regenerate: Regenerate,
    restrict?: Restrict,
  ): Promise<TenantDataLease> {
    for (;;) {
      const versions = await pick();
      const areKept = async () => {
        const kept = await this.#versions.kept(code);
        return versions.every(({ number }) => kept.some((version) => version.number === number));
      };
      try {
        const lease = await this.#acquire(code, versions, { ...view, restrict }, regenerate);
        if (await areKept()) {
          return lease;
        }
        lease.release();
      } catch (error) {
        // Otherwise the files went away between the reading of the versions and the lease.
        if (await areKept()) {
          throw error;
        }
      }
    }
  }

  async #acquire(
    code: string,
    versions: readonly DataVersion[],
    { restrict, ...view }: VisibleData & { readonly restrict: Restrict | undefined },
    regenerate: Regenerate,
  ): Promise<TenantDataLease> {
    const baseline = tenantFilePathOf(this.folder, code);
    const restore = regenerate && "Restore it from a backup, or remove it to have the sample generated again";
    const files = await this.#openFiles();
    if (!files.isAttached(baseline)) {
      await this.#restoreMissing(code, baseline, regenerate);
    }
    let lease: FileLease;
    try {
      lease = await files.acquire(this.pathsOf(code, versions), view.additions);
    } catch (error) {
      const path = error instanceof DatabaseFileError ? error.path : baseline;
      throw withRemedy(error, path, path === baseline ? restore : undefined);
    }
    try {
      const all = view.modelOf(await this.#modelOf(lease.database));
      const part = restrict?.(all);
      return {
        versions,
        model: withDataEnd(part?.model ?? all, versions),
        database: part ? await lease.derive(part.tables) : lease.database,
        release: lease.release,
      };
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
    const path = tenantFilePathOf(this.folder, code);
    await (await this.#files)?.detach(path);
    await buildTenantFile(path, this.buildOptionsOf(code), load, signal);
  }

  /** Options of a database that is built for a tenant, with a folder of its own for what it spills: DuckDB gives spill files of all databases the same names. */
  buildOptionsOf(code: string): DatabaseOptions {
    return withSpillFolder(this.#options, code);
  }

  /** Options of a database that exports a tenant's data, also while one is built. */
  exportOptionsOf(code: string): DatabaseOptions {
    return withSpillFolder(this.#options, `exports-${code}`);
  }

  /**
   * Returns the paths of the files of a combination of versions. Tables of a later file hide those of an earlier one: a
   * member list that objects of several categories use is that of the version that was made last.
   */
  pathsOf(code: string, versions: readonly DataVersion[]): readonly string[] {
    const files = [...versions]
      .sort((one, other) => one.number - other.number)
      .flatMap(({ objects }) => [...objects.values()]);
    // A file that two versions share counts where the later one has it.
    const last = files.filter((file, index) => files.lastIndexOf(file) === index);
    const baseline = tenantFilePathOf(this.folder, code);
    return [baseline, ...last.map((file) => this.pathOf(file)).filter((path) => path !== baseline)];
  }

  /** Returns the path of a file of `DataVersion.objects`. */
  pathOf(file: string): string {
    return join(this.folder, file);
  }

  /** Returns the name of the file that a tenant was created with, as in `DataVersion.objects`. */
  baselineFileOf(code: string): string {
    return basename(tenantFilePathOf(this.folder, code));
  }

  /** Returns the path of the folder with the files of a tenant's data versions. */
  objectsFolderOf(code: string): string {
    return join(this.folder, code, "objects");
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
    await (await files)?.close();
  }

  #openFiles(): Promise<AttachedFiles> {
    this.#files ??= AttachedFiles.open(withSpillFolder(this.#options, "tenants")).catch((error: unknown) => {
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
    const building = buildTenantFile(path, this.buildOptionsOf(code), regenerate, new AbortController().signal);
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

function withSpillFolder({ temporaryFolder, ...options }: DatabaseOptions, name: string): DatabaseOptions {
  return temporaryFolder === undefined ? options : { ...options, temporaryFolder: join(temporaryFolder, name) };
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
