import { keyOf } from "../../../../src/service/model/load-schema.ts";
import type { StoredObject } from "../../../../src/service/model/tenant-model.ts";
import type { Plain, PlainRecord, RebuildInput } from "./received.ts";

/** What one row says about a member from an instant on. */
export interface SaidRecord {
  readonly at: number;
  /** Number of the row over all files; the later of two rows for one instant wins. */
  readonly order: number;
  /** Whether the member exists from then on, no longer exists, or the row does not say. */
  readonly opens: boolean | undefined;
  readonly values: ReadonlyMap<string, Plain>;
}

/** Rebuilds the states of one member of a subject (semantics.md, "Processing"). */
export function rebuildMember(
  object: StoredObject,
  key: string,
  baseline: readonly PlainRecord[],
  said: readonly SaidRecord[],
  dataEnd: number,
  input: RebuildInput,
): readonly PlainRecord[] {
  const records = [...baselineRecords(baseline), ...said].sort(
    (one, other) => one.at - other.at || one.order - other.order,
  );
  const columns = [...object.properties, ...object.dimensions, ...object.concepts, ...object.references].map(
    ({ id }) => id,
  );
  const sets = new Set(object.references.filter(({ isMultiValue }) => isMultiValue).map(({ id }) => id));
  const values = new Map<string, Plain>(columns.map((column) => [column, sets.has(column) ? [] : null]));
  let isThere = false;
  const states: { from: number; to: number | null; values: Map<string, Plain> }[] = [];
  for (const [index, record] of records.entries()) {
    for (const [column, value] of record.values) {
      values.set(column, value);
    }
    isThere = record.opens ?? isThere;
    const next = records[index + 1];
    if (next?.at === record.at || !isThere) {
      continue;
    }
    values.set(keyOf(object), key);
    for (const from of withCrossings(object, record.at, next?.at ?? null, values, dataEnd)) {
      const state = { from, to: next?.at ?? null, values: new Map(values) };
      setRanges(object, state, input);
      const before = states.at(-1);
      if (before && (before.to === null || before.to > from)) {
        before.to = from;
      }
      if (
        before?.to === from &&
        columns.every((column) => isSame(before.values.get(column), state.values.get(column)))
      ) {
        before.to = state.to;
      } else {
        states.push(state);
      }
    }
  }
  return states.map((state) => ({ key, ...state }));
}

/** A state of the baseline says what it changes, everything after a gap; the last one before a gap says the end. */
function* baselineRecords(states: readonly PlainRecord[]): Generator<SaidRecord> {
  const ordered = [...states].sort((one, other) => one.from - other.from);
  for (const [index, state] of ordered.entries()) {
    const before = ordered[index - 1];
    const continues = before?.to === state.from;
    yield {
      at: state.from,
      order: -1,
      opens: continues ? undefined : true,
      values: new Map(
        [...state.values].filter(([column, value]) => !continues || !isSame(before.values.get(column), value)),
      ),
    };
    if (state.to !== null && ordered[index + 1]?.from !== state.to) {
      yield { at: state.to, order: -1, opens: false, values: new Map() };
    }
  }
}

/** Returns `from` and the instants before `to`, or before the end of the data, at which a calculated range changes. */
function withCrossings(
  object: StoredObject,
  from: number,
  to: number | null,
  values: ReadonlyMap<string, Plain>,
  dataEnd: number,
): readonly number[] {
  const instants = new Set([from]);
  for (const { range } of object.dimensions) {
    const since = values.get(range?.since ?? "");
    if (range && typeof since === "number") {
      for (const years of range.bounds.slice(1)) {
        const crossing = addYears(since, years);
        if (crossing > from && crossing < (to ?? dataEnd)) {
          instants.add(crossing);
        }
      }
    }
  }
  return [...instants].sort((one, other) => one - other);
}

function setRanges(
  object: StoredObject,
  state: { readonly from: number; readonly values: Map<string, Plain> },
  { baseline }: RebuildInput,
): void {
  for (const { id, range, membersOf } of object.dimensions) {
    if (range) {
      const since = state.values.get(range.since);
      const reached = range.bounds.filter(
        (years, index) => index === 0 || (typeof since === "number" && addYears(since, years) <= state.from),
      ).length;
      const path = baseline.members.get(membersOf)?.[reached - 1]?.path ?? null;
      state.values.set(id, typeof since === "number" ? path : null);
    }
  }
}

/** The same day years later; 28 February where there is no 29 February. */
function addYears(instant: number, years: number): number {
  const date = new Date(instant);
  const [year, month] = [date.getUTCFullYear() + years, date.getUTCMonth()];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const timeOfDay = instant - Date.UTC(date.getUTCFullYear(), month, date.getUTCDate());
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) + timeOfDay;
}

function isSame(one: Plain | undefined, other: Plain | undefined): boolean {
  const plain = (value: Plain | undefined) => (value === undefined ? null : value);
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}
