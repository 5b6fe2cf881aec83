import { keyOf } from "../../../../src/service/model/load-schema.ts";
import type { StoredObject } from "../../../../src/service/model/tenant-model.ts";
import { rebuildMember, type SaidRecord } from "./rebuild-member.ts";
import { type RebuiltList, rebuildList } from "./rebuild-members.ts";
import type { Plain, PlainData, PlainRecord, ReceivedFile, RebuildInput } from "./received.ts";

/** Rebuilds all data of a tenant from its baseline and the received rows, by plain loops (semantics.md, "Processing"). */
export function rebuildData(input: RebuildInput): PlainData {
  const { model, baseline } = input;
  const dataEnd = findEnd(input);
  const lists = new Map<string, RebuiltList>();
  for (const dimension of model.objects.flatMap(({ dimensions }) => dimensions)) {
    if (dimension.kind !== "range" && !lists.has(dimension.membersOf)) {
      lists.set(dimension.membersOf, rebuildList(input, dimension));
    }
  }
  const members = new Map([
    ...baseline.members,
    ...[...lists].map(([name, list]): [string, PlainData["members"] extends ReadonlyMap<string, infer V> ? V : never] => [
      name,
      list.members,
    ]),
  ]);
  const records = new Map<string, readonly PlainRecord[]>();
  const events = new Map<string, readonly UploadedEvent[]>();
  for (const object of model.objects.filter(({ kind }) => kind === "event")) {
    const rebuilt = rebuildEvents(input, object, lists);
    events.set(object.id, rebuilt.uploaded);
    records.set(object.id, rebuilt.records);
  }
  for (const object of model.objects.filter(({ kind }) => kind === "subject")) {
    records.set(object.id, rebuildSubject(input, object, lists, events, dataEnd));
  }
  return { records, members, dataEnd };
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

/** Whether a member of a subject exists: in the baseline, or by a row of its own. */
function exists({ model, baseline, files }: RebuildInput, id: string, key: Plain | undefined): boolean {
  const object = model.objects.find((one) => one.id === id);
  return (
    object !== undefined &&
    ((baseline.records.get(id) ?? []).some((record) => record.key === key) ||
      files.some(({ schema, rows }) => schema === id && rows.some((row) => row[keyOf(object)] === key)))
  );
}

/** Values of a row as they are stored: paths of members, keys of targets that exist. Key and dates are left out. */
function storedValues(
  input: RebuildInput,
  object: StoredObject,
  { columns }: ReceivedFile,
  row: Readonly<Record<string, Plain>>,
  lists: ReadonlyMap<string, RebuiltList>,
): Map<string, Plain> {
  const values = new Map<string, Plain>();
  for (const column of columns) {
    const value = row[column] ?? null;
    const dimension = object.dimensions.find(({ id }) => id === column);
    const reference = object.references.find(({ id }) => id === column);
    if (dimension) {
      values.set(column, typeof value === "string" ? (lists.get(dimension.membersOf)?.pathOf(value) ?? null) : null);
    } else if (reference) {
      values.set(column, exists(input, reference.target, value) ? value : null);
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

function rebuildEvents(input: RebuildInput, object: StoredObject, lists: ReadonlyMap<string, RebuiltList>) {
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
      if (file.schema === object.id && exists(input, subject?.target ?? "", who)) {
        const identity = typeof row.Event_ID === "string" ? `id ${row.Event_ID}` : `${who} ${row.Event_Date}`;
        const values = found.get(identity)?.values ?? new Map<string, Plain>();
        for (const [column, value] of storedValues(input, object, file, row, lists)) {
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
      .map(({ at, order: position, values }) => ({ at, order: position, subject: values.get(subject?.id ?? "") ?? null })),
  };
}

function rebuildSubject(
  input: RebuildInput,
  object: StoredObject,
  lists: ReadonlyMap<string, RebuiltList>,
  events: ReadonlyMap<string, readonly UploadedEvent[]>,
  dataEnd: number,
): readonly PlainRecord[] {
  const baseline = input.baseline.records.get(object.id) ?? [];
  const said = new Map<string, SaidRecord[]>(baseline.map(({ key }) => [key, []]));
  const add = (key: string, record: SaidRecord) => said.set(key, [...(said.get(key) ?? []), record]);
  const key = keyOf(object);
  let order = 0;
  /** The end that the last row for a member and a date gives. */
  const ends = new Map<string, { key: string; at: number | null; order: number }>();
  for (const file of input.files) {
    const sets = new Map<string, { key: string; at: number; order: number; items: Set<string>; reference: string }>();
    for (const row of file.rows) {
      order++;
      const who = String(row[key]);
      const at = Number(row.Effective_Date);
      if (file.schema === object.id) {
        add(who, { at, order, opens: true, values: storedValues(input, object, file, row, lists) });
        if (file.columns.includes("End_Date")) {
          ends.set(`${who} ${at}`, { key: who, at: typeof row.End_Date === "number" ? row.End_Date : null, order });
        }
      }
      const [owner, reference] = file.schema.split("--");
      if (owner === object.id && reference !== undefined) {
        const set = sets.get(`${who} ${at}`) ?? { key: who, at, order, items: new Set<string>(), reference };
        set.order = order;
        const item = storedValues(input, object, file, row, lists).get(reference);
        if (typeof item === "string") {
          set.items.add(item);
        }
        sets.set(`${who} ${at}`, set);
      }
    }
    for (const set of sets.values()) {
      add(set.key, { at: set.at, order: set.order, opens: undefined, values: new Map([[set.reference, [...set.items].sort()]]) });
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
    rebuildMember(object, member, baseline.filter((state) => state.key === member), records, dataEnd, input),
  );
}
