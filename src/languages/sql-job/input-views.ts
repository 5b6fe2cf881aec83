import { csvColumnNames, csvHeader } from "../../base/csv-rows.ts";
import { valueAt } from "../core/json/json-tree.ts";
import type { TableColumn } from "../core/model/table-model.ts";
import type { InputView, JobScope } from "./job-scope.ts";
import type { JobInput, ReadJob } from "./read-job.ts";

/**
 * Returns the inputs of a job as views that its SQL can query. Their columns are read from local files in Parquet
 * format, or in CSV format with a header.
 */
export async function inputViews(job: ReadJob, scope: Pick<JobScope, "files">): Promise<InputView[]> {
  const views = await Promise.all(
    job.inputs.map(async (input): Promise<InputView[]> => {
      const columns = await inputColumns(job, input, scope);
      return input.name ? [{ name: input.name.text, ...(columns && { columns }) }] : [];
    }),
  );
  return views.flat();
}

/** Returns the columns of a job's input, in order. Undefined if the columns are unknown. */
export async function inputColumns(
  job: ReadJob,
  { node, files: names }: JobInput,
  { files }: Pick<JobScope, "files">,
): Promise<readonly TableColumn[] | undefined> {
  const hasHeader = valueAt(node, "format", "csv", "header")?.value === true;
  const upload = job.uploads.find(({ filename }) => filename?.text === names[0]?.text);
  if (!upload || !files) {
    return undefined;
  }
  if (valueAt(node, "format", "parquet")) {
    const columns = await files.parquetColumns(upload.path.text);
    return columns?.map(({ name, dataType }) => ({ name, type: dataType, isPrimaryTimestamp: false }));
  }
  const row = hasHeader ? await files.firstRow(upload.path.text) : undefined;
  return row === undefined || row.trim() === "" ? undefined : csvColumnNames(csvHeader(row)).map(textColumn);
}

/** Returns a column of a CSV file. Its type is text, since CSV has no types. */
function textColumn(name: string): TableColumn {
  return { name, type: "STRING", isPrimaryTimestamp: false };
}
