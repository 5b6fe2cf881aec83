import type { HistoryEntry } from "./history-model.ts";

/** Formats values of the history in the user's language. */
export interface HistoryFormats {
  rows(count: number): string;
  state(state: HistoryEntry["state"]): string;
  when(epochMs: number): string;
}

/** Describes a run beside its title: rows, duration, state unless done, start time. */
export function entryDescription(entry: HistoryEntry, formats: HistoryFormats): string {
  const { rowCount, state, startedAtMs } = entry;
  const ended = state === "done" ? [] : [formats.state(state)];
  return [formats.rows(rowCount), timeText(entry), ...ended, formats.when(startedAtMs)].join(" · ");
}

/** Describes where a run was sent, and the beginning of its query. */
export function entryDetail({ connection, tenant, project, query }: HistoryEntry): string {
  const target = [connection, tenant, project].filter((part) => part !== undefined && part !== "").join(" / ");
  const text = query.replace(/\s+/g, " ").trim();
  return `${target} · ${text.length > 200 ? `${text.slice(0, 200)}…` : text}`;
}

/**
 * Formats the duration of a run, such as `1.2 s (0.9 + 0.3)`: total, until the first bytes, from then to the last row.
 */
function timeText({ waitedMs, receivedMs }: Pick<HistoryEntry, "waitedMs" | "receivedMs">): string {
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
  return `${seconds(waitedMs + receivedMs)} s (${seconds(waitedMs)} + ${seconds(receivedMs)})`;
}
