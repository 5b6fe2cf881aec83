import type { projects } from "../../contract/projects.ts";
import { HttpError, json } from "../call.ts";
import type { Handlers } from "../handlers.ts";

export const projectHandlers: Handlers<typeof projects> = {
  async listProjects({ query, tenant }, parts) {
    const { with: stages = ["Open"], limit = 100 } = query;
    const of = async (stage: (typeof stages)[number]) =>
      stages.includes(stage) ? parts.projects.list(tenant.code, stage, limit) : [];
    return json({
      openProjects: await of("Open"),
      approvalProjects: await of("Approval"),
      rejectedProjects: await of("Rejected"),
      archivedProjects: await of("Archived"),
    });
  },

  async getProject({ path, tenant }, parts) {
    const project = await parts.projects.find(tenant.code, path.projectId);
    if (!project) {
      throw new HttpError(404, "PROJECT_UNKNOWN", `The tenant ${tenant.code} has no project "${path.projectId}".`);
    }
    return json(project);
  },
};
