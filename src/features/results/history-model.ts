import { EventSource } from "../../base/event.ts";
import type { ResultState } from "../../protocol/data-worker.ts";
import type { ShownResult } from "../../protocol/results-view.ts";

/** Entry in the history of query runs: connection, tenant and outcome, without rows. */
export interface HistoryEntry {
  /** Id of the result that the run produced. */
  readonly id: string;
  readonly title: string;
  readonly query: string;
  readonly language?: string | undefined;
  readonly connectionId?: string | undefined;
  readonly connection: string;
  readonly tenant?: string | undefined;
  readonly project?: string | undefined;
  /** Start time of the query run in epoch milliseconds. */
  readonly startedAtMs: number;
  /** Time in milliseconds from the start of the run to the first bytes of the response. */
  readonly waitedMs: number;
  readonly receivedMs: number;
  readonly rowCount: number;
  readonly byteCount: number;
  readonly state: ResultState;
}

/** Maximum number of query runs in the history. The oldest are removed first. */
const maxEntries = 500;
/**
 * Maximum number of characters of a query that the history stores. A longer query is truncated; it usually comes from a
 * file.
 */
const maxQueryLength = 100_000;
const dayMs = 24 * 60 * 60 * 1000;

/** History of the query runs of a window, newest first. Includes runs before a reload. */
export class HistoryModel {
  #entries: readonly HistoryEntry[];
  readonly #now: () => number;
  readonly #firstBytes = new Map<string, number>();
  readonly #changed = new EventSource<readonly HistoryEntry[]>();
  readonly onDidChange = this.#changed.event;

  constructor(entries: readonly HistoryEntry[], now: () => number) {
    this.#entries = entries;
    this.#now = now;
  }

  list(): readonly HistoryEntry[] {
    return this.#entries;
  }

  find(id: string): HistoryEntry | undefined {
    return this.#entries.find((entry) => entry.id === id);
  }

  /** Adds a query run to the history, or updates it. Ignores runs that are still loading. */
  record({ summary, origin, startedAtMs, elapsedMs }: ShownResult): void {
    const { resultId, rowCount, byteCount, state } = summary;
    if (byteCount > 0 && !this.#firstBytes.has(resultId)) {
      this.#firstBytes.set(resultId, this.#now());
    }
    if (state === "loading" || origin.isSaved) {
      return;
    }
    const known = this.find(resultId);
    const durationMs = elapsedMs ?? 0;
    const waitedMs =
      known?.waitedMs ?? Math.min(durationMs, (this.#firstBytes.get(resultId) ?? this.#now()) - startedAtMs);
    this.#firstBytes.delete(resultId);
    const { title, query, language, connection, tenant, project, connectionId } = origin;
    const entry: HistoryEntry = {
      id: resultId,
      title,
      query: query.slice(0, maxQueryLength),
      language,
      connectionId,
      connection,
      tenant,
      project,
      startedAtMs,
      waitedMs: Math.max(0, waitedMs),
      receivedMs: known?.receivedMs ?? Math.max(0, durationMs - waitedMs),
      rowCount,
      byteCount,
      state,
    };
    if (known && JSON.stringify(known) === JSON.stringify(entry)) {
      return;
    }
    const others = this.#entries.filter(({ id }) => id !== resultId);
    this.#set([entry, ...others].sort((one, other) => other.startedAtMs - one.startedAtMs).slice(0, maxEntries));
  }

  remove(id: string): void {
    this.#set(this.#entries.filter((entry) => entry.id !== id));
  }

  clear(): void {
    this.#set([]);
  }

  /** Removes query runs that are older than this number of days. */
  prune(keepDays: number): void {
    const oldest = this.#now() - keepDays * dayMs;
    const remaining = this.#entries.filter(({ startedAtMs }) => startedAtMs >= oldest);
    if (remaining.length < this.#entries.length) {
      this.#set(remaining);
    }
  }

  #set(entries: readonly HistoryEntry[]): void {
    this.#entries = entries;
    this.#changed.fire(entries);
  }
}

/** Parses a file with the history of query runs. Skips invalid entries. */
export function readHistory(text: string): HistoryEntry[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is HistoryEntry {
  const entry = value as Partial<Record<keyof HistoryEntry, unknown>> | null;
  return (
    typeof entry === "object" &&
    entry !== null &&
    [entry.id, entry.title, entry.query, entry.connection, entry.state].every((text) => typeof text === "string") &&
    [entry.startedAtMs, entry.waitedMs, entry.receivedMs, entry.rowCount, entry.byteCount].every(
      (number) => typeof number === "number",
    )
  );
}

/** Functions that format values of the history in the user's language. */
export interface HistoryFormats {
  rows(count: number): string;
  state(state: HistoryEntry["state"]): string;
  when(epochMs: number): string;
}

/** Formats the short description of a query run: number of rows, duration, state unless done, and start time. */
export function entryDescription(entry: HistoryEntry, formats: HistoryFormats): string {
  const { rowCount, state, startedAtMs } = entry;
  const ended = state === "done" ? [] : [formats.state(state)];
  return [formats.rows(rowCount), timeText(entry), ...ended, formats.when(startedAtMs)].join(" · ");
}

/** Formats the details of a query run: connection, tenant, project, and the beginning of the query. */
export function entryDetail({ connection, tenant, project, query }: HistoryEntry): string {
  const target = [connection, tenant, project].filter((part) => part !== undefined && part !== "").join(" / ");
  const text = query.replace(/\s+/g, " ").trim();
  return `${target} · ${text.length > 200 ? `${text.slice(0, 200)}…` : text}`;
}

/** Formats the duration of a query run, from its start to the last row. */
function timeText({ waitedMs, receivedMs }: Pick<HistoryEntry, "waitedMs" | "receivedMs">): string {
  return `${((waitedMs + receivedMs) / 1000).toFixed(1)} s`;
}
