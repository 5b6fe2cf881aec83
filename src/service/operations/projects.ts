import type { Project, projects } from "../../contract/projects.ts";
import { HttpError, json } from "../call/call.ts";
import type { Handlers } from "../parts/handlers.ts";
import type { NewProject } from "../store/project-store.ts";
import { readChanges } from "./change-archive.ts";
import { checkAcceptsChanges, checkAllowsCommits, checkCanWrite, findProject, toProject } from "./project-access.ts";

export const projectHandlers: Handlers<typeof projects> = {
  async listProjects({ query, tenant, caller }, parts) {
    const { with: stages = ["Open"], limit = 100 } = query;
    const listStage = async (stage: (typeof stages)[number]) => {
      const found = stages.includes(stage) ? await parts.projects.list(tenant.code, caller.userId, stage, limit) : [];
      return found.map((project) => toProject(project, caller));
    };
    return json({
      openProjects: await listStage("Open"),
      approvalProjects: await listStage("Approval"),
      rejectedProjects: await listStage("Rejected"),
      archivedProjects: await listStage("Archived"),
    });
  },

  async getProject({ path, tenant, caller }, parts) {
    return json(toProject(await findProject(path.projectId, tenant, caller, parts), caller));
  },

  async createProject({ body, tenant, caller }, parts) {
    return json(toProject(await parts.projects.add(tenant.code, caller.userId, readNewProject(body)), caller));
  },

  /** Deletes a project at once, although the specification has it archived first. */
  async deleteProject({ path, tenant, caller }, parts) {
    const project = await findProject(path.projectId, tenant, caller, parts);
    const visible = toProject(project, caller);
    if (!visible.capabilities?.includes("owner")) {
      throw new HttpError(
        403,
        "PROJECT_NOT_OWNED",
        `The project "${visible.name}" belongs to another user; only its owner can delete it.`,
      );
    }
    await parts.projects.delete(tenant.code, path.projectId);
    return json(visible);
  },

  async runProjectOperation({ path, body, tenant, caller }, parts) {
    const project = await findProject(path.projectId, tenant, caller, parts);
    if (body.operation !== "commitAndPublish") {
      return json({ commitAndPublish: {} });
    }
    checkCanWrite(project, caller);
    checkAllowsCommits(project);
    const publishedVersion = await parts.productionVersions.publish(tenant.code, project, caller.userId);
    if (!publishedVersion) {
      throw new HttpError(
        409,
        "PROJECT_UNCHANGED",
        `The project "${project.project.name}" has no changes of yours, and no committed changes that are unpublished.`,
      );
    }
    return json({ commitAndPublish: { publishedVersion } });
  },

  async listProjectCommits({ path, query: { limit = 400, start = 0 }, tenant, caller }, parts) {
    await findProject(path.projectId, tenant, caller, parts);
    return json({ commits: await parts.projectChanges.listCommitted(tenant.code, path.projectId, { limit, start }) });
  },

  async importProjectCommits({ path, body, tenant, caller }, parts) {
    const project = await findProject(path.projectId, tenant, caller, parts);
    checkCanWrite(project, caller);
    checkAcceptsChanges(project);
    const commits = await readChanges(body);
    await parts.projectChanges.importAll(tenant.code, path.projectId, commits);
    return json({ commits });
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
