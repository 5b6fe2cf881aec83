import { randomUUID } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import type { Connection } from "../../duckdb/database.ts";
import type { CallTenant } from "../call/call.ts";
import { isDriverFailure } from "../drivers/driver-error.ts";
import type { DriverContext } from "../drivers/file-store.ts";
import type { IntakeFiles } from "../intake/intake-files.ts";
import { createReceivingOrder, type ReceivingRequest } from "../intake/receive-job.ts";
import { sourcesOf } from "../intake/sources.ts";
import { JobFailure } from "../jobs/job-failure.ts";
import type { JobOrder } from "../jobs/job-order.ts";
import type { JobContext, JobResult } from "../jobs/job-runner.ts";
import type { LoadSchema } from "../model/load-schema.ts";
import type { ConnectorStore } from "../store/connector-store.ts";
import type { DataCategory } from "../store/data-version-store.ts";
import type { DiskGuard } from "../store/disk-space.ts";
import type { TenantStore } from "../store/tenant-store.ts";
import type { TransferFile, TransferSessionStore } from "../store/transfer-session-store.ts";
import { readSettings } from "./connector-settings.ts";
import { type DataConnector, dataConnectors } from "./data-connectors.ts";
import { type ConnectorResult, createDebugTable, describeResult, endsOf } from "./extraction-result.ts";
import { ArtifactProblem, type ExtractionTarget, type ExtractionTargets, sourceTargets } from "./extraction-target.ts";
import { WindowProblem, type WindowRequest } from "./extraction-window.ts";
import type { ArtifactPublisher } from "./publish-artifacts.ts";
import { type ConnectorReading, readConnector } from "./read-connector.ts";
import { openSourceSystem, type SourceDrivers } from "./source-system.ts";
import type { TableLoader } from "./table-loader.ts";

/** Kind of the jobs that read source systems. */
export const extractionKind = "extract";

/** Argument of a job of the kind `extract`. */
export interface ExtractionRequest {
  /** Ids of the connectors; undefined means all that have a credential. */
  readonly connectors: readonly string[] | undefined;
  readonly window: WindowRequest;
  readonly snapshotMonths: number | undefined;
  /** Id of the data category whose sources are filled. */
  readonly category: string | undefined;
  readonly isProcessed: boolean;
  readonly output: "receiving" | "tables";
  readonly generation: ConnectorReading["generation"];
  readonly isPublished: boolean;
  readonly batchSize: number | undefined;
  /** Id of the credential of connectors of the lakehouse type, in place of the assigned one. */
  readonly credential: string | undefined;
  readonly debug: "none" | "stages" | "all";
  readonly debugNames: "line" | "mapping";
  readonly userId: string;
}

/** Creates the order for an extraction. The extractions of a tenant run one after the other. */
export function createExtractionOrder(tenant: string, request: ExtractionRequest): JobOrder {
  return { kind: extractionKind, tenant, type: "extraction", request, lane: `${extractionKind} ${tenant}` };
}

export interface ExtractionParts {
  readonly clock: Clock;
  readonly store: ConnectorStore;
  readonly tenants: TenantStore;
  readonly files: IntakeFiles;
  readonly sessions: TransferSessionStore;
  readonly disk: DiskGuard;
  /** Data categories of a tenant, the primary one first. */
  readonly categories: (tenant: string) => Promise<readonly DataCategory[]>;
  readonly loadDrivers: () => Promise<SourceDrivers>;
  readonly driverContext: (tenant: string, signal: AbortSignal) => DriverContext;
  readonly artifacts: ArtifactPublisher;
  readonly tables: TableLoader;
}

/** Runs an extraction: reads all connectors or fails. What it received is stored by the job that follows. */
export async function runExtraction(
  request: ExtractionRequest,
  context: JobContext,
  parts: ExtractionParts,
): Promise<JobResult> {
  const tenant = await parts.tenants.find(context.tenant);
  if (!tenant) {
    throw new JobFailure(`There is no tenant "${context.tenant}" any more.`);
  }
  const extraction = new Extraction(request, context, tenant, parts);
  try {
    return await parts.disk.guard(context.signal, (signal) => extraction.run(signal));
  } catch (error) {
    await extraction.discard();
    throw toJobFailure(error);
  } finally {
    tenant.release();
  }
}

/** Failure of a job for errors whose messages are for users. */
function toJobFailure(error: unknown): unknown {
  if (error instanceof WindowProblem) {
    return new JobFailure(`The extraction ${error.message}.`, { cause: error });
  }
  return error instanceof ArtifactProblem || isDriverFailure(error)
    ? new JobFailure(error.message, { cause: error })
    : error;
}

class Extraction {
  readonly #request: ExtractionRequest;
  readonly #context: JobContext;
  readonly #tenant: CallTenant;
  readonly #parts: ExtractionParts;
  /** Id that stands for the extraction as the owner of its files. */
  readonly #id = randomUUID();
  readonly #files: string[] = [];

  constructor(request: ExtractionRequest, context: JobContext, tenant: CallTenant, parts: ExtractionParts) {
    this.#request = request;
    this.#context = context;
    this.#tenant = tenant;
    this.#parts = parts;
  }

  async run(signal: AbortSignal): Promise<JobResult> {
    const { output } = this.#request;
    const members = this.#parts.tenants.record(this.#tenant.code)?.consolidates;
    if (members) {
      throw new JobFailure(`${this.#tenant.code} receives no files: its data is that of ${members.join(" and ")}.`);
    }
    const targets =
      output === "receiving"
        ? sourceTargets(sourcesOf(this.#tenant.model))
        : await this.#parts.tables.targets(this.#tenant.code);
    const accepts = await this.#categoryFilter();
    const results: ConnectorResult[] = [];
    for (const connector of await this.#connectors()) {
      results.push(await this.#read(connector, targets, accepts, signal));
    }
    return output === "receiving" ? this.#receive(results) : this.#load(results, signal);
  }

  async discard(): Promise<void> {
    await this.#parts.files.remove(this.#files);
  }

  async #connectors(): Promise<readonly DataConnector[]> {
    const { connectors: wanted, credential } = this.#request;
    const assigned = await this.#parts.store.assignments(this.#tenant.code);
    const hasCredential = ({ id, provider }: DataConnector) =>
      assigned.has(id) || (credential !== undefined && provider === "lakehouse");
    if (!wanted) {
      const ready = dataConnectors.filter(hasCredential);
      if (ready.length === 0) {
        throw new JobFailure(`No data connector of ${this.#tenant.code} has a credential; assign one.`);
      }
      return ready;
    }
    const chosen = dataConnectors.filter(({ id }) => wanted.includes(id));
    const without = chosen.find((connector) => !hasCredential(connector));
    if (without) {
      throw new JobFailure(
        `The data connector ${without.displayName} has no credential in ${this.#tenant.code}; assign one.`,
      );
    }
    return chosen;
  }

  /** Whether a source belongs to the data category that the extraction is for. */
  async #categoryFilter(): Promise<(target: ExtractionTarget) => boolean> {
    const { category: wanted, output } = this.#request;
    const categories = await this.#parts.categories(this.#tenant.code);
    const category = wanted === undefined ? categories[0] : categories.find(({ id }) => id === wanted);
    if (output === "tables" || !category) {
      return () => true;
    }
    const sources = new Map(sourcesOf(this.#tenant.model).map(({ id, schema }) => [id, schema]));
    return ({ name }) => {
      const schema = sources.get(name);
      return schema !== undefined && this.#isOf(category, schema);
    };
  }

  #isOf({ objects }: DataCategory, { target }: LoadSchema): boolean {
    return target.kind === "hierarchy"
      ? this.#tenant.model.objects.some(
          ({ id, dimensions }) =>
            objects.includes(id) && dimensions.some(({ membersOf }) => membersOf === target.membersOf),
        )
      : objects.includes(target.object.id);
  }

  async #read(
    connector: DataConnector,
    targets: ExtractionTargets,
    accepts: (target: ExtractionTarget) => boolean,
    signal: AbortSignal,
  ): Promise<ConnectorResult> {
    const { store, files, clock, loadDrivers, driverContext } = this.#parts;
    const { code, database } = this.#tenant;
    const { window, snapshotMonths, generation, output, batchSize } = this.#request;
    const settings = readSettings((await store.settings(code)).get(connector.id) ?? new Map());
    const reading: ConnectorReading = {
      name: connector.displayName,
      settings,
      window,
      snapshotMonths,
      targets,
      accepts,
      extractedTo: await store.extractedTo(code, connector.id),
      artifacts: await store.artifacts(code, connector.id),
      generation,
      needsKeys: output === "tables",
      hasFractions: output === "tables",
      batchSize: batchSize ?? settings.batchSize,
      now: clock.now(),
    };
    const tools = {
      owner: this.#id,
      files,
      database,
      signal,
      onFile: (file: string) => this.#files.push(file),
      report: (text: string) => this.#context.report(text),
    };
    this.#context.report(`Connecting to ${connector.displayName}.`);
    const system = await openSourceSystem(
      connector.provider,
      await store.parameters(await this.#credentialOf(connector)),
      settings,
      await loadDrivers(),
      driverContext(code, signal),
    );
    try {
      return { connector, readings: await readConnector(system, reading, tools) };
    } finally {
      await system.close();
    }
  }

  async #credentialOf({ id, displayName, provider }: DataConnector): Promise<string> {
    const { store, tenants } = this.#parts;
    const { code } = this.#tenant;
    const own = provider === "lakehouse" ? this.#request.credential : undefined;
    const wanted = own ?? (await store.assignments(code)).get(id);
    const usable = await store.credentials(code, tenants.record(code)?.parent);
    const found = usable.find((credential) => credential.id === wanted);
    if (!found || found.provider.toLowerCase() !== provider) {
      throw new JobFailure(
        found
          ? `${displayName} takes no credential of ${found.provider}.`
          : `${code} may not use the credential of ${displayName} any more; assign another one.`,
      );
    }
    return found.id;
  }

  /** Stores the files for the receiving job that follows. Without rows there is none, and the extraction itself ends the window. */
  async #receive(results: readonly ConnectorResult[]): Promise<JobResult> {
    const { clock, files, sessions, store } = this.#parts;
    const { code } = this.#tenant;
    const taken: TransferFile[] = [];
    const received: ReceivingRequest["files"][number][] = [];
    for (const { readings } of results) {
      for (const { target, artifact, files: extracted } of readings) {
        for (const { file, name, rows, facts } of extracted) {
          const header = artifact.columns.map((column) => column.name);
          const bytes = await files.size(file);
          taken.push({
            file,
            session: this.#id,
            tenant: code,
            source: target.name,
            sequence: taken.length,
            name,
            bytes,
            rows,
            header,
          });
          received.push({ file, name, schema: target.name, source: target.name, facts });
        }
      }
    }
    const extracted = results.flatMap(endsOf);
    const debug = taken.length > 0 && this.#request.debug !== "none" ? await this.#writeDebugFile(results) : undefined;
    const next =
      taken.length === 0
        ? []
        : [
            createReceivingOrder(code, {
              kind: "extraction",
              origin: this.#id,
              files: received,
              extracted,
              ...(debug && { debug }),
              ...(this.#request.isProcessed && { processing: { publish: true } }),
            }),
          ];
    return this.#end(results, {
      next,
      write: async (connection) => {
        if (taken.length > 0) {
          const session = { id: this.#id, tenant: code, job: this.#context.id };
          const own = { session: this.#id, tenant: code, source: "", sequence: taken.length, bytes: 0, header: [] };
          const files = debug ? [...taken, { ...own, file: debug.file, name: debug.name, rows: debug.rows }] : taken;
          await sessions.addCompleted(connection, session, files, clock.now());
        } else {
          await store.setExtractedTo(connection, code, this.#context.id, extracted);
        }
      },
    });
  }

  async #writeDebugFile(results: readonly ConnectorResult[]) {
    const { debug, debugNames } = this.#request;
    const { columns, rows, bytes } = createDebugTable(results, debug === "all", debugNames);
    const file = await this.#parts.files.write(this.#id, bytes(), this.#context.signal);
    this.#files.push(file);
    return { file, name: "extraction.csv", columns, rows };
  }

  /** Writes the rows into table sources. The next extraction goes on here once they are committed. */
  async #load(results: readonly ConnectorResult[], signal: AbortSignal): Promise<JobResult> {
    const { store, tables, files } = this.#parts;
    const { code } = this.#tenant;
    this.#context.report("Writing to table sources.");
    const settings = await store.settings(code);
    await tables.load(
      this.#tenant,
      results.flatMap(({ connector, readings }) => {
        const { keyColumns } = readSettings(settings.get(connector.id) ?? new Map());
        return readings.map((reading) => ({ reading, keyColumns }));
      }),
      { userId: this.#request.userId, isProcessed: this.#request.isProcessed, category: this.#request.category },
      signal,
    );
    await files.remove(this.#files);
    return this.#end(results, {
      next: [],
      write: (connection) => store.setExtractedTo(connection, code, this.#context.id, results.flatMap(endsOf)),
    });
  }

  async #end(
    results: readonly ConnectorResult[],
    { next, write }: { readonly next: readonly JobOrder[]; readonly write: (connection: Connection) => Promise<void> },
  ): Promise<JobResult> {
    const { artifacts, store } = this.#parts;
    const { code } = this.#tenant;
    const { userId, isPublished } = this.#request;
    const message = results.map(describeResult).join(" ");
    return {
      message,
      next,
      discard: () => this.discard(),
      inTransaction: async (connection) => {
        const changed = results.flatMap(({ connector, readings }) =>
          readings.filter(({ isArtifactNew }) => isArtifactNew).map((reading) => ({ connector, reading })),
        );
        for (const { connector, reading } of changed) {
          await store.setArtifact(connection, code, connector.id, reading.target.name, reading.artifact);
        }
        if (changed.length > 0) {
          await artifacts.add(connection, code, { userId, isPublished, changed });
        }
        await write(connection);
        return undefined;
      },
    };
  }
}
