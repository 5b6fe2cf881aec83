import type { StoredDimension, StoredObject, StoredProperty, TenantModel } from "./tenant-model.ts";

/** Meaning of a column of a load file. */
type LoadColumnRole =
  /** Identifies the member of a subject, or a member of a hierarchy. */
  | "key"
  /** Instant from which the row's values hold. Subjects and multi-value properties. */
  | "effectiveDate"
  /** Instant from which the member is no longer part of the subject. */
  | "endDate"
  | "eventDate"
  /** Identifies an event that has no other identity than its reference and its date. */
  | "eventId"
  | "property"
  | "dimension"
  | "concept"
  | "reference"
  /** Key of a hierarchy member's parent; empty at the top. */
  | "parent"
  | "displayName";

/** A column of load files. Its header in a file equals `name`, including case (service-api, "Direct data intake"). */
export interface LoadColumn {
  readonly name: string;
  readonly role: LoadColumnRole;
  /** Type of the values as they are stored. Dimensions are member paths, references are keys of the target. */
  readonly type: StoredProperty["storage"];
  readonly isMandatory: boolean;
  readonly allowsEmpty: boolean;
  /** Accepted notations of dates, such as `yyyy-MM-dd`; empty for other types. */
  readonly formats: readonly string[];
}

/** Content of a load file: rows of an object, values of one of its multi-value references, or a hierarchy. */
type LoadTarget =
  | { readonly kind: "object"; readonly object: StoredObject }
  | { readonly kind: "multiValue"; readonly object: StoredObject; readonly reference: string }
  | { readonly kind: "hierarchy"; readonly membersOf: string };

export interface LoadSchema {
  /** Name of the object as operations take it: `Employee`, `Employee--Skill` or the name of a hierarchy. */
  readonly name: string;
  readonly target: LoadTarget;
  readonly columns: readonly LoadColumn[];
}

/** Notations of dates that load files may have. A date without a time means midnight UTC. */
const loadDateFormats = ["yyyy-MM-dd", "yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd'T'HH:mm:ss'Z'"] as const;

/** Returns the load schemas of a model: of each object, each multi-value reference and each parent-child hierarchy. */
export function loadSchemasOf(model: TenantModel): readonly LoadSchema[] {
  const objects = model.objects.filter(({ kind }) => kind !== "overlay");
  const hierarchies = new Set(
    objects.flatMap(({ dimensions }) =>
      dimensions.filter(({ kind }) => kind === "parentChild").map(({ membersOf }) => membersOf),
    ),
  );
  return [
    ...objects.flatMap((object) => [createObjectSchema(object), ...multiValueSchemas(object)]),
    ...[...hierarchies].map(createHierarchySchema),
  ];
}

/** Returns the load schema with this name, which is case-sensitive, or undefined. */
export function findLoadSchema(model: TenantModel, name: string): LoadSchema | undefined {
  return loadSchemasOf(model).find((schema) => schema.name === name);
}

function createObjectSchema(object: StoredObject): LoadSchema {
  const references = object.references.filter(({ isMultiValue }) => !isMultiValue);
  const identity =
    object.kind === "event"
      ? [column("Event_Date", "eventDate", "TIMESTAMP", "mandatory"), column("Event_ID", "eventId", "VARCHAR")]
      : [
          column(keyOf(object), "key", "VARCHAR", "mandatory"),
          column("Effective_Date", "effectiveDate", "TIMESTAMP", "mandatory"),
          column("End_Date", "endDate", "TIMESTAMP"),
        ];
  const columns = [
    ...identity,
    ...object.properties
      .filter(
        ({ id, isCalculated, formula }) =>
          !isCalculated && !formula && !(object.kind !== "event" && id === keyOf(object)),
      )
      .map(({ id, storage }) => column(id, "property", storage)),
    ...object.dimensions.filter(isLoaded).map(({ id }) => column(id, "dimension", "VARCHAR")),
    ...object.concepts.map(({ id }) => column(id, "concept", "BOOLEAN")),
    ...references.map(({ id }, index) =>
      // The subject of an event is its first reference.
      column(id, "reference", "VARCHAR", object.kind === "event" && index === 0 ? "mandatory" : undefined),
    ),
  ];
  return { name: object.id, target: { kind: "object", object }, columns };
}

function multiValueSchemas(object: StoredObject): readonly LoadSchema[] {
  return object.references
    .filter(({ isMultiValue }) => isMultiValue)
    .map(({ id }) => ({
      name: `${object.id}--${id}`,
      target: { kind: "multiValue", object, reference: id },
      columns: [
        column(keyOf(object), "key", "VARCHAR", "mandatory"),
        column("Effective_Date", "effectiveDate", "TIMESTAMP", "mandatory"),
        column(id, "reference", "VARCHAR"),
      ],
    }));
}

function createHierarchySchema(membersOf: string): LoadSchema {
  return {
    name: membersOf,
    target: { kind: "hierarchy", membersOf },
    columns: [
      column("Member", "key", "VARCHAR", "mandatory"),
      column("Parent", "parent", "VARCHAR"),
      column("Display_Name", "displayName", "VARCHAR"),
    ],
  };
}

/** Id of the property that identifies the members of a subject: the model's key, else the first text property. */
export function keyOf(object: StoredObject): string {
  const key = object.key ?? object.properties.find(({ storage }) => storage === "VARCHAR")?.id;
  if (key === undefined) {
    throw new Error(`The object ${object.id} has no text property that identifies its members.`);
  }
  return key;
}

/** Range dimensions are calculated. */
function isLoaded({ kind }: StoredDimension): boolean {
  return kind !== "range";
}

function column(
  name: string,
  role: LoadColumnRole,
  type: StoredProperty["storage"],
  presence?: "mandatory",
): LoadColumn {
  const isMandatory = presence === "mandatory";
  return {
    name,
    role,
    type,
    isMandatory,
    allowsEmpty: !isMandatory,
    formats: type === "TIMESTAMP" ? loadDateFormats : [],
  };
}
