import { checkMetric } from "../engine/check-metric.ts";
import { queryProblemOf } from "../engine/query-error.ts";
import { StoredModel } from "../engine/stored-model.ts";
import { isComputedOnRead, operandsOf } from "../model/added-attributes.ts";
import { findPatternProblem } from "../model/file-name-pattern.ts";
import { findLoadSchema } from "../model/load-schema.ts";
import {
  changedItemOf,
  type FindUser,
  findChanged,
  isSameDefinition,
  type MappingDefinition,
  type ModelChange,
  nameChange,
} from "../model/model-change.ts";
import { rowNumberColumn } from "../model/received-rows.ts";
import type { StoredDimension, StoredObject, StoredProperty, TenantModel } from "../model/tenant-model.ts";

/** A model with the mappings and the users of its tenant. */
export interface ModelState {
  readonly model: TenantModel;
  readonly mappings: readonly MappingDefinition[];
  readonly findUser: FindUser;
}

/**
 * Returns the first change of each definition that is neither as it was when the changes were made nor as they leave it:
 * somebody else has changed it since.
 */
export function findOutdated(changes: readonly ModelChange[], state: ModelState): readonly ModelChange[] {
  return [...groupByItem(changes).values()].flatMap((chain) => {
    const [first] = chain;
    const now = first ? findChanged(first, state.model, state.mappings, state.findUser) : null;
    const fits =
      chain.some(({ before }) => isSameDefinition(before, now)) || isSameDefinition(chain.at(-1)?.after, now);
    return fits || !first ? [] : [first];
  });
}

function groupByItem(changes: readonly ModelChange[]): ReadonlyMap<string, readonly ModelChange[]> {
  const chains = new Map<string, ModelChange[]>();
  for (const change of changes) {
    const chain = chains.get(changedItemOf(change)) ?? [];
    chains.set(changedItemOf(change), chain);
    chain.push(change);
  }
  return chains;
}

/**
 * Returns why a change cannot be made, or undefined. `stored` is the model with all attributes that the files of the
 * tenant's data versions hold, `next` the state after all changes, and `problems` what cannot be used in it.
 */
export function findChangeProblem(
  change: ModelChange,
  stored: TenantModel,
  next: ModelState,
  problems: ReturnType<typeof problemsOf>,
): string | undefined {
  if (change.kind === "property" || change.kind === "dimension") {
    const object = stored.objects.find(({ id }) => id === change.object);
    if (!object) {
      return `There is no analytic object "${change.object}".`;
    }
    const problem = change.after && findAttributeProblem(change.after, object, next.model);
    if (problem) {
      return problem;
    }
  }
  return change.after === null ? undefined : problems.get(nameChange(change));
}

/** Fields of a stored attribute that say how its values are stored, which a project cannot change. */
const storedFields = ["type", "storage", "isCalculated", "formula", "kind", "membersOf", "isOpen", "range", "bands"];

function findAttributeProblem(
  attribute: StoredProperty | StoredDimension,
  stored: StoredObject,
  model: TenantModel,
): string | undefined {
  const known = [...stored.properties, ...stored.dimensions].find(({ id }) => id === attribute.id);
  if (known) {
    const fieldOf = (one: object, field: string) => (one as Readonly<Record<string, unknown>>)[field];
    const changed = storedFields.find((field) => !isSameDefinition(fieldOf(known, field), fieldOf(attribute, field)));
    const levelsOf = (one: StoredProperty | StoredDimension) =>
      "levels" in one ? one.levels?.map(({ id, depth }) => ({ id, depth })) : undefined;
    const field = changed ?? (isSameDefinition(levelsOf(known), levelsOf(attribute)) ? undefined : "levels");
    return (
      field && `The values of "${attribute.id}" are stored, so its ${field} stays as it is; add another attribute.`
    );
  }
  if (!/^[A-Za-z]\w{0,99}$/.test(attribute.id)) {
    return `"${attribute.id}" is no id for a new attribute: up to 100 letters, digits and _, a letter first.`;
  }
  if (attribute.id.toLowerCase() === rowNumberColumn) {
    return `"${attribute.id}" is a name that data files need for themselves; choose another id.`;
  }
  const object = model.objects.find(({ id }) => id === stored.id) ?? stored;
  const taken = [
    ...object.properties,
    ...object.dimensions,
    ...object.concepts,
    ...object.references,
    ...stored.properties,
    ...stored.dimensions,
  ];
  const other = taken.find(
    (one) =>
      one !== attribute && !isSameDefinition(one, attribute) && one.id.toLowerCase() === attribute.id.toLowerCase(),
  );
  if (other || Object.keys(object.unsupported).some((id) => id.toLowerCase() === attribute.id.toLowerCase())) {
    return `"${stored.id}" has "${other?.id ?? attribute.id}" already.`;
  }
  return "storage" in attribute ? findNewPropertyProblem(attribute) : findNewDimensionProblem(attribute, stored, model);
}

const typesOfStorage = { VARCHAR: "text", DOUBLE: "number", BIGINT: "number", TIMESTAMP: "date", BOOLEAN: "boolean" };

function findNewPropertyProblem({ type, storage, formula, isCalculated }: StoredProperty): string | undefined {
  if (typesOfStorage[storage] !== type) {
    return `The storage ${storage} holds values of the type ${typesOfStorage[storage]}, not ${type}.`;
  }
  if (isCalculated && !formula) {
    return "isCalculated needs a formula.";
  }
  return formula && storage !== "DOUBLE" ? "A property with a formula has the storage DOUBLE." : undefined;
}

function findNewDimensionProblem(
  dimension: StoredDimension,
  object: StoredObject,
  model: TenantModel,
): string | undefined {
  const { id, kind, levels = [], membersOf, bands, range } = dimension;
  if (range || kind === "parentChild" || kind === "custom" || (kind === "range") !== (bands !== undefined)) {
    return "A new dimension is of the kind leveled, or of the kind range with bands; ranges of time need the states of a load.";
  }
  const others = model.objects
    .flatMap((one) => one.dimensions)
    .filter((one) => one.membersOf === membersOf && !(one.id === id && isSameDefinition(one, dimension)));
  if (bands) {
    const isAscending = bands.bounds.every((bound, index) => index === 0 || bound > (bands.bounds[index - 1] ?? bound));
    if (!isAscending || levels.length > 0) {
      return isAscending ? "A dimension with bands has no levels." : "The bounds of bands ascend.";
    }
    return others.length > 0 || membersOf === id
      ? `The members of bands are a list of their own; write membersOf "${object.id}.${id}".`
      : undefined;
  }
  if (levels.length === 0 || levels.some(({ depth }, index) => depth !== index)) {
    return "The levels of a dimension have the depths 0, 1, 2 and so on, from the top.";
  }
  return others.some((one) => one.kind !== "leveled" || one.levels?.length !== levels.length)
    ? `The member list "${membersOf}" is that of a dimension with other levels.`
    : undefined;
}

/** Returns why definitions of a model cannot be used, by the name of the definition (see `nameChange`). */
export function problemsOf({ model, mappings }: ModelState): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  const stored = new StoredModel(model);
  for (const metric of model.metrics) {
    const problem = queryProblemOf(() => checkMetric(metric, stored));
    if (problem) {
      problems.set(`metric ${metric.id}`, problem);
    }
  }
  for (const object of model.objects) {
    for (const [attribute, problem] of attributeProblems(object)) {
      problems.set(attribute, problem);
    }
  }
  for (const { id, schema, fileNameRegex } of model.sources ?? []) {
    const problem = findLoadSchema(model, schema) ? findPatternProblem(fileNameRegex) : unknownSchema(schema);
    if (problem) {
      problems.set(`source ${id}`, problem);
    }
  }
  for (const { id, schema, columns } of mappings) {
    const known = findLoadSchema(model, schema)?.columns;
    const unknown = Object.keys(columns).find((column) => !known?.some(({ name }) => name === column));
    const missing = known?.find(({ name, isMandatory }) => isMandatory && columns[name] === undefined);
    if (!known || unknown !== undefined || missing) {
      const column =
        unknown === undefined ? `fills no column "${missing?.name}"` : `fills an unknown column "${unknown}"`;
      problems.set(`mapping ${id}`, known ? `It ${column} of "${schema}".` : unknownSchema(schema));
    }
  }
  return problems;
}

function unknownSchema(schema: string): string {
  return `There is no load schema "${schema}".`;
}

function* attributeProblems(object: StoredObject): Generator<readonly [string, string]> {
  const find = (id: string) => object.properties.find((property) => property.id === id);
  if (object.key !== undefined && !find(object.key)) {
    yield [`property ${object.id}.${object.key}`, `It identifies the members of "${object.id}" and cannot be removed.`];
  }
  for (const attribute of [...object.properties, ...object.dimensions]) {
    const name = `${"storage" in attribute ? "property" : "dimension"} ${object.id}.${attribute.id}`;
    const since = "range" in attribute ? attribute.range?.since : undefined;
    if (since !== undefined && !find(since)) {
      yield [name, `It is calculated from the property "${since}", which "${object.id}" does not have.`];
    }
    const wrong = operandsOf(attribute).find((id) => !isStoredNumber(find(id)));
    if (wrong !== undefined) {
      yield [name, `It is calculated from "${wrong}", which is no stored, numeric property of "${object.id}".`];
    }
  }
}

function isStoredNumber(property: StoredProperty | undefined): boolean {
  return property !== undefined && property.type === "number" && !isComputedOnRead(property);
}
