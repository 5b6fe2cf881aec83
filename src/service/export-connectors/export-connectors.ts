import { randomUUID } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import { isDriverFailure } from "../drivers/driver-error.ts";
import type { DriverContext } from "../drivers/file-store.ts";
import { ParameterProblem } from "../drivers/providers.ts";
import type { Egress } from "../egress/egress.ts";
import type { JobRunner } from "../jobs/job-runner.ts";
import type { DiskGuard } from "../store/disk-space.ts";
import { type ExportConnector, ExportConnectorStore, exportConnectorKind } from "../store/export-connector-store.ts";
import { ExportCredentialStore } from "../store/export-credential-store.ts";
import type { HostKeyStore } from "../store/host-key-store.ts";
import type { PlatformDatabase } from "../store/platform-database.ts";
import type { TenantStore } from "../store/tenant-store.ts";
import { readDestination } from "./destinations.ts";
import { type ExportJobRequest, noDriver, runExport } from "./run-export.ts";
import { probeDestination, type StagingArea } from "./write-destination.ts";

interface ExportConnectorsParts {
  readonly clock: Clock;
  readonly platform: PlatformDatabase;
  readonly tenants: TenantStore;
  readonly jobRunner: JobRunner;
  readonly egress: Egress;
  readonly hostKeys: HostKeyStore;
  readonly disk: DiskGuard;
  /** Existing folder for files on their way, whose content a restart removes. */
  readonly scratchFolder: string;
  /** Name of the time column in queries. */
  readonly timeColumn: string;
  readonly onFailure: (error: unknown) => void;
}

/** Longest time of a validation. */
const validationLimitMs = 60_000;

/** Sends the data of tenants to other systems (service-api, "Data export connectors"). */
export class ExportConnectors {
  readonly store: ExportConnectorStore;
  readonly credentials: ExportCredentialStore;
  readonly #parts: ExportConnectorsParts;
  readonly #staging: StagingArea;
  readonly #closing = new AbortController();
  readonly #validations = new Set<Promise<void>>();

  private constructor(parts: ExportConnectorsParts) {
    this.#parts = parts;
    this.store = new ExportConnectorStore(parts.platform);
    this.credentials = new ExportCredentialStore(parts.platform);
    this.#staging = { folder: parts.scratchFolder, disk: parts.disk };
  }

  /** Registers the export jobs and ends what an earlier process left unfinished. */
  static async open(parts: ExportConnectorsParts): Promise<ExportConnectors> {
    const connectors = new ExportConnectors(parts);
    await connectors.credentials.endInterrupted(parts.clock.now());
    await connectors.store.removeOldSyncJobs();
    parts.jobRunner.register(exportConnectorKind, (_request, context) =>
      runExport(context, {
        store: connectors.store,
        credentials: connectors.credentials,
        tenants: parts.tenants,
        timeColumn: parts.timeColumn,
        staging: connectors.#staging,
        driverContext: (tenant, signal) => connectors.#driverContext(tenant, signal),
        onFailure: parts.onFailure,
      }),
    );
    return connectors;
  }

  /** Starts an export job with a sync job for each link and credential of a connector. Returns its id. */
  run(tenant: string, { id, links }: ExportConnector, credentialIds: readonly string[]): Promise<string> {
    const request: ExportJobRequest = { connector: id };
    const syncJobs = links.flatMap((link) => credentialIds.map((credentialId) => ({ ...link, credentialId })));
    return this.#parts.jobRunner.start(
      { kind: exportConnectorKind, tenant, type: "export", request, lane: `${exportConnectorKind} ${tenant} ${id}` },
      (connection, job) => this.store.addSyncJobs(connection, job, syncJobs),
    );
  }

  /**
   * Starts the validation of parameters, which are not stored: it connects to the destination, and writes and removes a
   * probe. Returns its id.
   */
  async validate(tenant: string, parameters: Readonly<Record<string, unknown>>): Promise<string> {
    const id = randomUUID();
    await this.credentials.addValidation(tenant, id, this.#parts.clock.now());
    const running = this.#findProblem(tenant, parameters)
      .then((message) => this.credentials.endValidation(id, message === undefined ? [] : [{ rci: id, message }]))
      .catch(this.#parts.onFailure)
      .finally(() => this.#validations.delete(running));
    this.#validations.add(running);
    return id;
  }

  /** Stops the validations that run. The next start ends them with an error. */
  async close(): Promise<void> {
    this.#closing.abort(new Error("The service is stopping."));
    await Promise.all(this.#validations);
  }

  async #findProblem(tenant: string, parameters: Readonly<Record<string, unknown>>): Promise<string | undefined> {
    const limit = AbortSignal.timeout(validationLimitMs);
    const signal = AbortSignal.any([limit, this.#closing.signal]);
    try {
      const { name, target } = readDestination(parameters);
      if (!target) {
        return noDriver(name);
      }
      await probeDestination(target, this.#driverContext(tenant, signal), this.#staging);
      return undefined;
    } catch (error) {
      this.#closing.signal.throwIfAborted();
      if (limit.aborted) {
        return `The destination did not answer within ${validationLimitMs / 1000} s.`;
      }
      if (error instanceof ParameterProblem || isDriverFailure(error)) {
        return error.message;
      }
      this.#parts.onFailure(error);
      return "The service failed, and its log has the reason; validate again.";
    }
  }

  #driverContext(tenant: string, signal: AbortSignal): DriverContext {
    return { egress: this.#parts.egress, hostKeys: this.#parts.hostKeys, tenant, signal };
  }
}
