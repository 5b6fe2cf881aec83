import type { Static } from "typebox";
import * as Type from "typebox";

/** A project. */
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

/** Projects by stage. */
export const ProjectList = Type.Object({
  openProjects: Type.Optional(Type.Array(Project)),
  approvalProjects: Type.Optional(Type.Array(Project)),
  rejectedProjects: Type.Optional(Type.Array(Project)),
  archivedProjects: Type.Optional(Type.Array(Project)),
});
export type ProjectList = Static<typeof ProjectList>;

/** Operation on a draft project. */
export const ProjectOperationRequest = Type.Object({
  operation: Type.Optional(Type.Union([Type.Literal("unknown"), Type.Literal("commitAndPublish")])),
});
export type ProjectOperationRequest = Static<typeof ProjectOperationRequest>;

/** Response of a project operation: the new production version (service-api, "Projects and production versions"). */
export const ProjectOperationResponse = Type.Object({
  commitAndPublish: Type.Optional(Type.Object({ publishedVersion: Type.Optional(Project) }, { "x-source": "assumed" })),
});
export type ProjectOperationResponse = Static<typeof ProjectOperationResponse>;

/** One committed change of a project. */
export const Commit = Type.Object(
  {
    id: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
  },
  { "x-source": "assumed" },
);
export type Commit = Static<typeof Commit>;

/** Committed changes of a project. */
export const CommitList = Type.Object({ commits: Type.Optional(Type.Array(Commit)) });
export type CommitList = Static<typeof CommitList>;
