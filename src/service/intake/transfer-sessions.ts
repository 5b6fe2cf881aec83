import type { Clock } from "../../base/clock.ts";
import type { FilePart } from "../../contract/file-part.ts";
import { limits } from "../../contract/limits.ts";
import { readZip, ZipError, defaultZipLimits, type ZipEntry } from "../../zip/read-zip.ts";
import { type Caller, type CallTenant, HttpError } from "../call/call.ts";
import type { JobRunner } from "../jobs/job-runner.ts";
import type { TenantStore } from "../store/tenant-store.ts";
import type { TransferFile, TransferSession, TransferSessionStore } from "../store/transfer-session-store.ts";
import { readCsvHeader, readRowLines } from "./csv-source.ts";
import { checkHeader } from "./direct-intake.ts";
import type { IntakeFiles } from "./intake-files.ts";
import { JsonBatchProblem, JsonBatchReader } from "./json-batch.ts";
import { findHeaderProblem } from "./load-header.ts";
import { createReceivingOrder } from "./receive-job.ts";
import { matchSource, type Source, sourcesOf } from "./sources.ts";

export interface TransferSessionParts {
  readonly clock: Clock;
  readonly store: TransferSessionStore;
  readonly files: IntakeFiles;
  readonly tenants: TenantStore;
  readonly jobRunner: JobRunner;
}

/** What the caller says about a batch. */
export interface BatchAddress {
  readonly sourceId: string | undefined;
  readonly sequence: number | undefined;
  readonly tenantCode: string | undefined;
}

/** What became of a file of a batch, or why it was not taken. */
export interface BatchEntry {
  readonly tenant: string;
  readonly sourceId: string;
  readonly sourceName: string;
  readonly bytes: number;
  readonly rows: number;
  /** Reason why the file was not taken; undefined for a stored one. */
  readonly problem: string | undefined;
}

export interface BatchOutcome {
  readonly sequence: number;
  readonly entries: readonly BatchEntry[];
}

/** Transfer sessions (service-api, "Transfer session (data intake into sources)"). Throws `HttpError`. */
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
    const session = await this.#findActive(tenant, id);
    const target = this.#targetOf(tenant, address.tenantCode);
    const sources = sourcesOf(tenant.model);
    const { files, store } = this.#parts;
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
      const before = (await store.files(id)).find((one) => one.tenant === target && one.source === source.id);
      if (before && before.header.join() !== header.join()) {
        throw invalid(`the batch has another header row than the batches of ${source.id} before it`);
      }
      const sequence = address.sequence ?? (await store.nextSequence(id));
      const stored: TransferFile = {
        file,
        session: id,
        tenant: target,
        source: source.id,
        sequence,
        name: `${source.id.toLowerCase()}-${sequence}.csv`,
        bytes: await files.size(file),
        rows: reader.rows,
        header,
      };
      await this.#keep(session, [stored]);
      isKept = true;
      return { sequence, entries: [toEntry(stored, source)] };
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
    const session = await this.#findActive(tenant, id);
    const target = this.#targetOf(tenant, address.tenantCode);
    const { files, store } = this.#parts;
    const original = await files.write(id, part.open(), signal);
    const written: string[] = [];
    const entries: BatchEntry[] = [];
    const stored: TransferFile[] = [];
    let isKept = false;
    const sequence = address.sequence ?? (await store.nextSequence(id));
    const add = async (file: string, path: string, owner: string): Promise<void> => {
      const name = path.split("/").at(-1) ?? path;
      const sources = sourcesOf(tenant.model);
      const source = address.sourceId === undefined ? matchSource(sources, name) : findSource(sources, address.sourceId);
      const fail = (problem: string) =>
        entries.push({ tenant: owner, sourceId: source?.id ?? "", sourceName: source?.id ?? name, bytes: 0, rows: 0, problem });
      if (!source) {
        fail(`${name} matches the file names of no source.`);
        return;
      }
      try {
        await checkHeader(files.locate(file), name, source.schema);
      } catch (error) {
        if (!(error instanceof HttpError)) {
          throw error;
        }
        fail(error.message);
        return;
      }
      const facts = await this.#factsOf(file, signal);
      const taken: TransferFile = { file, session: id, tenant: owner, source: source.id, sequence, name, ...facts };
      stored.push(taken);
      entries.push(toEntry(taken, source));
    };
    try {
      if (/\.zip$/i.test(part.filename)) {
        for await (const entry of this.#entriesOf(original)) {
          const file = await files.write(id, entry.open(), signal);
          written.push(file);
          await add(file, entry.name, this.#ownerOf(entry, tenant, target));
        }
      } else {
        written.push(original);
        await add(original, part.filename, target);
      }
      const [only] = entries;
      if (entries.length === 1 && only?.problem !== undefined) {
        throw new HttpError(400, "FILE_INVALID", only.problem);
      }
      await this.#keep(session, stored);
      isKept = true;
      return { sequence, entries };
    } catch (error) {
      throw error instanceof ZipError ? new HttpError(400, "FILE_INVALID", error.message, { cause: error }) : error;
    } finally {
      const kept = new Set(isKept ? stored.map(({ file }) => file) : []);
      await files.remove([original, ...written].filter((file) => !kept.has(file)));
    }
  }

  #entriesOf(zip: string): AsyncIterable<ZipEntry> {
    return readZip(this.#parts.files.locate(zip), { ...defaultZipLimits, bytes: limits.sftpBatchBytes.value });
  }

  /** Tenant of an entry of a ZIP archive: the one that its folder names, or that of the batch. Throws a 400. */
  #ownerOf({ name }: ZipEntry, tenant: CallTenant, target: string): string {
    const steps = name.split("/");
    const [folder = ""] = steps;
    if (steps.length === 1) {
      return target;
    }
    if (steps.length > 2 || !/^WFF_/.test(folder)) {
      throw new HttpError(
        400,
        "FILE_INVALID",
        `The ZIP file was not used, because ${JSON.stringify(name)} does not lie in a folder of a tenant; name the folders WFF_<tenantCode>.`,
      );
    }
    return this.#targetOf(tenant, folder);
  }

  async #factsOf(file: string, signal: AbortSignal): Promise<Pick<TransferFile, "bytes" | "rows" | "header">> {
    const { files } = this.#parts;
    const path = files.locate(file);
    const header = await readCsvHeader(path);
    let rows = 0;
    if (header) {
      for await (const some of readRowLines(path, header.names.length, signal)) {
        rows += some.length;
      }
    }
    return { bytes: await files.size(file), rows, header: header?.names ?? [] };
  }

  async #keep({ id }: TransferSession, stored: readonly TransferFile[]): Promise<void> {
    const replaced = await this.#parts.store.addBatch(id, stored);
    if (!replaced) {
      throw closed(id);
    }
    await this.#parts.files.remove(replaced);
  }

  /** Discards what was sent. A repeat answers again. Returns the files that were there. */
  async cancel(tenant: CallTenant, id: string): Promise<readonly TransferFile[]> {
    const { store, files } = this.#parts;
    const session = await this.#find(tenant, id);
    if (session.state === "completed") {
      throw closed(id);
    }
    const sent = await store.files(id);
    if (await store.cancel(id)) {
      await files.remove(sent.map(({ file }) => file));
    }
    return sent;
  }

  /** Starts the receiving job, or for several tenants a dispatching job of one for each. Returns its id. */
  async complete(
    tenant: CallTenant,
    id: string,
    isProcessed: boolean,
  ): Promise<{ readonly job: string; readonly files: readonly TransferFile[] }> {
    const { store, jobRunner } = this.#parts;
    await this.#findActive(tenant, id);
    const files = await store.files(id);
    const tenants = [...new Set([...files.map((file) => file.tenant), ...(files.length === 0 ? [tenant.code] : [])])];
    const orders = tenants.map((code) =>
      createReceivingOrder(code, {
        kind: "session",
        origin: id,
        files: files
          .filter((file) => file.tenant === code)
          .map(({ file, name, source }) => ({ file, name, schema: source, source })),
        ...(isProcessed && { processing: { publish: true } }),
      }),
    );
    const [only] = orders;
    const complete = async (connection: Parameters<TransferSessionStore["complete"]>[0], job?: string) => {
      if (!(await store.complete(connection, id, job))) {
        throw closed(id);
      }
    };
    const job =
      orders.length === 1 && only
        ? await jobRunner.start(only, complete)
        : await jobRunner.dispatch(tenant.code, orders, (connection) => complete(connection));
    return { job, files };
  }

  async #find(tenant: CallTenant, id: string): Promise<TransferSession> {
    const found = await this.#parts.store.find(tenant.code, id);
    if (!found) {
      throw new HttpError(404, "SESSION_UNKNOWN", `The tenant ${tenant.code} has no transfer session "${id}".`);
    }
    return found;
  }

  async #findActive(tenant: CallTenant, id: string): Promise<TransferSession> {
    const found = await this.#find(tenant, id);
    if (found.state !== "active") {
      throw closed(id);
    }
    return found;
  }

  /** The tenant that a batch is for: the caller's, or one that it manages. Throws a 404. */
  #targetOf(tenant: CallTenant, code: string | undefined): string {
    if (code === undefined || code === tenant.code) {
      return tenant.code;
    }
    if (!this.#parts.tenants.children(tenant.code).some((child) => child.code === code)) {
      throw new HttpError(404, "TENANT_UNKNOWN", `${tenant.code} manages no tenant "${code}".`);
    }
    return code;
  }
}

function findSource(sources: readonly Source[], id: string): Source {
  const source = sources.find((one) => one.id === id);
  if (!source) {
    throw new HttpError(404, "SOURCE_UNKNOWN", `There is no source "${id}"; the list of sources has their ids.`);
  }
  return source;
}

function toEntry({ tenant, bytes, rows }: TransferFile, { id }: Source): BatchEntry {
  return { tenant, sourceId: id, sourceName: id, bytes, rows, problem: undefined };
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
