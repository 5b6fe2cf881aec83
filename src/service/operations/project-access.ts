import type { Project } from "../../contract/projects.ts";
import { type Caller, HttpError, type Tenant } from "../call/call.ts";
import type { ServiceParts } from "../parts/service-parts.ts";
import type { StoredProject } from "../store/project-store.ts";

const ownerCapabilities = ["canRead", "canWrite", "canShare", "owner"] as const;
/** Capabilities of which one is needed to add and commit changes (service-api, "Projects and production versions"). */
const writerCapabilities: readonly string[] = ["canWrite", "canShare", "owner"];

/**
 * Finds a project that is visible to the caller. Throws a 404, also for a project that is not shared with the caller.
 */
export async function findProject(
  id: string,
  tenant: Tenant,
  caller: Caller,
  { projects }: ServiceParts,
): Promise<StoredProject> {
  const found = await projects.find(tenant.code, caller.userId, id);
  if (!found) {
    throw new HttpError(404, "PROJECT_UNKNOWN", `The tenant ${tenant.code} has no project "${id}".`);
  }
  return found;
}

/** The project with the caller's capabilities. */
export function toProject({ project, ownerId }: StoredProject, caller: Caller): Project {
  return ownerId === caller.userId ? { ...project, capabilities: [...ownerCapabilities] } : project;
}

/** Throws a 403 unless the caller may add and commit changes. */
export function checkCanWrite(stored: StoredProject, caller: Caller): void {
  const { name, capabilities = [] } = toProject(stored, caller);
  if (!capabilities.some((capability) => writerCapabilities.includes(capability))) {
    throw new HttpError(
      403,
      "PROJECT_READ_ONLY",
      `The project "${name}" is shared with you for viewing only; adding and committing changes needs canWrite, canShare or owner.`,
    );
  }
}

/** Throws a 409 unless the project's stage allows changes (service-api, "States of jobs and projects"). */
export function checkAcceptsChanges({ stage, project }: StoredProject): void {
  if (stage !== "Open") {
    throw new HttpError(
      409,
      "PROJECT_CLOSED",
      `The project "${project.name}" is in the stage ${stage} and cannot be changed; use an open project.`,
    );
  }
}

/** Throws a 409 unless the project's stage allows commits (service-api, "States of jobs and projects"). */
export function checkAllowsCommits({ stage, project }: StoredProject): void {
  if (stage === "Rejected" || stage === "Archived") {
    throw new HttpError(
      409,
      "PROJECT_CLOSED",
      `The project "${project.name}" is ${stage.toLowerCase()}, and nothing can be committed in it.`,
    );
  }
}
