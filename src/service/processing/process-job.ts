import { createHash } from "node:crypto";
import { join } from "node:path";
import type { WriteVersion } from "../data-versions/build-version.ts";
import type { DataVersions } from "../data-versions/data-versions.ts";
import { JobFailure } from "../jobs/job-failure.ts";
import type { JobContext, JobResult, JobRunner } from "../jobs/job-runner.ts";
import { type ProcessingRequest, processingKind } from "../jobs/processing-order.ts";
import type { TenantModel } from "../model/tenant-model.ts";
import type { DataCategory, DataVersion } from "../store/data-version-store.ts";
import type { UploadFile, UploadStore } from "../store/upload-store.ts";
import { findDataEnd, rebuild } from "./rebuild.ts";

interface ProcessingParts {
  readonly dataFolder: string;
  readonly dataVersions: DataVersions;
  readonly uploads: UploadStore;
}

/** Version of the rules by which data versions are made, which their fingerprints contain. Increment it with each change of those. */
const rulesVersion = 1;

/** Registers the kind of jobs that make data versions of what was received. */
export function registerProcessing(jobRunner: JobRunner, parts: ProcessingParts): void {
  jobRunner.register(processingKind, (request, context) => process(request as ProcessingRequest, context, parts));
}

/**
 * Makes a data version of the included uploads of a category. If a version with the same data is kept, nothing is
 * rebuilt: it is published if asked for and not published.
 */
async function process(request: ProcessingRequest, context: JobContext, parts: ProcessingParts): Promise<JobResult> {
  const { tenant } = context;
  const category = await findCategory(request, tenant, parts);
  const files = await parts.uploads.includedFiles(tenant, category.id);
  const kept = (await parts.dataVersions.kept(tenant)).filter(
    (version) => version.category === category.id && version.state !== "disabled",
  );
  const lease = await parts.dataVersions.open(tenant, async () => []);
  const { model } = lease;
  lease.release();
  const fingerprints = fingerprintsOf(model, files);
  const wanted = fingerprints.at(-1);
  const same = kept.filter((version) => fingerprintOf(version, fingerprints) === wanted);
  return (
    (await reuse(request, category, same, context, parts)) ??
    (await build(request, { category, files, kept, model, fingerprints }, context, parts))
  );
}

async function findCategory(
  { category: id }: ProcessingRequest,
  tenant: string,
  { dataVersions }: ProcessingParts,
): Promise<DataCategory> {
  const categories = await dataVersions.categories(tenant);
  const found = id === undefined ? categories[0] : categories.find((category) => category.id === id);
  if (found) {
    return found;
  }
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
  if (publish && newest && (await dataVersions.publish(tenant, newest.number))) {
    return {
      message: `Data version ${newest.number} of ${category.name} has this data already and is published.`,
      dataVersion: String(newest.number),
    };
  }
  return undefined;
}

interface BuildInput {
  readonly category: DataCategory;
  readonly files: readonly UploadFile[];
  readonly kept: readonly DataVersion[];
  readonly model: TenantModel;
  readonly fingerprints: readonly string[];
}

async function build(
  { publish, project }: ProcessingRequest,
  { category, files, kept, model, fingerprints }: BuildInput,
  { id, tenant, signal, report }: JobContext,
  { dataFolder, dataVersions }: ProcessingParts,
): Promise<JobResult> {
  const { base, contained } = findBase(kept, fingerprints);
  const baselineEnd = new Date(model.dataEnd);
  const write: WriteVersion = async (connection, target, stopping, sources) => {
    const scope = {
      connection,
      model,
      objects: category.objects,
      files: files.map(({ schema, columns, name, parquet }) => {
        if (parquet === undefined) {
          throw new Error(`The data file ${name} has no checked rows.`);
        }
        return { schema, columns, name, path: join(dataFolder, parquet) };
      }),
      contained,
      sources,
      formerEnd: base.dataEnd === undefined ? baselineEnd : new Date(base.dataEnd),
      targetOf: (object: string) => target.schemaOf(object),
      report,
      signal: stopping,
    };
    const dataEnd = await findDataEnd(scope, baselineEnd);
    await rebuild({ ...scope, dataEnd });
    return { dataEnd: dataEnd.toISOString() };
  };
  const version = await dataVersions.build(
    {
      tenant,
      base,
      job: id,
      ...(!publish && project !== undefined && { project }),
      fingerprint: fingerprints.at(-1) ?? "",
      uploads: [...new Set(files.map(({ upload }) => upload))],
      isPublished: publish,
    },
    write,
    signal,
  );
  const rows = files.slice(contained).reduce((sum, file) => sum + file.rows, 0);
  return {
    message: `Data version ${version.number} of ${category.name} is ${publish ? "published" : "a draft"}: ${rows.toLocaleString("en")} rows of ${files.length - contained} files, ${contained} files as before.`,
    dataVersion: String(version.number),
  };
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
  const base = kept.find(({ isBaseline }) => isBaseline);
  if (!base) {
    throw new Error("A data category has no baseline.");
  }
  return { base, contained: 0 };
}
