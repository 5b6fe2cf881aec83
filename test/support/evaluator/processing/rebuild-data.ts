import { keyOf } from "../../../../src/service/model/load-schema.ts";
import type { StoredObject } from "../../../../src/service/model/tenant-model.ts";
import { rebuildMember, type SaidRecord } from "./rebuild-member.ts";
import { type RebuiltList, rebuildList } from "./rebuild-members.ts";
import type { Plain, PlainData, PlainMember, PlainRecord, RebuildInput, ReceivedFile } from "./received.ts";

/** Rebuilds all data of a tenant from its baseline and the received rows, by plain loops (semantics.md, "Processing"). */
export function rebuildData(given: RebuildInput): PlainData {
  const { model, baseline } = given;
  const dataEnd = findEnd(given);
  const lists = new Map<string, RebuiltList>();
  for (const dimension of model.objects.flatMap(({ dimensions }) => dimensions)) {
    if (dimension.kind !== "range" && !lists.has(dimension.membersOf)) {
      lists.set(dimension.membersOf, rebuildList(given, dimension));
    }
  }
  const input = { ...given, baseline: withPaths(given, lists) };
  const members = new Map([
    ...baseline.members,
    ...[...lists].map(([name, list]): [string, readonly PlainMember[]] => [name, list.members]),
  ]);
  const subjects = model.objects.filter(({ kind }) => kind === "subject");
  const meanings = { lists, existing: new Map(subjects.map(({ id }) => [id, keysOf(input, id)])) };
  const records = new Map<string, readonly PlainRecord[]>();
  const events = new Map<string, readonly UploadedEvent[]>();
  for (const object of model.objects.filter(({ kind }) => kind === "event")) {
    const rebuilt = rebuildEvents(input, object, meanings);
    events.set(object.id, rebuilt.uploaded);
    records.set(object.id, rebuilt.records);
  }
  for (const object of subjects) {
    records.set(object.id, rebuildSubject(input, object, meanings, events, dataEnd));
  }
  return { records, members, dataEnd };
}

/** The baseline with the paths that its members have after hierarchies were loaded. */
function withPaths({ model, baseline }: RebuildInput, lists: ReadonlyMap<string, RebuiltList>): PlainData {
  const records = model.objects.map(({ id, dimensions }): [string, readonly PlainRecord[]] => [
    id,
    (baseline.records.get(id) ?? []).map((record) => {
      const values = new Map(record.values);
      for (const dimension of dimensions) {
        const path = values.get(dimension.id);
        const list = lists.get(dimension.membersOf);
        if (list && typeof path === "string") {
          values.set(dimension.id, list.pathOf(path));
        }
      }
      return { ...record, values };
    }),
  ]);
  return { ...baseline, records: new Map(records) };
}

function findEnd({ files, baseline }: RebuildInput): number {
  let end = baseline.dataEnd;
  for (const { rows } of files) {
    for (const row of rows) {
      const instant = row.Effective_Date ?? row.Event_Date;
      if (typeof instant === "number") {
        const date = new Date(instant);
        end = Math.max(end, Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1));
      }
    }
  }
  return end;
}

/** Keys of the members of a subject that exist: in the baseline, or by a row of their own. */
function keysOf({ model, baseline, files }: RebuildInput, id: string): ReadonlySet<Plain | undefined> {
  const object = model.objects.find((one) => one.id === id);
  return new Set([
    ...(baseline.records.get(id) ?? []).map(({ key }) => key),
    ...files
      .filter(({ schema }) => object && schema === id)
      .flatMap(({ rows }) => rows.map((row) => object && row[keyOf(object)])),
  ]);
}

/** Keys of the existing members of each subject. */
type Existing = ReadonlyMap<string, ReadonlySet<Plain | undefined>>;

/** What values of rows mean: the member lists and the members of subjects. */
interface Meanings {
  readonly lists: ReadonlyMap<string, RebuiltList>;
  readonly existing: Existing;
}

/** Values of a row as they are stored: paths of members, keys of targets that exist. Key and dates are left out. */
function storedValues(
  object: StoredObject,
  { columns }: ReceivedFile,
  row: Readonly<Record<string, Plain>>,
  { lists, existing }: Meanings,
): Map<string, Plain> {
  const values = new Map<string, Plain>();
  for (const column of columns) {
    const value = row[column] ?? null;
    const dimension = object.dimensions.find(({ id }) => id === column);
    const reference = object.references.find(({ id }) => id === column);
    if (dimension) {
      values.set(column, typeof value === "string" ? (lists.get(dimension.membersOf)?.pathOf(value) ?? null) : null);
    } else if (reference) {
      values.set(column, existing.get(reference.target)?.has(value) ? value : null);
    } else if ([...object.properties, ...object.concepts].some(({ id }) => id === column)) {
      values.set(column, value);
    }
  }
  return values;
}

interface UploadedEvent {
  readonly order: number;
  readonly subject: Plain;
  readonly at: number;
}

function rebuildEvents(input: RebuildInput, object: StoredObject, meanings: Meanings) {
  const subject = object.references[0];
  const found = new Map<string, { at: number; order: number; values: Map<string, Plain> }>();
  for (const { from, values } of input.baseline.records.get(object.id) ?? []) {
    found.set(`${values.get(subject?.id ?? "")} ${from}`, { at: from, order: -1, values: new Map(values) });
  }
  let order = 0;
  for (const file of input.files) {
    for (const row of file.rows) {
      order++;
      const who = row[subject?.id ?? ""];
      if (file.schema === object.id && meanings.existing.get(subject?.target ?? "")?.has(who)) {
        const identity = typeof row.Event_ID === "string" ? `id ${row.Event_ID}` : `${who} ${row.Event_Date}`;
        const values = found.get(identity)?.values ?? new Map<string, Plain>();
        for (const [column, value] of storedValues(object, file, row, meanings)) {
          values.set(column, value);
        }
        found.set(identity, { at: Number(row.Event_Date), order, values });
      }
    }
  }
  const columns = [...object.properties, ...object.dimensions, ...object.concepts, ...object.references];
  return {
    records: [...found.values()].map(({ at, values }) => ({
      key: "",
      from: at,
      to: null,
      values: new Map(columns.map(({ id }) => [id, values.get(id) ?? null])),
    })),
    uploaded: [...found.values()]
      .filter(({ order: position }) => position >= 0)
      .map(({ at, order: position, values }) => ({
        at,
        order: position,
        subject: values.get(subject?.id ?? "") ?? null,
      })),
  };
}

function rebuildSubject(
  input: RebuildInput,
  object: StoredObject,
  meanings: Meanings,
  events: ReadonlyMap<string, readonly UploadedEvent[]>,
  dataEnd: number,
): readonly PlainRecord[] {
  const baseline = input.baseline.records.get(object.id) ?? [];
  const said = new Map<string, SaidRecord[]>(baseline.map(({ key }) => [key, []]));
  const states = new Map<string, PlainRecord[]>(baseline.map(({ key }) => [key, []]));
  for (const state of baseline) {
    states.get(state.key)?.push(state);
  }
  const add = (key: string, record: SaidRecord) => said.set(key, [...(said.get(key) ?? []), record]);
  const keyColumn = keyOf(object);
  let order = 0;
  /** The end that the last row for a member and a date gives. */
  const ends = new Map<string, { key: string; at: number | null; order: number }>();
  for (const file of input.files) {
    const sets = new Map<string, { key: string; at: number; order: number; items: Set<string>; reference: string }>();
    for (const row of file.rows) {
      order++;
      const who = String(row[keyColumn]);
      const at = Number(row.Effective_Date);
      if (file.schema === object.id) {
        add(who, { at, order, opens: true, values: storedValues(object, file, row, meanings) });
        if (file.columns.includes("End_Date")) {
          ends.set(`${who} ${at}`, { key: who, at: typeof row.End_Date === "number" ? row.End_Date : null, order });
        }
      }
      const [owner, reference] = file.schema.split("--");
      if (owner === object.id && reference !== undefined && file.columns.includes(reference)) {
        const set = sets.get(`${who} ${at}`) ?? { key: who, at, order, items: new Set<string>(), reference };
        set.order = order;
        const item = storedValues(object, file, row, meanings).get(reference);
        if (typeof item === "string") {
          set.items.add(item);
        }
        sets.set(`${who} ${at}`, set);
      }
    }
    for (const set of sets.values()) {
      add(set.key, {
        at: set.at,
        order: set.order,
        opens: undefined,
        values: new Map([[set.reference, [...set.items].sort()]]),
      });
    }
  }
  for (const end of ends.values()) {
    if (end.at !== null) {
      add(end.key, { at: end.at, order: end.order, opens: false, values: new Map() });
    }
  }
  for (const { subject, at, order: position } of events.get(object.endedBy?.event ?? "") ?? []) {
    if (typeof subject === "string") {
      add(subject, { at, order: position, opens: false, values: new Map() });
    }
  }
  return [...said].flatMap(([member, records]) =>
    rebuildMember(object, member, states.get(member) ?? [], records, dataEnd, input),
  );
}
