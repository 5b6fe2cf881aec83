import { createHash } from "node:crypto";
import { join } from "node:path";
import { countOf } from "../../base/count-of.ts";
import type { TableSchema, WriteVersion } from "../data-versions/build-version.ts";
import { DataVersionConflict, type DataVersions, type VersionOrder } from "../data-versions/data-versions.ts";
import { JobFailure } from "../jobs/job-failure.ts";
import type { JobContext, JobResult, JobRunner } from "../jobs/job-runner.ts";
import { type ProcessingRequest, processingKind } from "../jobs/processing-order.ts";
import type { TenantModel } from "../model/tenant-model.ts";
import type { ConsolidationStore } from "../store/consolidation-store.ts";
import type { DataCategory, DataVersion } from "../store/data-version-store.ts";
import type { TenantStore } from "../store/tenant-store.ts";
import type { ReceivedTables, UploadFile, UploadStore } from "../store/upload-store.ts";
import { consolidate } from "./consolidate.ts";
import { findMembersData, type MembersData } from "./consolidated-job.ts";
import { findDataEnd, rebuild } from "./rebuild.ts";

interface ProcessingParts {
  readonly dataFolder: string;
  readonly dataVersions: DataVersions;
  readonly uploads: UploadStore;
  readonly tenants: TenantStore;
  readonly consolidations: ConsolidationStore;
  /** Receives the rows of table sources that objects of a category are filled from; undefined if there is nothing new. */
  readonly receiveTables: (
    tables: readonly string[],
    category: DataCategory,
    context: JobContext,
    project?: string,
  ) => Promise<ReceivedTables | undefined>;
  /** Number of states of an object from which on a copy of its table is changed, by default a million: smaller tables are written anew as quickly. */
  readonly copiedStates?: number | undefined;
}

const usualCopiedStates = 4_000_000;

/** Version of the rules by which data versions are made, which their fingerprints contain. Increment it with each change of those. */
const rulesVersion = 3;

/** Registers the kind of jobs that make data versions of what was received. */
export function registerProcessing(jobRunner: JobRunner, parts: ProcessingParts): void {
  jobRunner.register(processingKind, (request, context) => process(request as ProcessingRequest, context, parts));
}

/**
 * Makes a data version of the included uploads of a category, and of the rows of table sources. If a version with the
 * same data is kept, nothing is rebuilt: it is published if asked for and not published.
 */
async function process(request: ProcessingRequest, context: JobContext, parts: ProcessingParts): Promise<JobResult> {
  const category = await findCategory(request, context.tenant, parts);
  if (parts.tenants.record(context.tenant)?.consolidates) {
    const data = await findMembersData(context.tenant, category, await readModel(context, parts), parts);
    if (data) {
      return processMembers(request, category, data, context, parts);
    }
  }
  const received = request.tables && (await parts.receiveTables(request.tables, category, context, request.project));
  const included = await parts.uploads.includedFiles(context.tenant, category.id);
  if (!received) {
    return processFiles(request, category, included, context, parts);
  }
  const { sources, files, storeIn, discard } = received;
  const former = included.filter(({ source }) => source === undefined || !sources.includes(source));
  try {
    const result = await processFiles(request, category, [...former, ...files], context, parts);
    return {
      ...result,
      discard: async () => {
        await discard();
        await result.discard?.();
      },
      inTransaction: async (connection) => {
        await storeIn(connection);
        return result.inTransaction?.(connection);
      },
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function processFiles(
  request: ProcessingRequest,
  category: DataCategory,
  files: readonly UploadFile[],
  context: JobContext,
  parts: ProcessingParts,
): Promise<JobResult> {
  const kept = await keptOf(category, context, parts);
  const model = await readModel(context, parts);
  const fingerprints = fingerprintsOf(model, files);
  const wanted = fingerprints.at(-1);
  const same = kept.filter(
    (version) => version.state !== "disabled" && fingerprintOf(version, fingerprints) === wanted,
  );
  return (
    (await reuse(request, category, same, context, parts)) ??
    (await build(request, { category, files, kept, model, fingerprints }, context, parts))
  );
}

/** Makes a data version of a consolidated tenant of the data of its members. */
async function processMembers(
  request: ProcessingRequest,
  category: DataCategory,
  data: MembersData,
  context: JobContext,
  parts: ProcessingParts,
): Promise<JobResult> {
  const kept = await keptOf(category, context, parts);
  const { fingerprint, members, dataStart, dataEnd } = data;
  const same = kept.filter((version) => version.fingerprint === fingerprint);
  const reused = await reuse(request, category, same, context, parts);
  if (reused) {
    return reused;
  }
  const model = await readModel(context, parts);
  const write: WriteVersion = async (connection, target, signal, { newest, others }) => {
    const { report } = context;
    await consolidate({
      connection,
      model,
      objects: category.objects,
      newest,
      members: others,
      target,
      report,
      signal,
    });
    return { dataStart, dataEnd };
  };
  const about = members.map(([member, { number }]) => `${member} (version ${number})`).join(" and ");
  const made = { base: findBaseline(kept), fingerprint, uploads: [], others: members, about };
  return prepareVersion(request, category, made, write, context, parts);
}

/** The versions of a category that are not disabled, and the baseline, on which others are built even if it is. */
async function keptOf(
  { id }: DataCategory,
  { tenant }: JobContext,
  { dataVersions }: ProcessingParts,
): Promise<readonly DataVersion[]> {
  return (await dataVersions.kept(tenant)).filter(
    ({ category, state, isBaseline }) => category === id && (isBaseline || state !== "disabled"),
  );
}

/** Reads the model that a tenant was created with. */
async function readModel({ tenant }: JobContext, { dataVersions }: ProcessingParts): Promise<TenantModel> {
  const { model, release } = await dataVersions.open(tenant, async () => []);
  release();
  return model;
}

async function findCategory(
  { category: id }: ProcessingRequest,
  tenant: string,
  { dataVersions }: ProcessingParts,
): Promise<DataCategory> {
  const found = await dataVersions.findCategory(tenant, id);
  if (found) {
    return found;
  }
  const categories = await dataVersions.categories(tenant);
  throw new JobFailure(
    categories.length === 0
      ? `${tenant} has no data categories, so there is nothing to process.`
      : `${tenant} has no data category "${id}"; there are ${categories.map((one) => `${one.id} (${one.name})`).join(", ")}.`,
  );
}

/**
 * Returns the digests of what data versions of the first files are made of: first that of no file, which is the
 * baseline's, last that of all files.
 */
function fingerprintsOf(model: TenantModel, files: readonly UploadFile[]): readonly string[] {
  const digest = (...texts: readonly string[]) => createHash("sha256").update(JSON.stringify(texts)).digest("hex");
  const digests = [digest(String(rulesVersion), JSON.stringify(model))];
  for (const { id, sha256 } of files) {
    digests.push(digest(digests.at(-1) ?? "", id, sha256));
  }
  return digests;
}

function fingerprintOf(version: DataVersion, fingerprints: readonly string[]): string | undefined {
  return version.isBaseline ? fingerprints[0] : version.fingerprint;
}

/** Uses a version that has the wanted data already. Returns undefined if none serves. */
async function reuse(
  { publish, project }: ProcessingRequest,
  category: DataCategory,
  same: readonly DataVersion[],
  { tenant }: JobContext,
  { dataVersions }: ProcessingParts,
): Promise<JobResult | undefined> {
  const seen = await dataVersions.visible(tenant, publish ? undefined : (project ?? ""));
  const current = same.find(({ number }) => seen.some((version) => version.number === number));
  if (current) {
    return {
      message: `Nothing has changed since data version ${current.number} of ${category.name}, so there is no new one.`,
      dataVersion: String(current.number),
    };
  }
  const [newest] = same;
  if (!publish || !newest) {
    return undefined;
  }
  const { number } = newest;
  return {
    message: `Data version ${number} of ${category.name} has this data already and is published.`,
    dataVersion: String(number),
    inTransaction: async (connection) => {
      if (!(await dataVersions.publishIn(connection, tenant, number))) {
        throw new JobFailure(`The data version ${number} of ${tenant} was disabled meanwhile; process again.`);
      }
      return undefined;
    },
  };
}

interface BuildInput {
  readonly category: DataCategory;
  readonly files: readonly UploadFile[];
  readonly kept: readonly DataVersion[];
  readonly model: TenantModel;
  readonly fingerprints: readonly string[];
}

async function build(
  request: ProcessingRequest,
  { category, files, kept, model, fingerprints }: BuildInput,
  context: JobContext,
  parts: ProcessingParts,
): Promise<JobResult> {
  const { base, contained } = findBase(kept, fingerprints);
  const baselineEnd = new Date(model.dataEnd);
  const write: WriteVersion = async (connection, target, signal, sources) => {
    const scope = {
      connection,
      model,
      objects: category.objects,
      files: files.map(({ schema, columns, name, parquet }) => {
        if (parquet === undefined) {
          throw new Error(`The data file ${name} has no checked rows.`);
        }
        return { schema, columns, name, path: join(parts.dataFolder, parquet) };
      }),
      contained,
      sources,
      formerEnd: base.dataEnd === undefined ? baselineEnd : new Date(base.dataEnd),
      targetOf: (object: string) => target.schemaOf(object),
      copiedStates: parts.copiedStates ?? usualCopiedStates,
      changeCopy: (object: string, change: (copy: TableSchema) => Promise<boolean>) =>
        target.changeCopy(object, change),
      report: context.report,
      signal,
    };
    const dataEnd = await findDataEnd(scope, baselineEnd);
    await rebuild({ ...scope, dataEnd });
    return { dataEnd: dataEnd.toISOString() };
  };
  const rows = files.slice(contained).reduce((sum, file) => sum + file.rows, 0);
  const made = {
    base,
    fingerprint: fingerprints.at(-1) ?? "",
    uploads: [...new Set(files.map(({ upload }) => upload))],
    about: `${countOf(rows, "row")} of ${countOf(files.length - contained, "new file")}, beside ${countOf(contained, "former file")}`,
  };
  return prepareVersion(request, category, made, write, context, parts);
}

/** Sources of a data version, and `about`, their description in the job's message. */
interface VersionContent extends Pick<VersionOrder, "base" | "fingerprint" | "uploads" | "others"> {
  readonly about: string;
}

/** Writes a data version, which the end of the job stores. */
async function prepareVersion(
  { publish, project }: ProcessingRequest,
  category: DataCategory,
  { about, ...content }: VersionContent,
  write: WriteVersion,
  { id, tenant, signal }: JobContext,
  { dataVersions }: ProcessingParts,
): Promise<JobResult> {
  const order = {
    ...content,
    tenant,
    job: id,
    ...(!publish && project !== undefined && { project }),
    isPublished: publish,
  };
  const prepared = await withConflictsAsFailures(() => dataVersions.prepare(order, write, signal));
  return {
    discard: () => prepared.discard(),
    inTransaction: async (connection) => {
      const { number } = await withConflictsAsFailures(() => prepared.storeIn(connection));
      return {
        message: `Data version ${number} of ${category.name} is ${publish ? "published" : "a draft"}: ${about}.`,
        dataVersion: String(number),
      };
    },
  };
}

async function withConflictsAsFailures<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DataVersionConflict ? new JobFailure(error.message, { cause: error }) : error;
  }
}

/** Finds the version that contains the most of the first files and no other, and the number of these files. */
function findBase(kept: readonly DataVersion[], fingerprints: readonly string[]) {
  for (const [contained, fingerprint] of [...fingerprints.entries()].reverse()) {
    const base = kept.find((version) => fingerprintOf(version, fingerprints) === fingerprint);
    if (base) {
      return { base, contained };
    }
  }
  // Of another model or by other rules: nothing of what was built since the tenant was created is of use.
  return { base: findBaseline(kept), contained: 0 };
}

function findBaseline(kept: readonly DataVersion[]): DataVersion {
  const base = kept.find(({ isBaseline }) => isBaseline);
  if (!base) {
    throw new Error("A data category has no baseline.");
  }
  return base;
}
