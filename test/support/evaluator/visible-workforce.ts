import type {
  BaseMetric,
  DerivedMetric,
  StoredDimension,
  StoredMetric,
  StoredObject,
  TenantModel,
} from "../../../src/service/model/tenant-model.ts";
import { findAttribute } from "./attribute.ts";
import { compileCondition } from "./condition.ts";
import { pathsOf } from "./condition-paths.ts";
import { parseCondition } from "./parse-query.ts";
import { specifiedRules } from "./rules.ts";
import { type Value, Workforce, type WorkforceMember, type WorkforceRecord } from "./workforce.ts";

/** A permission as `permissions.json` has it (docs/rights.md). */
export interface PlainPermission {
  readonly objects: Readonly<Record<string, { readonly rows?: string; readonly hides?: readonly string[] }>>;
}

interface Grant {
  readonly isMet: (record: WorkforceRecord) => boolean;
  readonly hasCondition: boolean;
  readonly hides: readonly string[];
}

/** What permissions together show of a workforce, found by looking at each of its values. */
export function visibleWorkforce(all: Workforce, permissions: readonly PlainPermission[]): Workforce {
  const grants = new Map(all.model.objects.map((object) => [object.id, grantsOn(object, permissions, all)]));
  const model = visibleModel(all.model, (object) => grants.get(object) ?? []);
  const records = new Map<string, readonly WorkforceRecord[]>();
  const order = [...all.model.objects].sort(
    (one, other) => Number(one.kind === "event") - Number(other.kind === "event"),
  );
  for (const object of order) {
    const about = aboutSubject(object, all.model);
    const isUnrestricted = about === undefined || !isRestricted(about.subject, grants, all.model);
    const isAboutVisible = (event: WorkforceRecord) =>
      isUnrestricted ||
      (records.get(about.subject.id) ?? []).some(
        ({ key, begins, ends }) =>
          key === event.values.get(about.reference) &&
          begins <= event.begins &&
          (ends === null || ends >= event.begins),
      );
    const own = all.records(object.id).filter(isAboutVisible);
    records.set(
      object.id,
      own.flatMap((record) => seen(record, object, grants.get(object.id) ?? []) ?? []),
    );
  }
  const isPartial = (object: string, dimension: StoredDimension): boolean => {
    const own = grants.get(object) ?? [];
    const hiding = own.filter(({ hides }) => hides.includes(dimension.id));
    const shown = own.filter(({ hides }) => !hides.includes(dimension.id));
    return hiding.length > 0 && shown.every(({ hasCondition }) => hasCondition);
  };
  const members = new Map<string, readonly WorkforceMember[]>();
  for (const { membersOf } of model.objects.flatMap(({ dimensions }) => dimensions)) {
    const uses = model.objects.flatMap((object) =>
      object.dimensions
        .filter((dimension) => dimension.membersOf === membersOf)
        .map((dimension) => ({ object, dimension })),
    );
    const [first] = uses;
    const list = first ? all.members(first.dimension) : [];
    const isWhole = uses.every(
      ({ object, dimension }) => !isRestricted(object, grants, all.model) && !isPartial(object.id, dimension),
    );
    const used = new Set(
      uses.flatMap(({ object, dimension }) =>
        (records.get(object.id) ?? []).map(({ values }) => values.get(dimension.id)),
      ),
    );
    const kept = new Set(list.flatMap(({ ordinal, ancestors }) => (used.has(ordinal) ? ancestors : [])));
    members.set(membersOf, isWhole ? list : list.filter(({ ordinal }) => kept.has(ordinal)));
  }
  return new Workforce(model, records, members);
}

function grantsOn(
  object: StoredObject,
  permissions: readonly PlainPermission[],
  workforce: Workforce,
): readonly Grant[] {
  return permissions.flatMap(({ objects }) => {
    const grant = objects[object.id] ?? objects["*"];
    if (!grant) {
      return [];
    }
    const test =
      grant.rows === undefined
        ? () => true
        : compileCondition(parseCondition(grant.rows), {
            workforce,
            object,
            rules: specifiedRules,
            parameters: new Map(),
          });
    const moment = { at: 0, side: "just before" } as const;
    return [
      {
        isMet: (record: WorkforceRecord) => test({ record, moment }) === true,
        hasCondition: grant.rows !== undefined,
        hides: [
          ...(grant.hides ?? []),
          ...object.dimensions.filter(({ range }) => range && grant.hides?.includes(range.since)).map(({ id }) => id),
        ],
      },
    ];
  });
}

/** A record with the values that are seen of it; `undefined` when none of the grants shows it. */
function seen(record: WorkforceRecord, object: StoredObject, grants: readonly Grant[]): WorkforceRecord | undefined {
  const met = grants.filter(({ isMet }) => isMet(record));
  if (met.length === 0) {
    return undefined;
  }
  const values = new Map<string, Value>();
  for (const { id } of [...object.properties, ...object.dimensions, ...object.concepts, ...object.references]) {
    values.set(id, met.some(({ hides }) => !hides.includes(id)) ? (record.values.get(id) ?? null) : null);
  }
  return { ...record, values };
}

function aboutSubject(object: StoredObject, model: TenantModel) {
  const reference = object.kind === "event" ? object.references.find(({ isMultiValue }) => !isMultiValue) : undefined;
  const subject = model.objects.find(({ id, kind }) => id === reference?.target && kind === "subject");
  return reference && subject ? { reference: reference.id, subject } : undefined;
}

function isRestricted(
  object: StoredObject,
  grants: ReadonlyMap<string, readonly Grant[]>,
  model: TenantModel,
): boolean {
  const about = aboutSubject(object, model);
  const own = grants.get(object.id) ?? [];
  return (
    own.every(({ hasCondition }) => hasCondition) || (about !== undefined && isRestricted(about.subject, grants, model))
  );
}

function visibleModel(model: TenantModel, grantsOf: (object: string) => readonly Grant[]): TenantModel {
  const objects = model.objects.map((object) => {
    const grants = grantsOf(object.id);
    const isSeen = ({ id }: { readonly id: string }) =>
      grants.length === 0 || grants.some(({ hides }) => !hides.includes(id));
    const { properties, dimensions, concepts, references } = object;
    return {
      ...object,
      properties: properties.filter(isSeen),
      dimensions: dimensions.filter(isSeen),
      concepts: concepts.filter(isSeen),
      references: references.filter(isSeen),
    };
  });
  const seenModel = { ...model, objects };
  const metrics = model.metrics.filter((metric) => isMetricSeen(metric, seenModel));
  return { ...seenModel, metrics };
}

function isMetricSeen(metric: StoredMetric, model: TenantModel): boolean {
  return metric.kind === "base" ? isBaseSeen(metric, model) : isDerivedSeen(metric, model);
}

function isBaseSeen(metric: BaseMetric, model: TenantModel): boolean {
  const object = model.objects.find(({ id }) => id === metric.object);
  const names = [
    ...(metric.property === undefined ? [] : [[metric.property]]),
    ...(metric.filter === undefined ? [] : pathsOf(parseCondition(metric.filter))),
  ];
  return object !== undefined && names.every((path) => findAttribute(model, object, path) !== undefined);
}

function isDerivedSeen(metric: DerivedMetric, model: TenantModel): boolean {
  const object = model.objects.find(({ id }) => id === metric.object);
  return [metric.left, metric.right].every(({ metric: id, through }) => {
    const part = model.metrics.find((candidate) => candidate.id === id);
    const isReached = through === undefined || object?.references.some((reference) => reference.id === through);
    return part !== undefined && isReached === true && isMetricSeen(part, model);
  });
}
