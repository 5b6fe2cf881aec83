import { createHash } from "node:crypto";
import type { DataVersions } from "../data-versions/data-versions.ts";
import { JobFailure } from "../jobs/job-failure.ts";
import type { JobOrder } from "../jobs/job-order.ts";
import type { JobContext, JobResult, JobRunner } from "../jobs/job-runner.ts";
import { createProcessingOrder } from "../jobs/processing-order.ts";
import type { TenantModel } from "../model/tenant-model.ts";
import type { ConsolidationStore, MemberVersion } from "../store/consolidation-store.ts";
import type { DataCategory, DataVersion } from "../store/data-version-store.ts";
import type { TenantStore } from "../store/tenant-store.ts";

/** Kind of the jobs that take the members' data in. */
const consolidatingKind = "consolidate";

interface ConsolidatingRequest {
  readonly isProcessed: boolean;
}

interface ConsolidatingParts {
  readonly tenants: TenantStore;
  readonly dataVersions: DataVersions;
  readonly consolidations: ConsolidationStore;
}

/** Creates the order for a job that takes the published data of a consolidated tenant's members in. */
export function createConsolidatingOrder(tenant: string, isProcessed: boolean): JobOrder {
  const request: ConsolidatingRequest = { isProcessed };
  return { kind: consolidatingKind, tenant, type: "receiving", request, lane: `${consolidatingKind} ${tenant}` };
}

/** Registers the kind of jobs that take the members' data in. */
export function registerConsolidating(jobRunner: JobRunner, parts: ConsolidatingParts): void {
  jobRunner.register(
    consolidatingKind,
    (request, context) => takeMembersIn(request as ConsolidatingRequest, context, parts),
    { isHeavy: false },
  );
}

/** Takes the published versions of all members in, for each category; processing jobs that publish follow if asked for. */
async function takeMembersIn(
  { isProcessed }: ConsolidatingRequest,
  { tenant }: JobContext,
  { tenants, dataVersions, consolidations }: ConsolidatingParts,
): Promise<JobResult> {
  const members = tenants.record(tenant)?.consolidates ?? [];
  const categories = await dataVersions.categories(tenant);
  const taken = new Map<string, readonly MemberVersion[]>();
  for (const { id } of categories) {
    taken.set(
      id,
      await Promise.all(
        members.map(async (member) => {
          const version = (await dataVersions.visible(member)).find(({ category }) => category === id);
          if (!version) {
            throw new JobFailure(`${member}, of which ${tenant} is made, has no data of the category ${id}.`);
          }
          return { member, number: version.number };
        }),
      ),
    );
  }
  const primary = taken.get(categories[0]?.id ?? "") ?? [];
  return {
    message: `The data of ${primary.map(({ member, number }) => `${member} (version ${number})`).join(" and ")} is taken in.`,
    inTransaction: async (connection) => {
      for (const [category, versions] of taken) {
        await consolidations.take(connection, tenant, category, versions);
      }
      return {
        next: isProcessed
          ? categories.map(({ id }) => createProcessingOrder(tenant, { category: id, publish: true }))
          : [],
      };
    },
  };
}

/** Sources of a data version of a consolidated tenant. */
export interface MembersData {
  readonly members: readonly (readonly [string, DataVersion])[];
  /** Digest of the versions. */
  readonly fingerprint: string;
  /** Begin and end of the data, ISO 8601 in UTC, the end exclusive. */
  readonly dataStart: string;
  readonly dataEnd: string;
}

/** Finds the versions of the members that were taken in last; undefined before the first time. Throws a JobFailure. */
export async function findMembersData(
  tenant: string,
  { id }: DataCategory,
  model: TenantModel,
  { dataVersions, consolidations }: ConsolidatingParts,
): Promise<MembersData | undefined> {
  const taken = await consolidations.taken(tenant, id);
  if (taken.length === 0) {
    return undefined;
  }
  const members: (readonly [string, DataVersion])[] = [];
  const models: TenantModel[] = [];
  for (const { member, number } of taken) {
    const version = (await dataVersions.kept(member)).find((one) => one.number === number);
    if (!version) {
      throw new JobFailure(
        `The data version ${number} of ${member}, which was taken in, is no longer kept; run the consolidated job again.`,
      );
    }
    const lease = await dataVersions.open(member, async () => [version]);
    models.push(lease.model);
    lease.release();
    members.push([member, version]);
  }
  const other = models.findIndex(({ objects }) => JSON.stringify(objects) !== JSON.stringify(model.objects));
  if (other >= 0) {
    throw new JobFailure(
      `The objects of ${taken[other]?.member} are not those of ${tenant}, so they cannot be joined.`,
    );
  }
  const starts = models.map(({ dataStart }) => dataStart).sort();
  const ends = models.map(({ dataEnd }) => dataEnd).sort();
  return {
    members,
    fingerprint: createHash("sha256")
      .update(JSON.stringify([model, taken]))
      .digest("hex"),
    dataStart: starts[0] ?? model.dataStart,
    dataEnd: ends.at(-1) ?? model.dataEnd,
  };
}
