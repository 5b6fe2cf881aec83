import * as vscode from "vscode";
import type { SqlOutput } from "../../client/sql/job-outputs.ts";
import type { SqlTransaction } from "../../client/sql/sql-transaction.ts";
import { formatPlural } from "../../host/amounts.ts";
import { writeFirstRows } from "../../host/row-counter.ts";
import { readSettings } from "../../host/settings.ts";
import { partSeparator } from "../../protocol/body-frames.ts";
import type { ResultWriter } from "../../protocol/result-sink.ts";

/** Writes an output into a result: of CSV at most the row limit, of Parquet everything, with its parts as one table. */
export async function writeOutput(
  writer: ResultWriter,
  transaction: SqlTransaction,
  output: SqlOutput,
  signal: AbortSignal,
  tenant?: string,
): Promise<void> {
  if (output.format === "csv") {
    await writeCsvOutput(writer, transaction, output, signal, tenant);
    return;
  }
  const body = joined(transaction.outputParts(output.name, signal, tenant));
  await writer.write({ format: "parquet", body, kinds: {} }, signal);
}

async function* joined(parts: AsyncIterable<{ readonly body: AsyncIterable<Uint8Array> }>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const { body } of parts) {
    if (!isFirst) {
      yield partSeparator;
    }
    isFirst = false;
    yield* body;
  }
}

/** Writes the rows of a CSV output into a result, at most the row limit. */
export async function writeCsvOutput(
  writer: ResultWriter,
  transaction: SqlTransaction,
  { name, hasHeader }: Pick<SqlOutput, "name" | "hasHeader">,
  signal: AbortSignal,
  tenant?: string,
): Promise<void> {
  const { body } = await transaction.output(name, signal, tenant);
  const describeCut = (rowLimit: number) =>
    formatPlural(rowLimit, [
      vscode.l10n.t("This is the first row; more exist. Change the row limit to see them."),
      vscode.l10n.t("These are the first {0} rows; more exist. Change the row limit to see them."),
    ]);
  const format = hasHeader ? "csv" : "csvWithoutHeader";
  await writeFirstRows(writer, { format, body }, readSettings().rowLimit, describeCut, signal);
}
