import type { BenchOptions } from "./bench-options.ts";
import { describeOrigin } from "./machine.ts";
import { measureActivation } from "./measures/activation.ts";
import { measureAggregates } from "./measures/aggregate.ts";
import { measureBesideLoad } from "./measures/beside-load.ts";
import { measureBundleSize } from "./measures/bundle-size.ts";
import { measureCalls } from "./measures/calls.ts";
import { measureColdStart } from "./measures/cold-start.ts";
import { measureExportPostgresql, measureFileTransfers } from "./measures/connectors.ts";
import { measureDataLoad } from "./measures/data-load.ts";
import { measureExportParquet } from "./measures/export-parquet.ts";
import { measureExtraction } from "./measures/extraction.ts";
import { measureGridPeers } from "./measures/grid-peers.ts";
import { measureGridScroll } from "./measures/grid-scroll.ts";
import { measureGridWindow } from "./measures/grid-window.ts";
import { measureEncryptedUpload, measureFileBatch, measureJsonBatches } from "./measures/intake.ts";
import { measureLanguage } from "./measures/language.ts";
import { measureList } from "./measures/list.ts";
import { measureListReference } from "./measures/list-reference.ts";
import { measureLoad } from "./measures/load.ts";
import { measureManyTenants } from "./measures/many-tenants.ts";
import { measureModelNode } from "./measures/model-node.ts";
import { measureProjectQuery } from "./measures/project-query.ts";
import { measureResultCancel } from "./measures/result-cancel.ts";
import { measureResultExport } from "./measures/result-export.ts";
import { measureResultExportMemory } from "./measures/result-export-memory.ts";
import { measureResultSort } from "./measures/result-sort.ts";
import { measureResultWindow } from "./measures/result-window.ts";
import { measureQuestion, measureRowFilter, measureUsers } from "./measures/rights.ts";
import { measureSignIn } from "./measures/sign-in.ts";
import { measureSpark } from "./measures/spark.ts";
import { measureSparkExecutors } from "./measures/spark-executors.ts";
import { measureSparkUpsert } from "./measures/spark-upsert.ts";
import { measureTableSql } from "./measures/table-sql.ts";
import { measureUpload } from "./measures/upload.ts";
import { measureUpsert } from "./measures/upsert.ts";
import { measureVersionExport } from "./measures/version-export.ts";
import { measureWebhooks } from "./measures/webhooks.ts";
import { createReport, printReport, type Report, type Row } from "./report.ts";

type Measure = (options: BenchOptions) => Promise<Row | readonly Row[]>;

/** In the order of the table; those that need the sample workforce share it through the cache. */
export const measures: Readonly<Record<string, Measure>> = {
  aggregate: measureAggregates,
  list: measureList,
  "list-reference": measureListReference,
  "project-query": measureProjectQuery,
  "row-filter": measureRowFilter,
  users: measureUsers,
  question: measureQuestion,
  load: measureLoad,
  "result-window": measureResultWindow,
  "result-sort": measureResultSort,
  "result-export": measureResultExport,
  "result-export-memory": measureResultExportMemory,
  "result-cancel": measureResultCancel,
  calls: measureCalls,
  "sign-in": measureSignIn,
  upload: measureUpload,
  activation: measureActivation,
  "cold-start": measureColdStart,
  "bundle-size": measureBundleSize,
  language: measureLanguage,
  "model-node": measureModelNode,
  "table-sql": measureTableSql,
  "many-tenants": measureManyTenants,
  upsert: measureUpsert,
  "data-load": measureDataLoad,
  "version-export": measureVersionExport,
  "beside-load": measureBesideLoad,
  "file-batch": measureFileBatch,
  "json-batches": measureJsonBatches,
  "encrypted-upload": measureEncryptedUpload,
  extraction: measureExtraction,
  "export-parquet": measureExportParquet,
  webhooks: measureWebhooks,
  "export-postgresql": measureExportPostgresql,
  "file-transfers": measureFileTransfers,
  "grid-peers": measureGridPeers,
  "grid-scroll": measureGridScroll,
  "grid-window": measureGridWindow,
  spark: measureSpark,
  "spark-upsert": measureSparkUpsert,
  "spark-executors": measureSparkExecutors,
};

/** Whether a row of a report is measured only when it is asked for, since it needs Java and a cluster. */
export function isMeasuredOnlyWhenAsked({ name }: { readonly name: string }): boolean {
  return /^spark|\bspark$/i.test(name);
}

/** Measures what was asked for, everything unless told, and says how it went. */
export async function runBench(options: BenchOptions, only: readonly string[]): Promise<Report> {
  const chosen = Object.entries(measures).filter(([name]) =>
    only.length === 0 ? !isMeasuredOnlyWhenAsked({ name }) : only.includes(name),
  );
  const rows: Row[] = [];
  for (const [name, measure] of chosen) {
    const startedMs = Date.now();
    console.log(`Measuring ${name} ...`);
    try {
      rows.push(...[await measure(options)].flat());
    } catch (error) {
      rows.push({
        kind: "broken",
        name,
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
    console.log(`Measured ${name} in ${((Date.now() - startedMs) / 1000).toFixed(1)} s.`);
  }
  const report = createReport(await describeOrigin({ ...options.size }), rows);
  console.log(`\n${printReport(report, options.isSmall)}\n`);
  return report;
}

export { chooseSize } from "./bench-options.ts";
export { mergeReports } from "./report.ts";
