import * as vscode from "vscode";
import { csvAsJsonLines } from "../../client/sql/csv-output.ts";
import type { SqlOutput } from "../../client/sql/job-outputs.ts";
import type { SqlTransaction } from "../../client/sql/sql-transaction.ts";
import { readSettings } from "../../host/settings.ts";
import { countText } from "./count-text.ts";
import type { ResultWriter } from "./result-sink.ts";

/** Puts the rows of an output into a result, no more than the row limit; gives their number. */
export async function writeOutput(
  writer: ResultWriter,
  transaction: SqlTransaction,
  { name, hasHeader }: Pick<SqlOutput, "name" | "hasHeader">,
  signal: AbortSignal,
  tenant?: string,
): Promise<number> {
  const { rowLimit } = readSettings();
  const { body } = await transaction.output(name, signal, tenant);
  const outcome = { rows: 0, isCut: false };
  const limits = { hasHeader, rowLimit: rowLimit > 0 ? rowLimit : Number.POSITIVE_INFINITY };
  await writer.write({ format: "jsonLines", body: csvAsJsonLines(body, limits, outcome), kinds: {} }, signal);
  if (outcome.isCut) {
    await writer.cut(
      vscode.l10n.t(
        "These are the first {0} rows; more exist. Change the row limit to see them.",
        countText(outcome.rows),
      ),
    );
  }
  return outcome.rows;
}
