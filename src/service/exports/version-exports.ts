import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Clock } from "../../base/clock.ts";
import { countOf } from "../../base/count-of.ts";
import { limits } from "../../contract/limits.ts";
import { AttachedFiles } from "../../duckdb/attached-files.ts";
import { HttpError } from "../call/call.ts";
import { schemaOfLease } from "../data-versions/build-version.ts";
import type { DataVersions } from "../data-versions/data-versions.ts";
import { JobFailure } from "../jobs/job-failure.ts";
import type { JobContext, JobResult, JobRunner } from "../jobs/job-runner.ts";
import { retryPauseMs, Scheduler } from "../jobs/scheduler.ts";
import type { DataVersion } from "../store/data-version-store.ts";
import type { DiskGuard } from "../store/disk-space.ts";
import { OwnedFiles } from "../store/owned-files.ts";
import type { PlatformDatabase } from "../store/platform-database.ts";
import { flushFile, flushFolder } from "../store/service-files.ts";
import type { TenantDataLease } from "../store/tenant-data.ts";
import type { TenantStore } from "../store/tenant-store.ts";
import { type CompletedExport, type VersionExport, VersionExportStore } from "../store/version-export-store.ts";
import { exportedTablesOf } from "./exported-tables.ts";
import { type ExportContent, type ExportScope, filesOf, writeChanges, writeTables } from "./write-export.ts";

interface VersionExportsParts {
  readonly clock: Clock;
  readonly platform: PlatformDatabase;
  readonly dataFolder: string;
  readonly disk: DiskGuard;
  readonly tenants: TenantStore;
  readonly dataVersions: DataVersions;
  readonly jobRunner: JobRunner;
  readonly onFailure: (error: unknown) => void;
}

/** An export whose files can be downloaded. */
export type AvailableExport = CompletedExport<ExportContent>;

/** Order of an export job. */
interface ExportRequest {
  readonly export: string;
  readonly version: number;
  readonly base?: number | undefined;
}

const kind = "export version";
const dayMs = 24 * 60 * 60 * 1000;
const exportsPerDay = limits.exportJobsPerDay.value;
const availableMs = limits.exportAvailabilityDays.value * dayMs;

/** The exports of data versions of all tenants, with their files (service-api, "Data version export"). */
export class VersionExports {
  readonly #parts: VersionExportsParts;
  readonly #store: VersionExportStore<ExportContent>;
  readonly #files: OwnedFiles;
  readonly #expiry: Scheduler;
  #nextExpiry: number | undefined;

  private constructor(parts: VersionExportsParts) {
    this.#parts = parts;
    this.#store = new VersionExportStore(parts.platform);
    this.#files = new OwnedFiles(join(parts.dataFolder, "exports"), parts.disk);
    this.#expiry = new Scheduler(
      parts.clock,
      () => this.#nextExpiry,
      () =>
        this.#removeExpired().catch((error: unknown) => {
          parts.onFailure(error);
          this.#nextExpiry = parts.clock.now() + retryPauseMs;
        }),
    );
  }

  /** Removes exports that have expired meanwhile, and the files that a killed process left. */
  static async open(parts: VersionExportsParts): Promise<VersionExports> {
    const exports = new VersionExports(parts);
    await exports.#removeExpired();
    const files = (await exports.#store.completed()).flatMap(({ id, completed: { content } }) =>
      filesOf(content).map(({ storedName }) => `${id}/${storedName}`),
    );
    const known = new Set(files);
    await exports.#files.removeUnknown((owner, file) => known.has(`${owner}/${file}`));
    parts.jobRunner.register(kind, (request, context) => exports.#run(request as ExportRequest, context));
    return exports;
  }

  /**
   * Starts the job that exports a data version, or its differences from a base version, and returns the job's id. Throws
   * `HttpError`.
   */
  async schedule(tenant: string, numbers: { readonly version: number; readonly base?: number }): Promise<string> {
    const exportable = await this.exportable(tenant);
    const version = find(exportable, tenant, numbers.version);
    const base = numbers.base === undefined ? undefined : find(exportable, tenant, numbers.base);
    if (base) {
      checkBase(base, version);
    }
    const { clock, jobRunner } = this.#parts;
    const id = randomUUID();
    const request: ExportRequest = { export: id, version: version.number, base: base?.number };
    // One export of a tenant at a time: a second one would not be faster beside it.
    const order = { kind, tenant, type: "export", request, lane: `${kind} ${tenant}` } as const;
    return jobRunner.start(order, async (connection, job) => {
      const created = clock.now();
      if ((await this.#store.countSince(connection, tenant, dayOf(created))) >= exportsPerDay) {
        const next = new Date(dayOf(created) + dayMs).toISOString().slice(0, 10);
        throw new HttpError(
          400,
          "QUOTA",
          `The tenant ${tenant} has exported ${exportsPerDay} data versions today, which is all that a day has; the next can be exported from ${next}, 00:00 UTC.`,
        );
      }
      await this.#store.add(connection, { id, tenant, job, version: version.number, base: base?.number, created });
    });
  }

  /** Returns how many exports of a tenant were ordered on this day in UTC. */
  countToday(tenant: string): Promise<number> {
    const { clock, platform } = this.#parts;
    return platform.use((connection) => this.#store.countSince(connection, tenant, dayOf(clock.now())));
  }

  /** Returns the enabled data versions of a tenant whose files are kept, the newest first. */
  async exportable(tenant: string): Promise<readonly DataVersion[]> {
    return (await this.#parts.dataVersions.kept(tenant)).filter(({ state }) => state !== "disabled");
  }

  /** Returns the available exports of a tenant, the newest first. */
  async list(tenant: string): Promise<readonly AvailableExport[]> {
    return (await this.#store.completed(tenant)).filter((one) => this.#isAvailable(one));
  }

  /** Returns an available export, or undefined. */
  async find(tenant: string, id: string): Promise<AvailableExport | undefined> {
    return (await this.list(tenant)).find((one) => one.id === id);
  }

  /** Returns the export of a job, completed or not, or undefined. */
  findByJob(tenant: string, job: string): Promise<VersionExport<ExportContent> | undefined> {
    return this.#store.findByJob(tenant, job);
  }

  /** Returns the bytes of a file. */
  read(id: string, storedName: string): AsyncIterable<Uint8Array> {
    return this.#files.read(id, storedName);
  }

  async close(): Promise<void> {
    await this.#expiry.close();
  }

  #isAvailable({ completed }: AvailableExport): boolean {
    return completed.time + availableMs > this.#parts.clock.now();
  }

  async #removeExpired(): Promise<void> {
    const { clock, platform } = this.#parts;
    const removed = await platform.transaction(async (connection) => {
      const expired = await this.#store.removeUntil(connection, clock.now() - availableMs);
      const oldest = await this.#store.oldestCompletion(connection);
      // Within the transaction: an export that completes after it sets the time if there is none.
      this.#nextExpiry = oldest === undefined ? undefined : oldest + availableMs;
      return expired;
    });
    this.#expiry.reset();
    for (const id of removed) {
      await this.#files.removeAll(id);
    }
  }

  async #run(request: ExportRequest, context: JobContext): Promise<JobResult> {
    const { clock, disk } = this.#parts;
    const { export: id } = request;
    const discard = () => this.#files.removeAll(id);
    try {
      const content = await disk.guard(context.signal, (signal) => this.#write(request, { ...context, signal }));
      const files = filesOf(content);
      const rows = files.reduce((sum, file) => sum + file.rows, 0);
      return {
        message: `${countOf(files.length, "file")} with ${countOf(rows, "row")} exported.`,
        discard,
        inTransaction: async (connection) => {
          const time = clock.now();
          await this.#store.complete(connection, id, time, content);
          this.#nextExpiry ??= time + availableMs;
          this.#expiry.reset();
          return undefined;
        },
      };
    } catch (error) {
      await discard();
      throw error;
    }
  }

  /** Writes the files. Works in a DuckDB instance of its own, so that its memory is not taken from queries. */
  async #write(request: ExportRequest, { tenant, signal, report }: JobContext): Promise<ExportContent> {
    const { dataVersions, tenants } = this.#parts;
    const held: TenantDataLease[] = [];
    const attached = await AttachedFiles.open(tenants.data.exportOptionsOf(tenant));
    try {
      const hold = async (pick: () => Promise<readonly DataVersion[]>) => {
        const lease = await dataVersions.open(tenant, pick);
        held.push(lease);
        return lease;
      };
      const own = await hold(async () => [await this.#findKept(tenant, request.version)]);
      const [version] = own.versions as [DataVersion];
      const base = request.base;
      const former = base === undefined ? undefined : await hold(async () => [await this.#findKept(tenant, base)]);
      const others = await hold(async () =>
        (await dataVersions.visible(tenant)).filter(({ category }) => category !== version.category),
      );
      const schemaOf = async ({ versions }: TenantDataLease) =>
        schemaOfLease(await attached.acquire(tenants.data.pathsOf(tenant, versions)));
      const category = await dataVersions.findCategory(tenant, version.category);
      const shared = {
        objects: category?.objects ?? [],
        others: await schemaOf(others),
        hasUniqueKeys: tenants.record(tenant)?.consolidates === undefined,
      };
      const { database } = await attached.acquire(tenants.data.pathsOf(tenant, own.versions));
      return await database.use(async (connection) => {
        const scope: ExportScope = { connection, report, signal, ...this.#fileMakers(request.export) };
        const tablesOf = async (lease: TenantDataLease, prefix: string) =>
          exportedTablesOf(connection, { ...shared, model: lease.model, own: await schemaOf(lease) }, prefix, signal);
        const tables = await tablesOf(own, "exported");
        if (!former) {
          return writeTables(scope, tables);
        }
        const [{ objects: formerFiles }] = former.versions as [DataVersion];
        return writeChanges(scope, await tablesOf(former, "base"), tables, ({ parts }) =>
          parts.every((part) => version.objects.get(part) === formerFiles.get(part)),
        );
      });
    } finally {
      await attached.close();
      for (const lease of held) {
        lease.release();
      }
    }
  }

  #fileMakers(id: string): Pick<ExportScope, "newFile" | "finishFile"> {
    return {
      newFile: async () => {
        const storedName = await this.#files.newName(id);
        return { storedName, path: this.#files.path(id, storedName) };
      },
      finishFile: async (path) => {
        await flushFile(path);
        await flushFolder(dirname(path));
        return (await stat(path)).size;
      },
    };
  }

  async #findKept(tenant: string, number: number): Promise<DataVersion> {
    const found = (await this.exportable(tenant)).find((version) => version.number === number);
    if (!found) {
      throw new JobFailure(
        `The data version ${number} of ${tenant} was disabled, or given up for newer ones, before it could be exported; export a newer one.`,
      );
    }
    return found;
  }
}

/** Begin of the day in UTC. */
function dayOf(time: number): number {
  return Math.floor(time / dayMs) * dayMs;
}

function find(exportable: readonly DataVersion[], tenant: string, number: number): DataVersion {
  const found = exportable.find((version) => version.number === number);
  if (!found) {
    const numbers = exportable.map((version) => version.number).join(", ");
    throw new HttpError(
      404,
      "DATA_VERSION_UNKNOWN",
      `The tenant ${tenant} has no data version ${number} that can be exported; ${numbers === "" ? "it has none" : `it has ${numbers}`}.`,
    );
  }
  return found;
}

function checkBase(base: DataVersion, version: DataVersion): void {
  if (base.category !== version.category) {
    throw new HttpError(
      400,
      "BASE_INVALID",
      `The data version ${base.number} is of the data category ${base.category}, and ${version.number} of ${version.category}; name a base of the same category.`,
    );
  }
  if (base.number >= version.number) {
    throw new HttpError(
      400,
      "BASE_INVALID",
      `The base ${base.number} must be older than the data version ${version.number}; exchange the two, or leave the base out for the whole version.`,
    );
  }
}
