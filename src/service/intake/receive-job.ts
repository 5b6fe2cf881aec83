import { randomUUID } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import { countOf } from "../../base/count-of.ts";
import type { Connection } from "../../duckdb/database.ts";
import type { CallTenant } from "../call/call.ts";
import { JobFailure, RecordedJobFailure } from "../jobs/job-failure.ts";
import type { JobOrder } from "../jobs/job-order.ts";
import type { JobContext, JobResult } from "../jobs/job-runner.ts";
import { createProcessingOrder } from "../jobs/processing-order.ts";
import { findLoadSchema, type LoadSchema } from "../model/load-schema.ts";
import type { ExtractedTo } from "../store/connector-store.ts";
import type { DataCategory } from "../store/data-version-store.ts";
import type { DiskGuard } from "../store/disk-space.ts";
import { receivingKind } from "../store/job-recovery.ts";
import type { TenantStore } from "../store/tenant-store.ts";
import type { Upload, UploadFile, UploadKind, UploadStore } from "../store/upload-store.ts";
import { checkLoad } from "./check-load.ts";
import { type FileFacts, readFileFacts } from "./csv-source.ts";
import type { IntakeFiles } from "./intake-files.ts";
import { describeProblems, joinProblems, type LoadProblems, problemColumns, writeProblemFile } from "./load-problem.ts";
import { type ReceivedFile, receiveFile } from "./receive-file.ts";

/** File of a receiving job. */
interface FileToReceive {
  /** Path relative to the data folder. */
  readonly file: string;
  /** Name of the file as it was sent. */
  readonly name: string;
  /** Name of the load schema. */
  readonly schema: string;
  /** Id of the source that the file was sent to. */
  readonly source?: string | undefined;
  /** Facts of the file, if they were collected when it was written. */
  readonly facts?: FileFacts | undefined;
}

/** CSV file for whoever looks for the reason of a problem. */
interface DebugFile {
  /** Path relative to the data folder. */
  readonly file: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

/** Argument of a job of the kind `receive`. */
export interface ReceivingRequest {
  readonly kind: UploadKind;
  /** Id of the transaction, session or load that the files are from. */
  readonly origin: string;
  readonly files: readonly FileToReceive[];
  /** Schemas whose earlier files the load replaces. */
  readonly replaced?: readonly string[] | undefined;
  /** Sources whose earlier files the load replaces. */
  readonly replacedSources?: readonly string[] | undefined;
  /** File that says what was read and from where, which is kept with what is received of it. */
  readonly debug?: DebugFile | undefined;
  /** Instants from which extractions continue after the files were received. */
  readonly extracted?: readonly ExtractedTo[] | undefined;
  /** Whether a processing job follows, and whether it publishes its data version. */
  readonly processing?: { readonly publish: boolean } | undefined;
}

/** Lane of a tenant's receiving jobs, which run one after the other. */
export function receivingLaneOf(tenant: string): string {
  return `${receivingKind} ${tenant}`;
}

/** Creates the order for a receiving job. The receiving jobs of a tenant run one after the other. */
export function createReceivingOrder(tenant: string, request: ReceivingRequest): JobOrder {
  return { kind: receivingKind, tenant, type: "receiving", request, lane: receivingLaneOf(tenant) };
}

interface ReceivingParts {
  readonly clock: Clock;
  readonly disk: DiskGuard;
  readonly files: IntakeFiles;
  readonly tenants: TenantStore;
  readonly uploads: UploadStore;
  /** Data categories of a tenant, the primary one first. */
  readonly categories: (tenant: string) => Promise<readonly DataCategory[]>;
  /** Stores where extractions ended, in the transaction that ends the job. */
  readonly setExtractedTo: (
    connection: Connection,
    tenant: string,
    job: string,
    ends: readonly ExtractedTo[],
  ) => Promise<void>;
  /** Forgets the files of a transaction or session, in the transaction that ends the job. */
  readonly forget: (connection: Connection, tenant: string, request: ReceivingRequest) => Promise<void>;
}

/** Files that were received but are not stored yet. */
export interface PreparedUploads {
  readonly uploads: readonly NewUpload[];
  /** Sentence about what was received. */
  readonly message: string;
  /** Stores the uploads in a transaction of the platform database. */
  storeIn(connection: Connection): Promise<void>;
  /** Removes the files that were made of those received. */
  discard(): Promise<void>;
}

/** An upload, as one job received it for one data category, with its files. */
interface NewUpload {
  readonly upload: Omit<Upload, "ordinal">;
  readonly files: readonly UploadFile[];
}

/**
 * Receives the files of a request: all of them, as one upload for each data category, or none. Throws a JobFailure that
 * names the first problems; all of them are kept as a file.
 */
export async function runReceivingJob(
  request: ReceivingRequest,
  context: JobContext,
  parts: ReceivingParts,
): Promise<JobResult> {
  const { message, uploads, storeIn, discard } = await prepareUploads(request, context, parts);
  const { processing } = request;
  const next = processing
    ? uploads.map(({ upload: { tenant, category } }) =>
        createProcessingOrder(tenant, { category, publish: processing.publish }),
      )
    : [];
  return {
    message,
    discard,
    inTransaction: async (connection) => {
      await storeIn(connection);
      return { next };
    },
  };
}

/** Same as `runReceivingJob`, for a job that stores the uploads together with its own results. */
export async function prepareUploads(
  request: ReceivingRequest,
  context: JobContext,
  parts: ReceivingParts,
): Promise<PreparedUploads> {
  const tenant = await parts.tenants.find(context.tenant);
  if (!tenant) {
    throw new JobFailure(`There is no tenant "${context.tenant}" any more.`);
  }
  const members = parts.tenants.record(tenant.code)?.consolidates;
  try {
    if (members) {
      throw new JobFailure(`${tenant.code} receives no files: its data is that of ${members.join(" and ")}.`);
    }
    const categories = await parts.categories(tenant.code);
    const [primary] = categories;
    if (!primary) {
      throw new JobFailure(`${tenant.code} has no data categories, so there is nothing that it can receive.`);
    }
    return await parts.disk.guard(context.signal, (signal) =>
      new Receiving(request, { ...context, signal }, tenant, parts, [primary, ...categories.slice(1)]).run(),
    );
  } finally {
    tenant.release();
  }
}

interface CheckedFile {
  readonly sent: FileToReceive;
  readonly received: ReceivedFile;
  /** Path of the Parquet file relative to the data folder. */
  readonly parquet: string;
}

class Receiving {
  readonly #request: ReceivingRequest;
  readonly #context: JobContext;
  readonly #tenant: CallTenant;
  readonly #parts: ReceivingParts;
  readonly #categories: readonly [DataCategory, ...DataCategory[]];
  readonly #written: string[] = [];

  constructor(
    request: ReceivingRequest,
    context: JobContext,
    tenant: CallTenant,
    parts: ReceivingParts,
    categories: readonly [DataCategory, ...DataCategory[]],
  ) {
    this.#request = request;
    this.#context = context;
    this.#tenant = tenant;
    this.#parts = parts;
    this.#categories = categories;
  }

  async run(): Promise<PreparedUploads> {
    const discard = () => this.#parts.files.remove(this.#written);
    try {
      const files = await this.#tenant.database.use((connection) => this.#check(connection));
      const uploads = await this.#withDebugFiles(this.#sortIntoUploads(files));
      return {
        uploads,
        message: describeReceived(files),
        storeIn: (connection) => this.#store(connection, uploads),
        discard,
      };
    } catch (error) {
      await discard();
      throw error;
    }
  }

  /** Throws a RecordedJobFailure for a load with problems. */
  async #check(connection: Connection): Promise<readonly CheckedFile[]> {
    const checked: CheckedFile[] = [];
    const refused: LoadProblems[] = [];
    const { files } = this.#parts;
    for (const sent of this.#request.files) {
      this.#context.report(`Checking ${sent.name}.`);
      const schema = this.#schemaOf(sent);
      const parquet = `${await files.newPath(this.#request.origin)}.parquet`;
      this.#written.push(parquet);
      const outcome = await receiveFile(
        connection,
        { name: sent.name, path: files.locate(sent.file), schema, facts: sent.facts },
        files.locate(parquet),
        this.#context.signal,
      );
      if (outcome.kind === "received") {
        checked.push({ sent, received: outcome.file, parquet });
      } else {
        refused.push(outcome.problems);
      }
    }
    if (refused.length === 0) {
      this.#context.report("Checking members and references.");
      const received = checked.map((file) => file.received);
      refused.push(await checkLoad(connection, received, await this.#environment(), this.#context.signal));
    }
    const problems = joinProblems(refused);
    if (problems.total > 0) {
      throw await this.#refuse(problems);
    }
    return checked;
  }

  #schemaOf({ name, schema }: FileToReceive): LoadSchema {
    const found = findLoadSchema(this.#tenant.model, schema);
    if (!found) {
      throw new JobFailure(`${name} is for ${schema}, which the model of ${this.#tenant.code} does not have any more.`);
    }
    return found;
  }

  async #environment() {
    const earlier = new Map<string, string[]>();
    for (const { file } of await this.#parts.uploads.files(this.#tenant.code)) {
      if (file.isIncluded && file.rows > 0 && file.parquet !== undefined) {
        earlier.set(file.schema, [...(earlier.get(file.schema) ?? []), this.#parts.files.locate(file.parquet)]);
      }
    }
    return { model: this.#tenant.model, earlier };
  }

  async #refuse(problems: LoadProblems): Promise<RecordedJobFailure> {
    const { files, uploads } = this.#parts;
    const text = writeProblemFile(problems);
    const file = await files.write(this.#request.origin, piecesOf(text), this.#context.signal);
    // No longer needed; the rows that name them go with the end of the job.
    await files.remove(this.#request.files.map((one) => one.file));
    const upload = this.#newUpload(this.#categories[0].id, false);
    const list = { file, name: "problems.csv", columns: problemColumns, rows: problems.listed.length };
    const stored = [await this.#toPlainFile(upload.id, "problems", list), ...(await this.#debugFiles(upload.id))];
    return new RecordedJobFailure(describeProblems(problems), async (connection) => {
      await uploads.add(connection, upload, stored);
      await this.#parts.forget(connection, this.#tenant.code, this.#request);
    });
  }

  #sortIntoUploads(files: readonly CheckedFile[]): readonly NewUpload[] {
    const byCategory = new Map<string, CheckedFile[]>();
    for (const file of files) {
      const category = this.#categoryOf(file.received.schema);
      byCategory.set(category, [...(byCategory.get(category) ?? []), file]);
    }
    return [...byCategory].map(([category, some]) => {
      const upload = this.#newUpload(category, true);
      return { upload, files: some.map((file) => toUploadFile(upload.id, file)) };
    });
  }

  /** Adds the debug file to the first of the uploads. */
  async #withDebugFiles([first, ...others]: readonly NewUpload[]): Promise<readonly NewUpload[]> {
    return first
      ? [{ ...first, files: [...first.files, ...(await this.#debugFiles(first.upload.id))] }, ...others]
      : [];
  }

  async #debugFiles(upload: string): Promise<readonly UploadFile[]> {
    const { debug } = this.#request;
    return debug ? [await this.#toPlainFile(upload, "debug", debug)] : [];
  }

  /** A file of an upload that has no data of a source. */
  async #toPlainFile(
    upload: string,
    kind: "problems" | "debug",
    { file, name, columns, rows }: DebugFile,
  ): Promise<UploadFile> {
    const { bytes, sha256 } = await readFileFacts(this.#parts.files.locate(file), this.#context.signal);
    return {
      id: randomUUID(),
      upload,
      kind,
      source: undefined,
      schema: "",
      name,
      snapshotTime: undefined,
      bytes,
      sha256,
      rows,
      columns,
      original: file,
      parquet: undefined,
      isIncluded: false,
    };
  }

  /** Id of the category with the object of a load schema; a hierarchy is loaded with the first object that has it. */
  #categoryOf({ name, target }: LoadSchema): string {
    const { code, model } = this.#tenant;
    const isWith = (id: string) =>
      target.kind === "hierarchy"
        ? model.objects.some(
            (object) => object.id === id && object.dimensions.some(({ membersOf }) => membersOf === target.membersOf),
          )
        : target.object.id === id;
    const category = this.#categories.find(({ objects }) => objects.some(isWith));
    if (!category) {
      throw new JobFailure(`${name} belongs to no data category of ${code}, so its rows would never be processed.`);
    }
    return category.id;
  }

  async #store(connection: Connection, added: readonly NewUpload[]): Promise<void> {
    const { uploads, forget, setExtractedTo } = this.#parts;
    const { code } = this.#tenant;
    const { replaced, replacedSources, extracted = [] } = this.#request;
    await uploads.exclude(connection, code, { schemas: replaced, sources: replacedSources });
    for (const { upload, files } of added) {
      await uploads.add(connection, upload, files);
    }
    await setExtractedTo(connection, code, this.#context.id, extracted);
    await forget(connection, code, this.#request);
  }

  #newUpload(category: string, isIncluded: boolean): Omit<Upload, "ordinal"> {
    return {
      id: randomUUID(),
      tenant: this.#tenant.code,
      category,
      kind: this.#request.kind,
      time: this.#parts.clock.now(),
      job: this.#context.id,
      isIncluded,
    };
  }
}

function toUploadFile(upload: string, { sent, received, parquet }: CheckedFile): UploadFile {
  return {
    id: randomUUID(),
    upload,
    kind: "data",
    source: sent.source,
    schema: sent.schema,
    name: sent.name,
    snapshotTime: undefined,
    bytes: received.bytes,
    sha256: received.sha256,
    rows: received.rows,
    columns: received.columns.map(({ name }) => name),
    original: sent.file,
    parquet,
    isIncluded: true,
  };
}

function describeReceived(files: readonly CheckedFile[]): string {
  const rows = files.reduce((sum, { received }) => sum + received.rows, 0);
  return `${countOf(files.length, "file")} with ${countOf(rows, "row")} received.`;
}

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
