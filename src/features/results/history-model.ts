import { EventSource } from "../../base/event.ts";
import type { ResultState } from "../../protocol/data-worker.ts";
import type { ShownResult } from "../../protocol/results-view.ts";

/** One run of the past: where it went and how it ended; nothing of its rows. */
export interface HistoryEntry {
  /** That of its result. */
  readonly id: string;
  readonly title: string;
  readonly query: string;
  readonly language?: string | undefined;
  readonly connectionId?: string | undefined;
  readonly connection: string;
  readonly tenant?: string | undefined;
  readonly project?: string | undefined;
  /** Epoch milliseconds. */
  readonly startedAtMs: number;
  /** Milliseconds until the first bytes of the answer, and from them to the last row. */
  readonly waitedMs: number;
  readonly receivedMs: number;
  readonly rowCount: number;
  readonly byteCount: number;
  readonly state: ResultState;
}

/** More runs than this are forgotten, oldest first. */
const mostEntries = 500;
/** A text is kept to be run again; one that is longer than this is in a file anyway. */
const longestQuery = 100_000;
const dayMs = 24 * 60 * 60 * 1000;

/** The runs of a window, newest first, also those of before a reload. */
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

  /** Takes what is known of a run; what has not ended is not history yet. */
  note({ summary, origin, startedAtMs, elapsedMs }: ShownResult): void {
    const { resultId, rowCount, byteCount, state } = summary;
    if (byteCount > 0 && !this.#firstBytes.has(resultId)) {
      this.#firstBytes.set(resultId, this.#now());
    }
    if (state === "loading" || origin.isSaved) {
      return;
    }
    const known = this.find(resultId);
    const tookMs = elapsedMs ?? 0;
    const waitedMs = known?.waitedMs ?? Math.min(tookMs, (this.#firstBytes.get(resultId) ?? this.#now()) - startedAtMs);
    this.#firstBytes.delete(resultId);
    const { title, query, language, connection, tenant, project, connectionId } = origin;
    const entry: HistoryEntry = {
      id: resultId,
      title,
      query: query.slice(0, longestQuery),
      language,
      connectionId,
      connection,
      tenant,
      project,
      startedAtMs,
      waitedMs: Math.max(0, waitedMs),
      receivedMs: known?.receivedMs ?? Math.max(0, tookMs - waitedMs),
      rowCount,
      byteCount,
      state,
    };
    if (known && JSON.stringify(known) === JSON.stringify(entry)) {
      return;
    }
    const others = this.#entries.filter(({ id }) => id !== resultId);
    this.#set([entry, ...others].sort((one, other) => other.startedAtMs - one.startedAtMs).slice(0, mostEntries));
  }

  remove(id: string): void {
    this.#set(this.#entries.filter((entry) => entry.id !== id));
  }

  clear(): void {
    this.#set([]);
  }

  /** Forgets what is older than that many days. */
  prune(keepDays: number): void {
    const oldest = this.#now() - keepDays * dayMs;
    const kept = this.#entries.filter(({ startedAtMs }) => startedAtMs >= oldest);
    if (kept.length < this.#entries.length) {
      this.#set(kept);
    }
  }

  #set(entries: readonly HistoryEntry[]): void {
    this.#entries = entries;
    this.#changed.fire(entries);
  }
}

/** The entries of a file of history; what is no entry is left out. */
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
