import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { type Caller, type CallTenant, HttpError } from "../call/call.ts";
import type { ServiceDependencies } from "../parts/service-dependencies.ts";
import type { ProjectShare, ProjectStage, StoredProject } from "../store/project-store.ts";

const stages = ["Open", "Approval", "Rejected", "Archived"] as const;

/**
 * Open properties of a request of `runProjectOperation`, ours: the stage to move the project to, and whom it is shared
 * with from then on; everybody of the tenant in an entry without a user name.
 */
const ProjectMove = Type.Object({
  stage: Type.Optional(Type.Enum(stages)),
  sharedWith: Type.Optional(
    Type.Array(
      Type.Object(
        {
          username: Type.Optional(Type.String()),
          capabilities: Type.Array(Type.Enum(["canRead", "canWrite", "canShare"] as const), { minItems: 1 }),
        },
        { additionalProperties: false },
      ),
      { maxItems: 1_000 },
    ),
  ),
});
const projectMove = Compile(ProjectMove);

/** Stages that a project can be moved to, each with the capabilities of which one is needed; ours. */
const transitions: Readonly<Record<ProjectStage, Partial<Record<ProjectStage, readonly string[]>>>> = {
  Open: { Approval: ["owner", "canShare", "canWrite"], Archived: ["owner"] },
  Approval: { Open: ["owner", "canShare"], Rejected: ["owner", "canShare"], Archived: ["owner"] },
  Rejected: { Open: ["owner", "canShare", "canWrite"], Archived: ["owner"] },
  Archived: {},
};

/**
 * Moves a project to another stage and shares it, as the request says. Returns the changed project, or undefined if the
 * request says neither. Throws a 400, 403, 404 or 409.
 */
export async function changeProject(
  stored: StoredProject,
  request: object,
  tenant: CallTenant,
  caller: Caller,
  parts: ServiceDependencies,
): Promise<StoredProject | undefined> {
  const { stage, sharedWith } = readMove(request);
  if (stage === undefined && sharedWith === undefined) {
    return undefined;
  }
  if (stage !== undefined && stage !== stored.stage) {
    checkTransition(stored, stage, caller);
  }
  if (sharedWith) {
    checkCapability(stored, ["owner", "canShare"], caller, "sharing it");
  }
  const shares = sharedWith?.map(({ username, capabilities }): ProjectShare => {
    const userId = username === undefined ? undefined : findUser(username, tenant, caller, parts);
    return { userId, capabilities };
  });
  const [twice] = (shares ?? []).filter(
    ({ userId }, index) => shares?.findIndex((one) => one.userId === userId) !== index,
  );
  if (twice) {
    throw new HttpError(400, "REQUEST_INVALID", "sharedWith has a user twice; put all capabilities into one entry.");
  }
  if (!(await parts.projects.change(stored, { stage, shares }))) {
    throw new HttpError(
      409,
      "PROJECT_MOVED",
      `The project "${stored.project.name}" has left the stage ${stored.stage}.`,
    );
  }
  // Whoever took the sharing with oneself back sees the project no more.
  return (
    (await parts.projects.find(tenant.code, caller.userId, stored.project.id)) ?? {
      ...stored,
      stage: stage ?? stored.stage,
    }
  );
}

function readMove(request: object): Static<typeof ProjectMove> {
  const [problem] = projectMove.Errors(request);
  if (problem) {
    const place = problem.instancePath.split("/").slice(1).join(".");
    throw new HttpError(400, "REQUEST_INVALID", `The request is invalid: body ${place} ${problem.message}.`);
  }
  return request as Static<typeof ProjectMove>;
}

function checkTransition(stored: StoredProject, to: ProjectStage, caller: Caller): void {
  const needed = transitions[stored.stage][to];
  if (!needed) {
    const possible = Object.keys(transitions[stored.stage]).join(", ") || "no other stage";
    throw new HttpError(
      409,
      "PROJECT_STAGE_UNREACHABLE",
      `The project "${stored.project.name}" is in the stage ${stored.stage}, from which it goes to ${possible}.`,
    );
  }
  checkCapability(stored, needed, caller, `moving it to the stage ${to}`);
}

function checkCapability(
  { project, ownerId }: StoredProject,
  needed: readonly string[],
  caller: Caller,
  action: string,
): void {
  const has = ownerId === caller.userId ? ["owner"] : (project.capabilities ?? []);
  if (!has.some((capability) => needed.includes(capability))) {
    throw new HttpError(
      403,
      "PROJECT_CAPABILITY_MISSING",
      `The project "${project.name}" is not yours; ${action} needs ${needed.join(" or ")}.`,
    );
  }
}

/** Finds a user of the tenant, or of the caller's tenant that manages it. Throws a 404. */
function findUser(username: string, tenant: CallTenant, caller: Caller, { users }: ServiceDependencies): string {
  const user = users.byName(tenant.code, username) ?? users.byName(caller.loginTenant, username);
  if (!user) {
    throw new HttpError(404, "USER_UNKNOWN", `${tenant.code} has no user "${username}" to share the project with.`);
  }
  return user.userId;
}
