import type { Connection } from "../../duckdb/database.ts";
import { HttpError } from "../call/call.ts";
import {
  applyChanges,
  applyTo,
  applyToUsers,
  findChanged,
  type MappingDefinition,
  type ModelChange,
  nameChange,
} from "../model/model-change.ts";
import type { TenantModel } from "../model/tenant-model.ts";
import type { ServiceDependencies } from "../parts/service-dependencies.ts";
import { findChangeProblem, findOutdated, type ModelState, problemsOf } from "../projects/check-changes.ts";
import type { ImportedChange } from "../projects/read-change.ts";
import type { ProjectView } from "../store/model-changes.ts";
import type { ProjectChange } from "../store/project-change-store.ts";
import { readMappings, storeMappings } from "../store/table-mapping-store.ts";
import { findUserIn, readChangedUser } from "./project-users.ts";
import { UserProblem } from "./user-fields.ts";

/** A change as an archive has it. */
export type ArchivedChange = Omit<ProjectChange, "document"> & { readonly document?: ImportedChange };

/** A tenant's model as a project sees it, without regard to the rights of users. */
interface ProjectModel extends ModelState {
  /** The model with all attributes that the files of the tenant's data versions hold. */
  readonly stored: TenantModel;
}

/**
 * Imports changes into a project, those without `before` as changes of what the project has. `checkProject`, which is
 * called in the transaction, throws if the project takes no changes any more. Throws a 400 or 409.
 */
export async function importChanges(
  tenant: string,
  view: ProjectView,
  archived: readonly ArchivedChange[],
  checkProject: () => Promise<void>,
  parts: ServiceDependencies,
): Promise<readonly ProjectChange[]> {
  let changes: readonly ProjectChange[] = [];
  await parts.projectChanges.importChecked(tenant, view.project, async (connection, known) => {
    await checkProject();
    const added = archived.filter(({ id }) => !known.has(id));
    const documents = added.flatMap(({ document }) => document ?? []);
    const state = documents.length > 0 ? await readProjectModel(tenant, view, connection, parts) : undefined;
    const checked = state ? checkImport(added, state, parts) : new Map<string, ModelChange>();
    changes = archived.map(({ document: _, ...change }) => {
      const document = checked.get(change.id);
      return { ...change, ...(document && { document }) };
    });
    return changes;
  });
  return changes;
}

/** Returns the documents of imported changes by the ids of the changes. */
function checkImport(
  archived: readonly ArchivedChange[],
  { stored, ...first }: ProjectModel,
  parts: ServiceDependencies,
): ReadonlyMap<string, ModelChange> {
  let state: ModelState = first;
  const documents = new Map<string, ModelChange>();
  for (const { id, name, document } of archived) {
    if (document) {
      const { before = findChanged(document as ModelChange, state.model, state.mappings, state.findUser) } = document;
      const change = readUser({ ...document, before } as ModelChange, name, parts);
      documents.set(id, change);
      state = withChanges(state, [change]);
    }
  }
  refuseOutdated([...documents.values()], first, "the project");
  const problems = problemsOf(state);
  for (const { id, name } of archived) {
    const change = documents.get(id);
    const problem = change && findChangeProblem(change, stored, state, problems);
    if (change && problem) {
      throw changeInvalid(name, change, problem);
    }
  }
  return documents;
}

function readUser(change: ModelChange, name: string, parts: ServiceDependencies): ModelChange {
  try {
    return change.kind === "user" ? readChangedUser(change, parts) : change;
  } catch (error) {
    throw error instanceof UserProblem ? changeInvalid(name, change, error.message) : error;
  }
}

function changeInvalid(name: string, change: ModelChange, problem: string): HttpError {
  return new HttpError(400, "CHANGE_INVALID", `The change "${name}" of ${nameChange(change)}: ${problem}`);
}

/**
 * Makes the changes of a new production version those of the tenant, in the transaction that publishes it. Throws a 409
 * if somebody else has published changes of the same definitions, or if something in production would not work any more.
 */
export async function releaseChanges(
  tenant: string,
  changes: readonly ModelChange[],
  connection: Connection,
  parts: ServiceDependencies,
): Promise<void> {
  if (changes.length === 0) {
    return;
  }
  const production = await readProjectModel(tenant, undefined, connection, parts);
  refuseOutdated(changes, production, "production");
  const next = withChanges(production, changes);
  const known = problemsOf(production);
  const broken = [...problemsOf(next)].filter(([definition, problem]) => known.get(definition) !== problem);
  if (broken.length > 0) {
    const told = broken.slice(0, 5).map(([definition, problem]) => `${definition}: ${problem}`);
    const more = broken.length > told.length ? ` And ${broken.length - told.length} more.` : "";
    throw new HttpError(
      409,
      "MODEL_BROKEN",
      `Publishing would break these; import changes of them, too. ${told.join(" ")}${more}`,
    );
  }
  const unbound = parts.dataRights.conditionsBrokenBy(production.model, next.model);
  if (unbound.length > 0) {
    const told = unbound.slice(0, 5).map(([place, problem]) => `${place}: ${problem}`);
    throw new HttpError(
      409,
      "PERMISSION_BROKEN",
      `Publishing would leave users of these permissions without any record. Change the conditions and start the service again, or import a change that keeps what they use. ${told.join(" ")}`,
    );
  }
  const missing = await storeMappings(connection, tenant, changes);
  if (missing !== undefined) {
    throw new HttpError(409, "TABLE_SOURCE_UNKNOWN", `${tenant} has no table source "${missing}" to map; create it.`);
  }
}

/** Publishes the newest draft of each data category that belongs to a project, in the transaction that publishes it. */
export async function publishDrafts(
  tenant: string,
  project: string,
  connection: Connection,
  { dataVersions }: ServiceDependencies,
): Promise<void> {
  const kept = await dataVersions.kept(tenant);
  const drafts = kept.filter((version) => version.project === project && version.state === "draft");
  for (const { number, category } of drafts) {
    if (drafts.find((draft) => draft.category === category)?.number === number) {
      await dataVersions.publishIn(connection, tenant, number);
    }
  }
}

function withChanges({ model, mappings, findUser }: ModelState, changes: readonly ModelChange[]): ModelState {
  const ofMappings = changes.filter(({ kind }) => kind === "mapping");
  return {
    model: applyChanges(model, changes),
    mappings: applyTo<MappingDefinition>(mappings, ofMappings),
    findUser: applyToUsers(findUser, changes),
  };
}

function refuseOutdated(changes: readonly ModelChange[], state: ModelState, where: string): void {
  const outdated = findOutdated(changes, state);
  if (outdated.length > 0) {
    throw new HttpError(
      409,
      "CHANGE_OUTDATED",
      `In ${where} these are no longer as they were when they were changed: ${outdated.map(nameChange).join(", ")}. Import a change of what is there now, without \`before\`.`,
    );
  }
}

/** Reads the model of production or, with a view, that of a project. */
async function readProjectModel(
  tenant: string,
  view: ProjectView | undefined,
  connection: Connection,
  { tenants, users }: ServiceDependencies,
): Promise<ProjectModel> {
  const { model: stored, release } = await tenants.openVersions(tenant, async () => []);
  release();
  const published = await tenants.modelChanges.published(tenant);
  const mappings = await readMappings(connection, tenant);
  const state = { model: applyChanges(stored, published), mappings, findUser: findUserIn(users, tenant) };
  const unpublished = view ? await tenants.modelChanges.unpublished(view) : [];
  return { ...withChanges(state, unpublished), stored };
}
