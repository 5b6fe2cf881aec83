import { isDeepStrictEqual } from "node:util";
import type { SourceDefinition, StoredDimension, StoredMetric, StoredProperty, TenantModel } from "./tenant-model.ts";

/** Mapping of the rows of a table source to rows of an analytic object. */
export interface MappingDefinition {
  /** See `mappingIdOf`. */
  readonly id: string;
  /** Name of the table source. */
  readonly table: string;
  /** Name of the load schema, such as `Employee` or `Employee--Skill`. */
  readonly schema: string;
  /** Column of the table by the column of the load schema that it fills. */
  readonly columns: Readonly<Record<string, string>>;
}

/** A user as a change has it: the request of the user upsert. */
export interface UserDefinition {
  /** The user name as names are compared: in lower case. */
  readonly id: string;
  readonly username: string;
  readonly displayName?: string;
  readonly employeeId?: string;
  readonly email?: string;
  readonly accountEnabled: "true" | "false";
  readonly userGroupIds: readonly string[];
  readonly permissionIds: readonly string[];
  readonly profileAssignments: readonly {
    readonly profileId: string;
    readonly validityStartTime?: string;
    readonly validityEndTime?: string;
  }[];
}

/** Returns the user with an id (see `UserDefinition`). */
export type FindUser = (id: string) => UserDefinition | undefined;

/** Definitions that a project can change, by kind. */
interface Definitions {
  readonly metric: StoredMetric;
  readonly property: StoredProperty;
  readonly dimension: StoredDimension;
  readonly source: SourceDefinition;
  readonly mapping: MappingDefinition;
  readonly user: UserDefinition;
}
export type ChangeKind = keyof Definitions;

interface ChangeOf<Kind extends ChangeKind> {
  readonly kind: Kind;
  /** Id of the definition within its kind and object; of a mapping, the table's name and the load schema's. */
  readonly id: string;
  /** Id of the analytic object of a property or dimension. */
  readonly object?: string;
  /** The definition that the change was made from. Null if the change adds it. */
  readonly before: Definitions[Kind] | null;
  /** The definition after the change. Null if the change removes it. */
  readonly after: Definitions[Kind] | null;
}

/** Change of one definition in a project (service-api, "Projects and production versions"). */
export type ModelChange = { readonly [Kind in ChangeKind]: ChangeOf<Kind> }[ChangeKind];
export type PropertyChange = Extract<ModelChange, { readonly kind: "property" }>;
export type DimensionChange = Extract<ModelChange, { readonly kind: "dimension" }>;
export type UserChange = Extract<ModelChange, { readonly kind: "user" }>;

/** The change that undoes a change. */
export function reverseChange(change: ModelChange): ModelChange {
  return { ...change, before: change.after, after: change.before } as ModelChange;
}

/** Names a changed definition in messages: `metric employeeCount`, `property Employee.Base_Salary`. */
export function nameChange({ kind, object, id }: ModelChange): string {
  return `${kind} ${object === undefined ? id : `${object}.${id}`}`;
}

/** Text that two changes have in common if they change the same definition. */
export function changedItemOf({ kind, object = "", id }: ModelChange): string {
  return JSON.stringify([kind, object, id]);
}

/** Whether two definitions say the same, in whatever order their fields are. */
export function isSameDefinition(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(one ?? null)), JSON.parse(JSON.stringify(other ?? null)));
}

/**
 * Returns the model after changes, one after the other. A definition that was removed comes back to its place. Mappings
 * and users are no part of the model.
 */
export function applyChanges(model: TenantModel, changes: readonly ModelChange[]): TenantModel {
  const of = (kind: ChangeKind) => changes.filter((change) => change.kind === kind);
  const sources = of("source");
  return {
    ...model,
    metrics: applyTo(model.metrics, of("metric")),
    objects: model.objects.map((object) => {
      const own = (kind: ChangeKind) => of(kind).filter((change) => change.object === object.id);
      return {
        ...object,
        properties: applyTo(object.properties, own("property")),
        dimensions: applyTo(object.dimensions, own("dimension")),
      };
    }),
    ...(sources.length > 0 && { sources: applyTo(model.sources ?? [], sources) }),
  };
}

/** Returns definitions after changes of their kind. */
export function applyTo<Definition extends { readonly id: string }>(
  definitions: readonly Definition[],
  changes: readonly ModelChange[],
): readonly Definition[] {
  if (changes.length === 0) {
    return definitions;
  }
  const byId = new Map<string, Definition | null>(definitions.map((definition) => [definition.id, definition]));
  for (const { id, after } of changes) {
    // A Map keeps the place of a key whose value is replaced.
    byId.set(id, after as Definition | null);
  }
  return [...byId.values()].filter((definition) => definition !== null);
}

/** Returns the users after changes, one after the other. */
export function applyToUsers(findUser: FindUser, changes: readonly ModelChange[]): FindUser {
  const changed = new Map(
    changes.flatMap((change) => (change.kind === "user" ? [[change.id, change.after] as const] : [])),
  );
  return (id) => (changed.has(id) ? (changed.get(id) ?? undefined) : findUser(id));
}

/** Finds the definition that a change is about in a model, or in the mappings and users of its tenant; null if there is none. */
export function findChanged(
  change: ModelChange,
  model: TenantModel,
  mappings: readonly MappingDefinition[],
  findUser: FindUser,
): ModelChange["before"] {
  const { kind, id } = change;
  const object = model.objects.find((candidate) => candidate.id === change.object);
  switch (kind) {
    case "metric":
      return model.metrics.find((metric) => metric.id === id) ?? null;
    case "property":
      return object?.properties.find((property) => property.id === id) ?? null;
    case "dimension":
      return object?.dimensions.find((dimension) => dimension.id === id) ?? null;
    case "source":
      return model.sources?.find((source) => source.id === id) ?? null;
    case "mapping":
      return mappings.find((mapping) => mapping.id === id) ?? null;
    case "user":
      return findUser(id) ?? null;
  }
}

/** Id of a mapping, such as `hr_employee_change -> Employee`. */
export function mappingIdOf({ table, schema }: Pick<MappingDefinition, "table" | "schema">): string {
  return `${table} -> ${schema}`;
}
