import type { TableMetadata } from "../../contract/table-source-schemas.ts";

/** A state that a table was seen in; there is no operation that lists them. */
export interface TableState {
  readonly transactionId: string;
  /** As the service counts; it may be more than a number can hold. */
  readonly recordCount: string | undefined;
  /** When the state began, ISO 8601. */
  readonly recordsUpdatedAt: string;
  /** Epoch milliseconds of the first look. */
  readonly seenAt: number;
}

/** Which table is meant; the same name elsewhere is another table. */
interface TableKey {
  readonly connectionId: string;
  readonly tenant: string | undefined;
  readonly tableId: string;
}

/** All that was noted, by `keyOf`. */
export type TableStatesByKey = Readonly<Record<string, readonly TableState[]>>;

/** The longest retention, for one new state each day, is less. */
const mostStates = 200;
const mostTables = 500;
const dayMs = 86_400_000;

/** Adds what was read now; the same object when it is known or tells no state. */
export function noteState(
  stored: TableStatesByKey,
  key: TableKey,
  metadata: TableMetadata,
  nowMs: number,
): TableStatesByKey {
  const { transactionId = "", recordCount, recordsUpdatedAt } = metadata;
  const name = keyOf(key);
  const states = stored[name] ?? [];
  if (recordsUpdatedAt === undefined || Number.isNaN(Date.parse(recordsUpdatedAt)) || isKnown(states, metadata)) {
    return stored;
  }
  const state: TableState = { transactionId, recordCount, recordsUpdatedAt, seenAt: nowMs };
  const { [name]: _, ...others } = stored;
  const kept = Object.entries(others).slice(-(mostTables - 1));
  return { ...Object.fromEntries(kept), [name]: sorted([state, ...states]).slice(0, mostStates) };
}

/** Newest first. */
export function statesOf(stored: TableStatesByKey, key: TableKey): readonly TableState[] {
  return stored[keyOf(key)] ?? [];
}

/**
 * An instant at which the table was in this state and that its retention still reaches; undefined when there is none.
 * `states` are the newest first.
 */
export function instantOf(
  states: readonly TableState[],
  state: TableState,
  retentionDays: number,
  nowMs: number,
): string | undefined {
  // A minute for the way to the service.
  const oldestMs = nowMs - retentionDays * dayMs + 60_000;
  if (Date.parse(state.recordsUpdatedAt) >= oldestMs) {
    return state.recordsUpdatedAt;
  }
  const newer = states[states.indexOf(state) - 1];
  return newer === undefined || Date.parse(newer.recordsUpdatedAt) > oldestMs
    ? new Date(oldestMs).toISOString()
    : undefined;
}

/** What is wrong with an instant that a table is to be taken back to; undefined when nothing is. */
export function instantProblem(
  text: string,
  retentionDays: number,
  nowMs: number,
): "form" | "future" | "retention" | undefined {
  const instant = readInstant(text);
  if (instant === undefined) {
    return "form";
  }
  const ms = Date.parse(instant);
  return ms > nowMs ? "future" : ms < nowMs - retentionDays * dayMs ? "retention" : undefined;
}

/** ISO 8601 with a zone, of `2026-01-31`, `2026-01-31 12:00` and the like, which are in UTC; undefined for another text. */
export function readInstant(text: string): string | undefined {
  const [, day, time = "00:00", zone = "Z"] =
    /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?(Z|[+-]\d{2}:\d{2})?$/.exec(text.trim()) ?? [];
  const instant = `${day}T${time}${zone}`;
  return day === undefined || Number.isNaN(Date.parse(instant)) ? undefined : new Date(instant).toISOString();
}

function isKnown(states: readonly TableState[], { transactionId = "", recordsUpdatedAt }: TableMetadata): boolean {
  return states.some((state) => state.recordsUpdatedAt === recordsUpdatedAt && state.transactionId === transactionId);
}

function sorted(states: readonly TableState[]): readonly TableState[] {
  return states.toSorted((one, other) => Date.parse(other.recordsUpdatedAt) - Date.parse(one.recordsUpdatedAt));
}

function keyOf({ connectionId, tenant = "", tableId }: TableKey): string {
  return [connectionId, tenant, tableId].map(encodeURIComponent).join("/");
}
