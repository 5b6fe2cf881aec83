import type { Clock } from "../../base/clock.ts";
import { CsvProblem } from "../../base/csv-rows.ts";
import type { FilePart } from "../../contract/file-part.ts";
import type { ResponseValue } from "../../contract/response-values.ts";
import { type Caller, type CallTenant, HttpError } from "../call/call.ts";
import type { JobRunner } from "../jobs/job-runner.ts";
import { findLoadSchema, type LoadSchema } from "../model/load-schema.ts";
import type { IntakeConfig, IntakeStore, IntakeTransaction } from "../store/intake-store.ts";
import type { JobStore } from "../store/job-store.ts";
import { readCsvHeader } from "./csv-source.ts";
import type { IntakeFiles } from "./intake-files.ts";
import { type IntakeSample, intakeSamples, writeIntakeSample } from "./intake-sample.ts";
import { findHeaderProblem } from "./load-header.ts";
import { createReceivingOrder } from "./receive-job.ts";

/** Ways in which loads of direct intake add to earlier ones; our choice (semantics.md, "Receiving data"). */
const supplementalModes = ["UNCHANGED", "SUPPLEMENTAL", "REPLACE"] as const;

interface DirectIntakeParts {
  readonly clock: Clock;
  readonly store: IntakeStore;
  readonly files: IntakeFiles;
  readonly jobs: JobStore;
  readonly jobRunner: JobRunner;
}

/** Status of a transaction, with the receiving job of a committed one. */
interface IntakeStatus {
  readonly status: ResponseValue<"intakeStatus">;
  readonly jobId: string | undefined;
  readonly message: string;
}

/** Transactions of direct data intake (service-api, "Direct data intake transaction"). Throws `HttpError`. */
export class DirectIntake {
  readonly #parts: DirectIntakeParts;

  constructor(parts: DirectIntakeParts) {
    this.#parts = parts;
  }

  config(tenant: string): Promise<IntakeConfig> {
    return this.#parts.store.config(tenant);
  }

  /** Changes the settings that are given. */
  async configure(tenant: CallTenant, changes: Partial<IntakeConfig>): Promise<IntakeConfig> {
    const { mode, extended } = changes;
    if (mode !== undefined && !supplementalModes.some((known) => known === mode)) {
      throw invalid(`body job/supplementalMode must be one of ${supplementalModes.join(", ")}`);
    }
    const unknown = extended?.find((name) => !findLoadSchema(tenant.model, name));
    if (unknown !== undefined) {
      throw invalid(`body job/extendObjects names "${unknown}", which is no object of the model of ${tenant.code}`);
    }
    return this.#parts.store.changeConfig(tenant.code, changes);
  }

  /** Returns the open transactions of a tenant, newest first. */
  open(tenant: string): Promise<readonly IntakeTransaction[]> {
    return this.#parts.store.open(tenant);
  }

  start(tenant: CallTenant, caller: Caller): Promise<string> {
    return this.#parts.store.start(tenant.code, caller.userId, this.#parts.clock.now());
  }

  async find(tenant: CallTenant, id: string): Promise<IntakeTransaction> {
    const found = await this.#parts.store.find(tenant.code, id);
    if (!found) {
      throw new HttpError(404, "TRANSACTION_UNKNOWN", `The tenant ${tenant.code} has no intake transaction "${id}".`);
    }
    return found;
  }

  /** Returns an open transaction. Throws a 404 or 409. */
  async findOpen(tenant: CallTenant, id: string): Promise<IntakeTransaction> {
    const found = await this.find(tenant, id);
    if (found.state !== "open") {
      throw closed(found);
    }
    return found;
  }

  /** Stores a file in an open transaction after a check of its header. */
  async upload(tenant: CallTenant, id: string, objectName: string, file: FilePart, signal: AbortSignal): Promise<void> {
    const transaction = await this.findOpen(tenant, id);
    const schema = findSchema(tenant, objectName);
    await this.#add(transaction, schema, file.filename, file.open(), signal);
  }

  /** Stores a sample as a file of an open transaction. */
  async loadSample(
    tenant: CallTenant,
    id: string,
    objectName: string,
    sample: IntakeSample,
    signal: AbortSignal,
  ): Promise<void> {
    const transaction = await this.findOpen(tenant, id);
    const schema = findSchema(tenant, objectName);
    if (intakeSamples[sample] !== schema.name) {
      throw invalid(`the sample "${sample}" is for ${intakeSamples[sample]}, not for ${schema.name}`);
    }
    const text = await tenant.database.use((connection) => writeIntakeSample(sample, tenant.model, connection));
    await this.#add(transaction, schema, `${sample}.csv`, piecesOf(text), signal);
  }

  async #add(
    { id, tenant }: IntakeTransaction,
    schema: LoadSchema,
    name: string,
    bytes: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): Promise<void> {
    const { files, store, clock } = this.#parts;
    const file = await files.write(id, bytes, signal);
    let isAdded = false;
    try {
      await checkHeader(files.locate(file), name, schema);
      isAdded = await store.addFile(tenant, id, { file, name, schema: schema.name }, clock.now());
    } finally {
      if (!isAdded) {
        await files.remove([file]);
      }
    }
    if (!isAdded) {
      throw endedMeanwhile(id);
    }
  }

  /** Starts the receiving job, which a processing job follows that publishes. Throws a 409 for a repeat. */
  async commit(tenant: CallTenant, id: string): Promise<void> {
    const { store, jobRunner, clock } = this.#parts;
    await this.findOpen(tenant, id);
    const { mode, extended } = await this.config(tenant.code);
    await jobRunner.startPrepared(tenant.code, async (connection, job) => {
      const files = await store.commit(connection, id, job, clock.now());
      if (!files) {
        throw endedMeanwhile(id);
      }
      const loaded = [...new Set(files.map(({ schema }) => schema))];
      const order = createReceivingOrder(tenant.code, {
        kind: "transaction",
        origin: id,
        files,
        processing: { publish: true },
        ...(mode === "REPLACE" && { replaced: loaded.filter((name) => !extended.includes(name)) }),
      });
      return [order];
    });
  }

  /** Discards the files. A repeat changes nothing. */
  async rollBack(tenant: CallTenant, id: string): Promise<void> {
    const transaction = await this.find(tenant, id);
    if (transaction.state === "committed") {
      throw closed(transaction);
    }
    const files = await this.#parts.store.rollBack(id, this.#parts.clock.now());
    await this.#parts.files.remove(files ?? []);
  }

  /** Status of a transaction; of a committed one that of its receiving job and the processing jobs after it. */
  async status({ state, tenant, job: jobId }: IntakeTransaction): Promise<IntakeStatus> {
    if (state !== "committed") {
      return { status: state === "open" ? "OPEN" : "ROLLED_BACK", jobId: undefined, message: "" };
    }
    const { jobs } = this.#parts;
    const receiving = jobId === undefined ? undefined : await jobs.find([tenant], jobId);
    const running = { status: "COMMITTED", jobId, message: "" } as const;
    if (!receiving || receiving.state === "pending" || receiving.state === "running") {
      return running;
    }
    const message = receiving.message ?? "";
    if (receiving.state !== "succeeded") {
      return { status: "FAILED", jobId, message };
    }
    const processing = await jobs.children(receiving.id, "processing", [tenant], { limit: 100, start: 0 });
    const failed = processing.find((one) => one.state === "failed" || one.state === "cancelled");
    if (failed) {
      return { status: "FAILED", jobId, message: failed.message ?? "The processing job was cancelled." };
    }
    return processing.every((one) => one.state === "succeeded")
      ? { status: "PROCESSED", jobId, message: processing.at(-1)?.message ?? message }
      : running;
  }
}

/** Finds the load schema of an object. Throws a 404. */
export function findSchema(tenant: CallTenant, objectName: string): LoadSchema {
  const schema = findLoadSchema(tenant.model, objectName);
  if (!schema) {
    throw new HttpError(
      404,
      "OBJECT_UNKNOWN",
      `The model of ${tenant.code} has no object "${objectName}" that takes load files; names are case-sensitive.`,
    );
  }
  return schema;
}

/** Throws a 400 that names the file and the column, if the header of a file does not fit. An empty file fits. */
export async function checkHeader(path: string, name: string, schema: LoadSchema): Promise<void> {
  try {
    const header = await readCsvHeader(path);
    const problem = header && findHeaderProblem(header.names, schema);
    if (problem !== undefined) {
      throw new HttpError(400, "FILE_INVALID", `${name} ${problem}.`);
    }
  } catch (error) {
    throw error instanceof CsvProblem ? invalidFile(name, error) : error;
  }
}

function invalidFile(name: string, problem: CsvProblem): HttpError {
  const { line, what, advice } = problem;
  return new HttpError(400, "FILE_INVALID", `${name} line ${line} ${what}; ${advice}.`, { cause: problem });
}

function closed({ id, state }: IntakeTransaction): HttpError {
  const problem = state === "rolledBack" ? "was rolled back" : "is committed and takes no more changes";
  return new HttpError(409, "TRANSACTION_CLOSED", `The intake transaction ${id} ${problem}; start another one.`);
}

/** Returns the error for a transaction that another call committed or rolled back during this one. */
function endedMeanwhile(id: string): HttpError {
  return new HttpError(
    409,
    "TRANSACTION_CLOSED",
    `The intake transaction ${id} was ended meanwhile and takes no more changes; start another one.`,
  );
}

function invalid(problem: string): HttpError {
  return new HttpError(400, "REQUEST_INVALID", `The request is invalid: ${problem}.`);
}

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
