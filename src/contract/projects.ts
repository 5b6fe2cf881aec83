import { Type } from "typebox";
import { operation } from "./operation.ts";
import { Project, ProjectList } from "./project-schemas.ts";

const stage = Type.Union([
  Type.Literal("Open"),
  Type.Literal("Approval"),
  Type.Literal("Rejected"),
  Type.Literal("Archived"),
]);

/** Draft projects (service-api, "Projects and production versions"). */
export const projects = {
  listProjects: operation({
    observes: "projects",
    route: "GET /v1/admin/projects",
    title: "List draft projects",
    kind: "read",
    idempotent: true,
    targets: ["tenant"],
    query: {
      with: Type.Optional(Type.Array(stage, { default: ["Open"] })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
    },
    answers: { "application/json": ProjectList },
  }),
  getProject: operation({
    observes: "projects",
    route: "GET /v1/admin/projects/{projectId}",
    title: "Retrieve a draft project",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { projectId: Type.String() },
    answers: { "application/json": Project },
  }),
};
