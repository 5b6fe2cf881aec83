import * as Type from "typebox";
import { operation, paging, stream } from "./operation.ts";
import {
  CommitList,
  Project,
  ProjectList,
  ProjectOperationRequest,
  ProjectOperationResponse,
} from "./project-schemas.ts";

const projectId = { projectId: Type.String() };

const stage = Type.Union([
  Type.Literal("Open"),
  Type.Literal("Approval"),
  Type.Literal("Rejected"),
  Type.Literal("Archived"),
]);

/** Operations on draft projects (service-api, "Projects and production versions"). */
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
    path: projectId,
    answers: { "application/json": Project },
  }),
  createProject: operation({
    drives: "projects",
    route: "POST /v1/admin/projects",
    title: "Create a draft project",
    kind: "define",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    body: { type: "application/json", schema: Project },
    answers: { "application/json": Project },
  }),
  deleteProject: operation({
    drives: "projects",
    route: "DELETE /v1/admin/projects/{projectId}",
    title: "Delete a draft project",
    kind: "delete",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: projectId,
    answers: { "application/json": Project },
  }),
  runProjectOperation: operation({
    drives: "projects",
    route: "POST /v1/admin/projects/{projectId}",
    title: "Commit and publish a draft project",
    kind: "publish",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: projectId,
    body: { type: "application/json", schema: ProjectOperationRequest },
    answers: { "application/json": ProjectOperationResponse },
  }),
  listProjectCommits: operation({
    route: "GET /v1/admin/projects/{projectId}/commits",
    title: "List the committed changes of a project",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: projectId,
    query: paging({ limit: 400 }),
    answers: { "application/json": CommitList },
  }),
  importProjectCommits: operation({
    drives: "projects",
    route: "PUT /v1/admin/projects/{projectId}/commits",
    title: "Import committed changes into a project",
    kind: "define",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: projectId,
    body: { type: "application/zip", schema: stream },
    answers: { "application/json": CommitList },
  }),
};
