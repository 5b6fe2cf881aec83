import type { Static } from "typebox";
import * as Type from "typebox";
import { createPagingParameters, defineOperation, streamMarker } from "./operation.ts";

/** Schema of a project. */
export const Project = Type.Object({
  id: Type.Optional(Type.String({ description: "Leave out on create." })),
  name: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  releaseVersion: Type.Optional(Type.String()),
  ticketNumber: Type.Optional(Type.String()),
  versionNumber: Type.Optional(Type.Integer()),
  capabilities: Type.Optional(
    Type.Array(
      Type.Union([Type.Literal("canRead"), Type.Literal("canWrite"), Type.Literal("canShare"), Type.Literal("owner")]),
      { description: "Leave out on create." },
    ),
  ),
  projectType: Type.Optional(
    Type.Union([Type.Literal("Standard"), Type.Literal("Prototype"), Type.Literal("UnknownType")], {
      description: "Leave out on create.",
    }),
  ),
});
export type Project = Static<typeof Project>;

/** Response schema with projects, grouped by stage. */
export const ProjectList = Type.Object({
  openProjects: Type.Optional(Type.Array(Project)),
  approvalProjects: Type.Optional(Type.Array(Project)),
  rejectedProjects: Type.Optional(Type.Array(Project)),
  archivedProjects: Type.Optional(Type.Array(Project)),
});
export type ProjectList = Static<typeof ProjectList>;

/** Request schema of an operation on a draft project. */
const ProjectOperationRequest = Type.Object({
  operation: Type.Optional(Type.Union([Type.Literal("unknown"), Type.Literal("commitAndPublish")])),
});

/**
 * Response schema of a project operation, with the new production version (service-api, "Projects and production
 * versions").
 */
const ProjectOperationResponse = Type.Object({
  commitAndPublish: Type.Optional(Type.Object({ publishedVersion: Type.Optional(Project) }, { "x-source": "assumed" })),
});

/** Schema of one committed change in a project. */
export const ProjectCommit = Type.Object(
  {
    id: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
  },
  { "x-source": "assumed" },
);
export type ProjectCommit = Static<typeof ProjectCommit>;

/** Response schema with the committed changes of a project. */
const CommitList = Type.Object({ commits: Type.Optional(Type.Array(ProjectCommit)) });

const projectId = { projectId: Type.String() };

const stage = Type.Union([
  Type.Literal("Open"),
  Type.Literal("Approval"),
  Type.Literal("Rejected"),
  Type.Literal("Archived"),
]);

/** Operations on draft projects (service-api, "Projects and production versions"). */
export const projectOperations = {
  listProjects: defineOperation({
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
  getProject: defineOperation({
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
  createProject: defineOperation({
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
  deleteProject: defineOperation({
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
  runProjectOperation: defineOperation({
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
  listProjectCommits: defineOperation({
    route: "GET /v1/admin/projects/{projectId}/commits",
    title: "List the committed changes of a project",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: projectId,
    query: createPagingParameters({ limit: 400 }),
    answers: { "application/json": CommitList },
  }),
  importProjectCommits: defineOperation({
    drives: "projects",
    route: "PUT /v1/admin/projects/{projectId}/commits",
    title: "Import committed changes into a project",
    kind: "define",
    idempotent: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: projectId,
    body: { type: "application/zip", schema: streamMarker },
    answers: { "application/json": CommitList },
  }),
};
