import type { Project, projectOperations } from "../../contract/projects.ts";
import { type Caller, type CallTenant, createJsonResponse, HttpError } from "../call/call.ts";
import type { OperationHandlers, ServiceDependencies } from "../parts/service-dependencies.ts";
import type { NewProject, StoredProject } from "../store/project-store.ts";
import type { UserRecord } from "../store/user-store.ts";
import { readChangeArchive } from "./change-archive.ts";
import { importChanges, publishDrafts, releaseChanges } from "./project-changes.ts";
import { changeProject } from "./project-stages.ts";
import { checkMayChangeUsers, decideUserChanges, withVisibleDocuments } from "./project-users.ts";

export const projectHandlers: OperationHandlers<typeof projectOperations> = {
  async listProjects({ query, tenant, caller }, parts) {
    const { with: stages = ["Open"], limit = 100 } = query;
    const listStage = async (stage: (typeof stages)[number]) => {
      const found = stages.includes(stage) ? await parts.projects.list(tenant.code, caller.userId, stage, limit) : [];
      return found.map((project) => toProjectResponse(project, caller));
    };
    return createJsonResponse({
      openProjects: await listStage("Open"),
      approvalProjects: await listStage("Approval"),
      rejectedProjects: await listStage("Rejected"),
      archivedProjects: await listStage("Archived"),
    });
  },

  async getProject({ path, tenant, caller }, parts) {
    return createJsonResponse(toProjectResponse(await findProject(path.projectId, tenant, caller, parts), caller));
  },

  async createProject({ body, tenant, caller }, parts) {
    return createJsonResponse(
      toProjectResponse(await parts.projects.add(tenant.code, caller.userId, readNewProject(body)), caller),
    );
  },

  /** Deletes a project at once, although the specification has it archived first. */
  async deleteProject({ path, tenant, caller }, parts) {
    const project = await findProject(path.projectId, tenant, caller, parts);
    const visible = toProjectResponse(project, caller);
    if (!visible.capabilities?.includes("owner")) {
      throw new HttpError(
        403,
        "PROJECT_NOT_OWNED",
        `The project "${visible.name}" belongs to another user; only its owner can delete it.`,
      );
    }
    await parts.projects.delete(tenant.code, path.projectId);
    return createJsonResponse(visible);
  },

  async runProjectOperation({ path, body, tenant, caller }, parts) {
    const found = await findProject(path.projectId, tenant, caller, parts);
    if (body.operation !== "commitAndPublish") {
      const changed = await changeProject(found, body, tenant, caller, parts);
      return createJsonResponse({
        commitAndPublish: {},
        ...(changed && { project: toProjectResponse(changed, caller) }),
      });
    }
    let stored: readonly UserRecord[] = [];
    const publishedVersion = await parts.users.transaction(async (connection, changeUsers) => {
      const project = await findProject(path.projectId, tenant, caller, parts);
      checkCanWrite(project, caller);
      checkAllowsCommits(project);
      return parts.productionVersions.publishIn(connection, tenant.code, project, caller.userId, async (_, changes) => {
        checkMayChangeUsers(changes, caller, "publishing", parts);
        await releaseChanges(tenant.code, changes, connection, parts);
        const users = decideUserChanges(tenant.code, changes, caller, parts);
        await changeUsers(users);
        stored = users.put;
        await publishDrafts(tenant.code, path.projectId, connection, parts);
      });
    });
    await parts.invitations.invite(stored);
    if (!publishedVersion) {
      throw new HttpError(
        409,
        "PROJECT_UNCHANGED",
        `The project "${found.project.name}" has no changes of yours, and no committed changes that are unpublished.`,
      );
    }
    return createJsonResponse({ commitAndPublish: { publishedVersion } });
  },

  async listProjectCommits({ path, query: { limit = 400, start = 0 }, tenant, caller }, parts) {
    await findProject(path.projectId, tenant, caller, parts);
    const uncommitted = await parts.projectChanges.listUncommitted(tenant.code, path.projectId, caller.userId);
    const committed = await parts.projectChanges.listCommitted(tenant.code, path.projectId, { limit, start });
    return createJsonResponse({
      commits: withVisibleDocuments(committed, caller, parts),
      ...(uncommitted.length > 0 && { uncommitted: withVisibleDocuments(uncommitted, caller, parts) }),
    });
  },

  async importProjectCommits({ path, body, tenant, caller }, parts) {
    const checkProject = async () => void (await findWritableProject(path.projectId, tenant, caller, parts));
    await checkProject();
    const view = { project: path.projectId, userId: caller.userId };
    const archived = await readChangeArchive(body);
    const documents = archived.flatMap(({ document }) => document ?? []);
    checkMayChangeUsers(documents, caller, "importing", parts);
    const commits = await importChanges(tenant.code, view, archived, checkProject, parts);
    return createJsonResponse({ commits });
  },
};

function readNewProject({ id, capabilities, projectType, ...given }: Project): NewProject {
  if (id !== undefined || capabilities !== undefined || projectType !== undefined) {
    throw new HttpError(
      400,
      "PROJECT_FIELD_GENERATED",
      "The service assigns the id, capabilities and projectType of a new project; leave them out.",
    );
  }
  const name = given.name?.trim();
  if (!name) {
    throw new HttpError(400, "NAME_MISSING", "A project needs a name.");
  }
  return {
    description: "",
    releaseVersion: "",
    ticketNumber: "",
    versionNumber: 1,
    ...given,
    name,
    projectType: "Standard",
  };
}

const ownerCapabilities = ["canRead", "canWrite", "canShare", "owner"] as const;
/** Capabilities of which one is needed to add and commit changes (service-api, "Projects and production versions"). */
const writerCapabilities: readonly string[] = ["canWrite", "canShare", "owner"];

/**
 * Finds a project that is visible to the caller. Throws a 404, also for a project that is not shared with the caller.
 */
async function findProject(
  id: string,
  tenant: CallTenant,
  caller: Caller,
  { projects }: ServiceDependencies,
): Promise<StoredProject> {
  const found = await projects.find(tenant.code, caller.userId, id);
  if (!found) {
    throw new HttpError(404, "PROJECT_UNKNOWN", `The tenant ${tenant.code} has no project "${id}".`);
  }
  return found;
}

/** Converts a stored project to its response, with the capabilities that the caller has in the project. */
export function toProjectResponse({ project, ownerId }: StoredProject, caller: Caller): Project {
  return ownerId === caller.userId ? { ...project, capabilities: [...ownerCapabilities] } : project;
}

/**
 * Finds a project that the caller may change and whose stage allows changes. Throws a 403, 404 or 409. A call that reads
 * its body in between asks again in the transaction that stores the changes.
 */
export async function findWritableProject(
  id: string,
  tenant: CallTenant,
  caller: Caller,
  parts: ServiceDependencies,
): Promise<StoredProject> {
  const project = await findProject(id, tenant, caller, parts);
  checkCanWrite(project, caller);
  checkAcceptsChanges(project);
  return project;
}

/** Throws a 403 unless the caller may add and commit changes. */
function checkCanWrite(stored: StoredProject, caller: Caller): void {
  const { name, capabilities = [] } = toProjectResponse(stored, caller);
  if (!capabilities.some((capability) => writerCapabilities.includes(capability))) {
    throw new HttpError(
      403,
      "PROJECT_READ_ONLY",
      `The project "${name}" is shared with you for viewing only; adding and committing changes needs canWrite, canShare or owner.`,
    );
  }
}

/** Throws a 409 unless the project's stage allows changes (service-api, "States of jobs and projects"). */
function checkAcceptsChanges({ stage, project }: StoredProject): void {
  if (stage !== "Open") {
    throw new HttpError(
      409,
      "PROJECT_CLOSED",
      `The project "${project.name}" is in the stage ${stage} and cannot be changed; use an open project.`,
    );
  }
}

/** Throws a 409 unless the project's stage allows commits (service-api, "States of jobs and projects"). */
function checkAllowsCommits({ stage, project }: StoredProject): void {
  if (stage === "Rejected" || stage === "Archived") {
    throw new HttpError(
      409,
      "PROJECT_CLOSED",
      `The project "${project.name}" is ${stage.toLowerCase()}, and nothing can be committed in it.`,
    );
  }
}
