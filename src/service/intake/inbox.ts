import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import type { Clock } from "../../base/clock.ts";
import { TaskQueue } from "../../base/task-queue.ts";
import { limits } from "../../contract/limits.ts";
import { type CallTenant, HttpError } from "../call/call.ts";
import { JobFailure } from "../jobs/job-failure.ts";
import type { JobOrder } from "../jobs/job-order.ts";
import type { JobContext, JobResult, JobRunner } from "../jobs/job-runner.ts";
import type { InboxFile, InboxStore } from "../store/inbox-store.ts";
import type { PgpKeyStore } from "../store/pgp-key-store.ts";
import type { TenantStore } from "../store/tenant-store.ts";
import type { TransferFile, TransferSessionStore } from "../store/transfer-session-store.ts";
import type { InboxFolder } from "./inbox-folder.ts";
import type { IntakeFiles } from "./intake-files.ts";
import { isEncrypted, type Pgp } from "./pgp.ts";
import { createReceivingOrder, type ReceivingRequest, receivingLaneOf } from "./receive-job.ts";
import { sortFile } from "./sort-file.ts";
import type { Workbooks } from "./workbooks.ts";

/** Kind of the jobs that load files of an inbox. */
const inboxLoadKind = "inbox";

/** Argument of a job of the kind `inbox`. */
interface InboxLoadRequest {
  /** Names of the files to load. */
  readonly names: readonly string[];
  readonly isProcessed: boolean;
}

interface InboxParts {
  readonly clock: Clock;
  readonly store: InboxStore;
  readonly keys: PgpKeyStore;
  readonly pgp: Pgp;
  readonly workbooks: Workbooks;
  readonly files: IntakeFiles;
  readonly folder: InboxFolder;
  readonly sessions: TransferSessionStore;
  readonly tenants: TenantStore;
  readonly jobRunner: JobRunner;
  /** Receives checked and sorted files as a part of the job that the context is of. */
  readonly receive: (request: ReceivingRequest, context: JobContext) => Promise<JobResult>;
}

const fileName = /^[^\p{Cc}]+\.(zip|csv|xlsx?)(\.(pgp|gpg|asc))?$/iu;

/** Files that were delivered to tenants, and the jobs that load them (service-api, "Data and jobs"). */
export class Inbox {
  readonly #parts: InboxParts;
  /** Takes of files from the folders of tenants, so that no two are after the same file. */
  readonly #takes = new Map<string, TaskQueue>();

  constructor(parts: InboxParts) {
    this.#parts = parts;
    parts.jobRunner.register(inboxLoadKind, (request, context) =>
      new InboxLoad(request as InboxLoadRequest, context, parts).run(),
    );
  }

  /** Returns the files of a tenant in the order in which they were sent. */
  files(tenant: string): Promise<readonly InboxFile[]> {
    return this.#parts.store.files(tenant);
  }

  /** Returns the names of the files that are encrypted to a key of the tenant and not loaded yet. */
  async filesEncryptedTo(tenant: string, key: string, signal: AbortSignal): Promise<readonly string[]> {
    const { files, keys, pgp } = this.#parts;
    const pair = (await keys.pairs(tenant)).find(({ id }) => id === key);
    const encrypted: InboxFile[] = [];
    for (const each of pair ? await this.files(tenant) : []) {
      const path = files.locate(each.file);
      // A load that has just ended may have removed it.
      if (existsSync(path) && (await isEncrypted(path, each.name))) {
        encrypted.push(each);
      }
    }
    const recipients = await pgp.recipients(
      encrypted.map(({ file }) => files.locate(file)),
      signal,
    );
    return encrypted
      .filter((_, index) => pair && recipients[index]?.includes(pair.encryptionId))
      .map(({ name }) => name);
  }

  /** Throws a 400 for a name that no data file has. */
  checkName(name: string): void {
    if (!fileName.test(name) || name.length > 255) {
      throw new HttpError(
        400,
        "FILE_INVALID",
        `A data file is a ZIP, CSV, XLS or XLSX file by its name, with .pgp, .gpg or .asc after it if it is encrypted; ${JSON.stringify(name.slice(0, 255))} is none.`,
      );
    }
  }

  /** Puts a file into the inbox of a tenant. It replaces one of the same name once all its bytes are there. */
  async put(tenant: string, name: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    this.checkName(name);
    await this.#add(tenant, name, await this.#parts.files.write(randomUUID(), bytes, signal));
  }

  async #add(tenant: string, name: string, file: string): Promise<void> {
    const { clock, files, store } = this.#parts;
    let unused: string | undefined = file;
    try {
      unused = await store.put(tenant, { name, file, bytes: await files.size(file) }, clock.now());
    } finally {
      await files.remove(unused === undefined ? [] : [unused]);
    }
  }

  /**
   * Starts a job that loads the named files, or all if none is named, those in the tenant's folder too. Returns its id.
   * Throws a 400 or 404.
   */
  async startLoad(
    { code }: CallTenant,
    named: readonly string[],
    isProcessed: boolean,
    signal: AbortSignal,
  ): Promise<string> {
    const takes = this.#takes.get(code) ?? new TaskQueue();
    this.#takes.set(code, takes);
    await takes.run(() => this.#takeFromFolder(code, named, signal));
    const there = (await this.files(code)).map(({ name }) => name);
    const missing = named.find((name) => !there.includes(name));
    if (missing !== undefined || there.length === 0) {
      const what = missing === undefined ? "no file" : `no file ${JSON.stringify(missing)}`;
      throw new HttpError(
        404,
        "FILE_UNKNOWN",
        `The inbox of ${code} has ${what}; upload it, or put it into the folder inbox/${code} of the data folder.`,
      );
    }
    const request: InboxLoadRequest = { names: named.length > 0 ? [...new Set(named)] : there, isProcessed };
    return this.#parts.jobRunner.start({
      kind: inboxLoadKind,
      tenant: code,
      type: "receiving",
      request,
      lane: receivingLaneOf(code),
    });
  }

  /** Puts files of the tenant's folder into the inbox: the named ones, or all. Takes none if one cannot be taken. */
  async #takeFromFolder(tenant: string, named: readonly string[], signal: AbortSignal): Promise<void> {
    const { folder } = this.#parts;
    await folder.create(tenant);
    const names = (await folder.names(tenant)).filter((name) => named.length === 0 || named.includes(name));
    for (const name of names) {
      this.checkName(name);
      await folder.check(tenant, name);
    }
    for (const name of names) {
      await folder.take(tenant, name, randomUUID(), signal, (file) => this.#add(tenant, name, file));
    }
  }
}

/** Decrypts, unzips and receives files of an inbox: all of them or none. A file that fails stays in the inbox. */
class InboxLoad {
  readonly #request: InboxLoadRequest;
  readonly #context: JobContext;
  readonly #parts: InboxParts;
  /** Id that stands for the load as the owner of its files. */
  readonly #id = randomUUID();
  readonly #sorted: TransferFile[] = [];

  constructor(request: InboxLoadRequest, context: JobContext, parts: InboxParts) {
    this.#request = request;
    this.#context = context;
    this.#parts = parts;
  }

  async run(): Promise<JobResult> {
    const { files, jobRunner, store, tenants } = this.#parts;
    const { id, signal } = this.#context;
    const tenant = await tenants.find(this.#context.tenant);
    if (!tenant) {
      throw new JobFailure(`There is no tenant "${this.#context.tenant}" any more.`);
    }
    let held: readonly InboxFile[] = [];
    let isReceived = false;
    try {
      held = await store.hold(tenant.code, this.#request.names);
      const taken = this.#inOrder(held);
      for (const file of taken) {
        await this.#open(file, tenant);
      }
      const result = await this.#receive(taken);
      isReceived = true;
      const removeTaken = async () => {
        const { state } = await jobRunner.ended(id, signal);
        await files.remove(state === "succeeded" ? taken.map(({ file }) => file) : []);
      };
      // What is left by a service that ends before this is removed when it starts again.
      removeTaken().catch(() => undefined);
      return result;
    } catch (error) {
      throw error instanceof HttpError ? new JobFailure(error.message, { cause: error }) : error;
    } finally {
      tenant.release();
      // As above.
      await files.remove(store.release(held)).catch(() => undefined);
      if (!isReceived) {
        await files.remove(this.#sorted.map(({ file }) => file));
      }
    }
  }

  /** Returns the files in the order in which they were named, which is that in which they are applied. */
  #inOrder(files: readonly InboxFile[]): readonly InboxFile[] {
    return this.#request.names.map((name) => {
      const file = files.find((one) => one.name === name);
      if (!file) {
        throw new JobFailure(`${name} is not in the inbox any more; another job has loaded it.`);
      }
      return file;
    });
  }

  /** Decrypts a file if it is encrypted, and adds its files. Throws a JobFailure or an HttpError. */
  async #open({ name, file }: InboxFile, tenant: CallTenant): Promise<void> {
    const { files } = this.#parts;
    const { report, signal } = this.#context;
    const source = files.locate(file);
    const used = this.#sorted.reduce((sum, { bytes }) => sum + bytes, 0);
    const plainName = (name.split("/").at(-1) ?? name).replace(/\.(pgp|gpg|asc)$/i, "");
    let plain: string;
    if (await isEncrypted(source, name)) {
      report(`Decrypting ${name}.`);
      plain = await this.#decrypt(name, source, limits.sftpBatchBytes.value - used);
    } else {
      report(`Opening ${name}.`);
      plain = await files.write(this.#id, files.read(file), signal);
    }
    let sheetBytes = limits.sftpBatchBytes.value - used;
    const { entries, stored } = await sortFile(
      {
        file: plain,
        name: plainName,
        session: this.#id,
        target: tenant.code,
        sourceId: undefined,
        readSheet: async (sheetOf, workbook) => {
          const shown = sheetOf === plainName ? name : `${sheetOf} in ${name}`;
          report(`Reading the first sheet of ${shown}.`);
          const sheet = await this.#readSheet(shown, workbook, sheetBytes);
          sheetBytes -= await files.size(sheet);
          return sheet;
        },
      },
      tenant,
      this.#parts,
      signal,
    );
    const sequence = this.#sorted.length;
    this.#sorted.push(...stored.map((one) => ({ ...one, sequence })));
    const problem = entries.find((entry) => entry.problem !== undefined)?.problem;
    if (problem !== undefined) {
      throw new JobFailure(`${name}: ${problem}`);
    }
    this.#checkLimits();
  }

  /** Returns the path of the decrypted file. Nothing is left of one that fails. */
  async #decrypt(name: string, source: string, maxBytes: number): Promise<string> {
    const { clock, files, keys, pgp } = this.#parts;
    const { tenant, signal } = this.#context;
    const plain = await files.newPath(this.#id);
    let isDecrypted = false;
    try {
      const use = { tenant, pairs: await keys.pairs(tenant), now: clock.now() };
      await pgp.decrypt({ name, source, target: files.locate(plain), maxBytes }, use, signal);
      isDecrypted = true;
      return plain;
    } finally {
      if (!isDecrypted) {
        await files.remove([plain]);
      }
    }
  }

  /** Returns the path of a CSV file with the first sheet of a workbook. Nothing is left of one that fails. */
  async #readSheet(name: string, workbook: string, maxBytes: number): Promise<string> {
    const { files, workbooks } = this.#parts;
    const sheet = await files.newPath(this.#id);
    let isRead = false;
    try {
      const task = { source: files.locate(workbook), target: files.locate(sheet), maxBytes };
      await workbooks.convert(name, task, this.#context.signal);
      isRead = true;
      return sheet;
    } finally {
      await files.remove(isRead ? [] : [sheet]);
    }
  }

  #checkLimits(): void {
    const tenants = new Set(this.#sorted.map(({ tenant }) => tenant));
    const bytes = this.#sorted.reduce((sum, file) => sum + file.bytes, 0);
    if (bytes > limits.sftpBatchBytes.value || tenants.size > limits.sftpBatchTenants.value) {
      throw new JobFailure(
        `A load has at most ${limits.sftpBatchBytes.text} and ${limits.sftpBatchTenants.text}; load fewer files at once.`,
      );
    }
  }

  /** Receives the tenant's own files in this job, and leaves those of other tenants to jobs that follow. */
  async #receive(taken: readonly InboxFile[]): Promise<JobResult> {
    const { clock, receive, sessions, store } = this.#parts;
    const { id, tenant } = this.#context;
    const requestOf = (code: string): ReceivingRequest => ({
      kind: "inbox",
      origin: this.#id,
      files: this.#sorted
        .filter((file) => file.tenant === code)
        .map(({ file, name, source }) => ({ file, name, schema: source, source })),
      ...(this.#request.isProcessed && { processing: { publish: true } }),
    });
    const foreign = this.#sorted.filter((file) => file.tenant !== tenant);
    const others = [...new Set(foreign.map((file) => file.tenant))];
    const orders = others.map((code): JobOrder => createReceivingOrder(code, requestOf(code)));
    const received = await receive(requestOf(tenant), this.#context);
    return {
      ...received,
      inTransaction: async (connection) => {
        const own = await received.inTransaction?.(connection);
        if (foreign.length > 0) {
          await sessions.addCompleted(connection, { id: this.#id, tenant, job: id }, foreign, clock.now());
        }
        await store.remove(connection, tenant, taken);
        return { ...own, next: [...(own?.next ?? []), ...orders] };
      },
    };
  }
}
