import type { TableMetadata } from "../../contract/table-sources.ts";

/** An observed state of a table. The service has no operation that lists the states. */
export interface TableState {
  readonly transactionId: string;
  /** Row count as the service sends it; it may exceed what a number can hold. */
  readonly recordCount: string | undefined;
  /** Start of the state, ISO 8601. */
  readonly recordsUpdatedAt: string;
  /** Time of the first observation, in epoch milliseconds. */
  readonly seenAt: number;
  /** Purpose of the transaction that created the state, if this extension started it. */
  readonly title?: string | undefined;
}

/**
 * Transaction that this extension started. `committedAt` (ISO 8601) is set if the transaction is known to be committed.
 */
export interface OwnTransaction {
  readonly transactionId: string;
  readonly title: string | undefined;
  readonly committedAt: string | undefined;
}

/** Identifies a table. Tables of the same name on other connections or tenants are different. */
interface TableKey {
  readonly connectionId: string;
  readonly tenant: string | undefined;
  readonly tableId: string;
}

/** Observed states by `keyOf` of their table. */
export type TableStatesByKey = Readonly<Record<string, readonly TableState[]>>;

/** More than one new state a day over the longest retention. */
const maxStates = 200;
const maxTables = 500;
const dayMs = 86_400_000;

/** Adds the observed state. Returns the same object if the state is known or the metadata contains none. */
export function addState(
  stored: TableStatesByKey,
  key: TableKey,
  metadata: TableMetadata,
  nowMs: number,
): TableStatesByKey {
  const { transactionId = "", recordCount, recordsUpdatedAt } = metadata;
  const name = keyOf(key);
  const states = stored[name] ?? [];
  if (recordsUpdatedAt === undefined || Number.isNaN(Date.parse(recordsUpdatedAt)) || isKnownState(states, metadata)) {
    return stored;
  }
  const state: TableState = { transactionId, recordCount, recordsUpdatedAt, seenAt: nowMs };
  const { [name]: _, ...others } = stored;
  const retained = Object.entries(others).slice(-(maxTables - 1));
  return { ...Object.fromEntries(retained), [name]: sorted([state, ...states]).slice(0, maxStates) };
}

/** Returns the states of a table, newest first. */
export function storedStates(stored: TableStatesByKey, key: TableKey): readonly TableState[] {
  return stored[keyOf(key)] ?? [];
}

/**
 * Adds the commits of this extension's transactions to the observed states, with the titles of the transactions. A
 * commit that was not observed has no row count. The result is sorted newest first.
 */
export function withOwnCommits(states: readonly TableState[], own: readonly OwnTransaction[]): readonly TableState[] {
  const titles = new Map(own.map(({ transactionId, title }) => [transactionId, title]));
  const observed = new Set(states.map(({ transactionId }) => transactionId));
  const unobserved = own.flatMap(({ transactionId, title, committedAt }): TableState[] => {
    const seenAt = Date.parse(committedAt ?? "");
    return committedAt === undefined || Number.isNaN(seenAt) || observed.has(transactionId)
      ? []
      : [{ transactionId, recordCount: undefined, recordsUpdatedAt: committedAt, seenAt, title }];
  });
  const titled = states.map((state) => {
    const title = titles.get(state.transactionId);
    return title === undefined ? state : { ...state, title };
  });
  return sorted([...titled, ...unobserved]);
}

/**
 * Returns a timestamp at which the table was in this state and which is within its retention, or undefined if there is
 * none. `states` are sorted newest first.
 */
export function timestampOfState(
  states: readonly TableState[],
  state: TableState,
  retentionDays: number,
  nowMs: number,
): string | undefined {
  // One minute of reserve for the request.
  const oldestMs = nowMs - retentionDays * dayMs + 60_000;
  if (Date.parse(state.recordsUpdatedAt) >= oldestMs) {
    return state.recordsUpdatedAt;
  }
  const newer = states[states.indexOf(state) - 1];
  return newer === undefined || Date.parse(newer.recordsUpdatedAt) > oldestMs
    ? new Date(oldestMs).toISOString()
    : undefined;
}

/** Checks a timestamp to which a table is to be reset. Returns the kind of problem, or undefined if there is none. */
export function timestampProblem(
  text: string,
  retentionDays: number,
  nowMs: number,
): "form" | "future" | "retention" | undefined {
  const instant = parseTimestamp(text);
  if (instant === undefined) {
    return "form";
  }
  const ms = Date.parse(instant);
  return ms > nowMs ? "future" : ms < nowMs - retentionDays * dayMs ? "retention" : undefined;
}

/**
 * Parses a date with an optional time and offset, such as `2026-01-31` or `2026-01-31 12:00`, in UTC by default.
 * Returns ISO 8601, or undefined for other texts.
 */
export function parseTimestamp(text: string): string | undefined {
  const [, day, time = "00:00", zone = "Z"] =
    /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?(Z|[+-]\d{2}:\d{2})?$/.exec(text.trim()) ?? [];
  const instant = `${day}T${time}${zone}`;
  return day === undefined || Number.isNaN(Date.parse(instant)) ? undefined : new Date(instant).toISOString();
}

function isKnownState(states: readonly TableState[], { transactionId = "", recordsUpdatedAt }: TableMetadata): boolean {
  return states.some((state) => state.recordsUpdatedAt === recordsUpdatedAt && state.transactionId === transactionId);
}

function sorted(states: readonly TableState[]): readonly TableState[] {
  return states.toSorted((one, other) => Date.parse(other.recordsUpdatedAt) - Date.parse(one.recordsUpdatedAt));
}

function keyOf({ connectionId, tenant = "", tableId }: TableKey): string {
  return [connectionId, tenant, tableId].map(encodeURIComponent).join("/");
}
