import type { Clock } from "../../base/clock.ts";
import type { FilePart } from "../../contract/file-part.ts";
import { limits } from "../../contract/limits.ts";
import { type Caller, type CallTenant, HttpError } from "../call/call.ts";
import type { JobRunner } from "../jobs/job-runner.ts";
import type { TenantStore } from "../store/tenant-store.ts";
import type { TransferFile, TransferSession, TransferSessionStore } from "../store/transfer-session-store.ts";
import { CsvRowCounter } from "./count-rows.ts";
import type { IntakeFiles } from "./intake-files.ts";
import { JsonBatchProblem, JsonBatchReader } from "./json-batch.ts";
import { findHeaderProblem } from "./load-header.ts";
import { createReceivingOrder } from "./receive-job.ts";
import { type BatchEntry, findSource, findTarget, sortFile, toEntry } from "./sort-file.ts";
import { sourcesOf } from "./sources.ts";

interface TransferSessionParts {
  readonly clock: Clock;
  readonly store: TransferSessionStore;
  readonly files: IntakeFiles;
  readonly tenants: TenantStore;
  readonly jobRunner: JobRunner;
}

/** Address of a batch, as the caller gives it. */
interface BatchAddress {
  readonly sourceId: string | undefined;
  readonly sequence: number | undefined;
  readonly tenantCode: string | undefined;
}

export interface BatchOutcome {
  readonly sequence: number;
  readonly entries: readonly BatchEntry[];
}

/** Transfer sessions (service-api, "Transfer session"). Throws `HttpError`. */
export class TransferSessions {
  readonly #parts: TransferSessionParts;

  constructor(parts: TransferSessionParts) {
    this.#parts = parts;
  }

  start(tenant: CallTenant, caller: Caller): Promise<string> {
    return this.#parts.store.start(tenant.code, caller.userId, this.#parts.clock.now());
  }

  /** Takes a batch of JSON rows for one source. */
  async addRows(
    tenant: CallTenant,
    id: string,
    address: BatchAddress,
    body: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<BatchOutcome> {
    await this.#checkActive(tenant, id);
    const target = findTarget(tenant, address.tenantCode, this.#parts.tenants);
    const sources = sourcesOf(tenant.model);
    const { files } = this.#parts;
    const reader = new JsonBatchReader(limits.jsonBatchRows);
    const file = await files.write(id, reader.read(body), signal).catch((error: unknown) => {
      throw error instanceof JsonBatchProblem ? invalid(`the batch ${error.message}`, error) : error;
    });
    let isKept = false;
    try {
      const header = reader.header ?? [];
      const source =
        address.sourceId === undefined
          ? sources.find(({ schema }) => findHeaderProblem(header, schema) === undefined)
          : findSource(sources, address.sourceId);
      if (!source) {
        throw invalid("query sourceId is missing, and the header row fits no source");
      }
      const problem = findHeaderProblem(header, source.schema);
      if (problem !== undefined) {
        throw invalid(`the batch ${problem}`);
      }
      const batch = {
        file,
        session: id,
        tenant: target,
        source: source.id,
        bytes: await files.size(file),
        rows: reader.rows,
        header,
      };
      const sequence = await this.#keep(id, [batch], address.sequence, (before) => checkHeader(batch, before));
      isKept = true;
      return { sequence, entries: [toEntry(batch, source)] };
    } finally {
      if (!isKept) {
        await files.remove([file]);
      }
    }
  }

  /** Takes a CSV file, or a ZIP archive with CSV files, with a folder for each tenant if it names tenants. */
  async addFile(
    tenant: CallTenant,
    id: string,
    address: BatchAddress,
    part: FilePart,
    signal: AbortSignal,
  ): Promise<BatchOutcome> {
    await this.#checkActive(tenant, id);
    const target = findTarget(tenant, address.tenantCode, this.#parts.tenants);
    const { files } = this.#parts;
    const counter = new CsvRowCounter();
    const file = await files.write(id, counter.passThrough(part.open()), signal);
    const sent = { file, name: part.filename, session: id, target, sourceId: address.sourceId, counter };
    const { entries, stored } = await sortFile(sent, tenant, this.#parts, signal);
    let isKept = false;
    try {
      const sequence = await this.#keep(id, stored, address.sequence);
      isKept = true;
      return { sequence, entries };
    } finally {
      if (!isKept) {
        await files.remove(stored.map((one) => one.file));
      }
    }
  }

  /** Stores a batch and returns its number. Throws a 409 if the session is closed. */
  async #keep(
    id: string,
    files: Parameters<TransferSessionStore["addBatch"]>[1],
    number: number | undefined,
    check?: (before: readonly TransferFile[]) => void,
  ): Promise<number> {
    const added = await this.#parts.store.addBatch(id, files, number, check);
    if (!added) {
      throw closed(id);
    }
    await this.#parts.files.remove(added.replaced);
    return added.sequence;
  }

  /** Discards what was sent. A repeat answers again. Returns the files that were there. */
  async cancel(tenant: CallTenant, id: string): Promise<readonly TransferFile[]> {
    const { store, files } = this.#parts;
    await this.#find(tenant, id);
    const cancelled = await store.cancel(id);
    if (!cancelled && (await this.#find(tenant, id)).state === "completed") {
      throw closed(id);
    }
    await files.remove((cancelled ?? []).map(({ file }) => file));
    return cancelled ?? store.files(id);
  }

  /** Starts the receiving job, or for several tenants a dispatching job of one for each. Returns its id. */
  async complete(
    tenant: CallTenant,
    id: string,
    isProcessed: boolean,
  ): Promise<{ readonly job: string; readonly files: readonly TransferFile[] }> {
    const { store, jobRunner } = this.#parts;
    await this.#checkActive(tenant, id);
    let files: readonly TransferFile[] = [];
    const job = await jobRunner.startPrepared(tenant.code, async (connection, started) => {
      const completed = await store.complete(connection, id, started);
      if (!completed) {
        throw closed(id);
      }
      files = completed;
      const tenants = files.length === 0 ? [tenant.code] : [...new Set(files.map((file) => file.tenant))];
      return tenants.map((code) =>
        createReceivingOrder(code, {
          kind: "session",
          origin: id,
          files: completed
            .filter((file) => file.tenant === code)
            .map(({ file, name, source }) => ({ file, name, schema: source, source })),
          ...(isProcessed && { processing: { publish: true } }),
        }),
      );
    });
    return { job, files };
  }

  async #find(tenant: CallTenant, id: string): Promise<TransferSession> {
    const found = await this.#parts.store.find(tenant.code, id);
    if (!found) {
      throw new HttpError(404, "SESSION_UNKNOWN", `The tenant ${tenant.code} has no transfer session "${id}".`);
    }
    return found;
  }

  /** Throws a 404 or 409 if there is no such session that is active. */
  async #checkActive(tenant: CallTenant, id: string): Promise<void> {
    const { state } = await this.#find(tenant, id);
    if (state !== "active") {
      throw closed(id);
    }
  }
}

/** Throws a 400 if batches of the same tenant and source have another header row. */
function checkHeader(
  { tenant, source, header }: Pick<TransferFile, "tenant" | "source" | "header">,
  before: readonly TransferFile[],
): void {
  const first = before.find((one) => one.tenant === tenant && one.source === source);
  if (first && JSON.stringify(first.header) !== JSON.stringify(header)) {
    throw invalid(`the batch has another header row than the batches of ${source} before it`);
  }
}

function closed(id: string): HttpError {
  return new HttpError(
    409,
    "SESSION_CLOSED",
    `The transfer session ${id} has ended and takes no more data; start another one.`,
  );
}

function invalid(problem: string, cause?: unknown): HttpError {
  return new HttpError(400, "REQUEST_INVALID", `The request is invalid: ${problem}.`, { cause });
}
