import { randomUUID } from "node:crypto";
import type {
  ProductionVersionsOperationRequest,
  productionVersionOperations,
} from "../../contract/production-versions.ts";
import { acceptsAnyOf, type CallTenant, createJsonResponse, createStreamResponse, HttpError } from "../call/call.ts";
import { reverseChange } from "../model/model-change.ts";
import type { OperationHandlers, ServiceDependencies } from "../parts/service-dependencies.ts";
import type { ProductionVersion } from "../store/production-version-store.ts";
import type { ProjectChange } from "../store/project-change-store.ts";
import { writeChangeArchive } from "./change-archive.ts";
import { withVisibleDocuments } from "./project-users.ts";
import { toProjectResponse } from "./projects.ts";

const zip = "application/zip";

export const productionVersionHandlers: OperationHandlers<typeof productionVersionOperations> = {
  async listProductionVersions({ query: { limit = 400, start = 0 }, tenant }, parts) {
    return createJsonResponse({
      publishedVersions: await parts.productionVersions.list(tenant.code, { limit, start }),
    });
  },

  async exportProductionVersions({ body, tenant, caller, accept }, parts) {
    if (body.operation !== "export") {
      return createJsonResponse({ export: {} });
    }
    const versions = await findExported(body.exportParameters ?? {}, tenant, parts);
    if (versions.length === 0) {
      return createJsonResponse({ export: {} });
    }
    if (!acceptsAnyOf(accept, [zip])) {
      throw new HttpError(406, "NOT_ACCEPTABLE", `An export is a ZIP; add ${zip} to Accept.`);
    }
    const visible = (await withChanges(versions, tenant, parts)).map(({ version, changes }) => ({
      version,
      changes: withVisibleDocuments(changes, caller, parts),
    }));
    return createStreamResponse(zip, writeChangeArchive(visible));
  },

  async runProductionVersionOperation({ path, body, tenant, caller }, parts) {
    const target = await findVersion(path.productionVersionId, tenant, parts);
    if (body.operation !== "rollBackTo") {
      return createJsonResponse({ rollBackTo: {} });
    }
    const after = await parts.productionVersions.between(tenant.code, target.versionNumber + 1, latest);
    if (after.length === 0) {
      throw new HttpError(409, "PRODUCTION_VERSION_LATEST", `"${target.name}" is already the latest version.`);
    }
    const reversed = (await withChanges(after, tenant, parts)).flatMap(({ changes }) => changes).reverse();
    const project = await parts.projects.add(
      tenant.code,
      caller.userId,
      {
        name: `Roll back to ${target.name}`,
        description: `Reverses the production versions after version ${target.versionNumber}`,
        releaseVersion: target.releaseVersion ?? "",
        ticketNumber: "",
        versionNumber: 1,
        projectType: "Standard",
      },
      reversed.map(toReverse),
    );
    return createJsonResponse({ rollBackTo: toProjectResponse(project, caller) });
  },
};

/** Upper bound of version numbers, which are stored as 32-bit integers. */
const latest = 2 ** 31 - 1;

async function findVersion(id: string, tenant: CallTenant, parts: ServiceDependencies): Promise<ProductionVersion> {
  const found = await parts.productionVersions.find(tenant.code, id);
  if (!found) {
    throw new HttpError(
      404,
      "PRODUCTION_VERSION_UNKNOWN",
      `The tenant ${tenant.code} has no production version "${id}".`,
    );
  }
  return found;
}

/** Finds the versions to export. Both bounds are inclusive; by default they are the first and the latest version. */
async function findExported(
  {
    startVersion,
    endVersion,
    excludedVersions = [],
  }: NonNullable<ProductionVersionsOperationRequest["exportParameters"]>,
  tenant: CallTenant,
  parts: ServiceDependencies,
): Promise<ProductionVersion[]> {
  const numberOf = async (id: string | undefined, otherwise: number) =>
    id === undefined ? otherwise : (await findVersion(id, tenant, parts)).versionNumber;
  const first = await numberOf(startVersion, 1);
  const last = await numberOf(endVersion, latest);
  if (first > last) {
    throw new HttpError(400, "EXPORT_EMPTY", "startVersion was published after endVersion; swap them.");
  }
  for (const id of excludedVersions) {
    await findVersion(id, tenant, parts);
  }
  const found = await parts.productionVersions.between(tenant.code, first, last);
  return found.filter(({ id }) => !excludedVersions.includes(id));
}

function withChanges(
  versions: readonly ProductionVersion[],
  tenant: CallTenant,
  { projectChanges }: ServiceDependencies,
) {
  return Promise.all(
    versions.map(async (version) => ({
      version,
      changes: await projectChanges.listPublished(tenant.code, version.id),
    })),
  );
}

function toReverse({ name, description, document }: ProjectChange): ProjectChange {
  return {
    id: randomUUID(),
    name: `Reverse: ${name}`,
    description,
    ...(document && { document: reverseChange(document) }),
  };
}
