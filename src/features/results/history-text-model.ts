import type { HistoryEntry } from "./history-model.ts";

/** Formats amounts in the user's language. */
export interface HistoryFormats {
  rows(count: number): string;
  state(state: HistoryEntry["state"]): string;
  when(epochMs: number): string;
}

/** The line beside a run's title: rows, time, how it ended, when. */
export function entryDescription(entry: HistoryEntry, words: HistoryFormats): string {
  const { rowCount, state, startedAtMs } = entry;
  const ended = state === "done" ? [] : [words.state(state)];
  return [words.rows(rowCount), timeText(entry), ...ended, words.when(startedAtMs)].join(" · ");
}

/** Where it ran, and how its text begins. */
export function entryDetail({ connection, tenant, project, query }: HistoryEntry): string {
  const place = [connection, tenant, project].filter((part) => part !== undefined && part !== "").join(" / ");
  const text = query.replace(/\s+/g, " ").trim();
  return `${place} · ${text.length > 200 ? `${text.slice(0, 200)}…` : text}`;
}

/** Such as `1.2 s (0.9 + 0.3)`: until the answer began, and until its last row. */
function timeText({ waitedMs, receivedMs }: Pick<HistoryEntry, "waitedMs" | "receivedMs">): string {
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
  return `${seconds(waitedMs + receivedMs)} s (${seconds(waitedMs)} + ${seconds(receivedMs)})`;
}
