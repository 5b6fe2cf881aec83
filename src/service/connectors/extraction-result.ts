import { formatCsvField } from "../../base/csv-rows.ts";
import type { ExtractedTo } from "../store/connector-store.ts";
import type { DataConnector } from "./data-connectors.ts";
import { describeWindow, textOf } from "./extraction-window.ts";
import type { TargetReading } from "./read-connector.ts";

/** Rows and files that were read from one connector. */
export interface ConnectorResult {
  readonly connector: DataConnector;
  readonly readings: readonly TargetReading[];
}

const debugColumns = ["Connector", "Place", "Table", "Column", "From", "Begin", "End", "Rows"];

/** Returns a CSV file about what was read, for finding the cause of a problem. Contains no data. */
export function createDebugTable(results: readonly ConnectorResult[], hasColumns: boolean, names: "line" | "mapping") {
  const rows = results.flatMap((result) => listStages(result, hasColumns, names));
  const text = [debugColumns, ...rows].map((row) => `${row.map(formatCsvField).join(",")}\n`).join("");
  return {
    columns: debugColumns,
    rows: rows.length,
    async *bytes() {
      yield Buffer.from(text);
    },
  };
}

/** Lists what was read, a row for each file; with `hasColumns` also one for each column. Contains no data. */
function listStages(
  { connector, readings }: ConnectorResult,
  hasColumns: boolean,
  names: "line" | "mapping",
): readonly (readonly string[])[] {
  return readings.flatMap(({ target, artifact, window: { from, to }, files, rows }) => {
    const mapping = `${target.name} from ${connector.displayName}`;
    const window = [from === undefined ? "" : textOf(from), textOf(to)];
    const stages = files.map((file) => {
      const place = names === "mapping" ? mapping : `${file.name}, lines 2 to ${file.rows + 1}`;
      return [connector.displayName, place, artifact.table, "", "", ...window, String(file.rows)];
    });
    const columns = artifact.columns.map(({ name, from: column }) => [
      connector.displayName,
      mapping,
      artifact.table,
      name,
      column,
      ...window,
      String(rows),
    ]);
    return hasColumns ? [...stages, ...columns] : stages;
  });
}

/** Returns the instants from which the next extraction continues. */
export function endsOf({ connector, readings }: ConnectorResult): readonly ExtractedTo[] {
  return readings.map(({ target, window }) => ({ connector: connector.id, target: target.name, to: window.to }));
}

/** Returns a sentence about what was read. */
export function describeResult({ connector, readings }: ConnectorResult): string {
  if (readings.length === 0) {
    return `${connector.displayName}: nothing that belongs to the data category.`;
  }
  const parts = readings.map(({ target, rows, window, isIncremental }) => {
    const amount = `${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"} for ${target.name}`;
    return isIncremental ? `${amount} ${describeWindow(window)}` : amount;
  });
  return `${connector.displayName}: ${parts.join(", ")}.`;
}
