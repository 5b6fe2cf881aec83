import { nameCsvColumns, parseCsvHeader } from "../../base/csv-rows.ts";
import { jsonValueAt } from "../core/json/json-tree.ts";
import type { TableColumn } from "../core/model/table-model.ts";
import type { InputView, JobScope } from "./job-scope.ts";
import type { JobInput, ParsedJobFile } from "./read-job.ts";

/**
 * Returns the inputs of a job as views that its SQL can query. Their columns are read from local files in Parquet
 * format, or in CSV format with a header.
 */
export async function readInputViews(job: ParsedJobFile, scope: Pick<JobScope, "files">): Promise<InputView[]> {
  const views = await Promise.all(
    job.inputs.map(async (input): Promise<InputView[]> => {
      const columns = await readInputColumns(job, input, scope);
      return input.name ? [{ name: input.name.text, ...(columns && { columns }) }] : [];
    }),
  );
  return views.flat();
}

/** Returns the columns of a job's input, in order. Undefined if the columns are unknown. */
export async function readInputColumns(
  job: ParsedJobFile,
  { node, files: names }: JobInput,
  { files }: Pick<JobScope, "files">,
): Promise<readonly TableColumn[] | undefined> {
  const hasHeader = jsonValueAt(node, "format", "csv", "header")?.value === true;
  const upload = job.uploads.find(({ filename }) => filename?.text === names[0]?.text);
  if (!upload || !files) {
    return undefined;
  }
  if (jsonValueAt(node, "format", "parquet")) {
    const columns = await files.parquetColumns(upload.path.text);
    return columns?.map(({ name, dataType }) => ({ name, type: dataType, isPrimaryTimestamp: false }));
  }
  const row = hasHeader ? await files.firstRow(upload.path.text) : undefined;
  return row === undefined || row.trim() === "" ? undefined : nameCsvColumns(parseCsvHeader(row)).map(textColumn);
}

/** Returns a column of a CSV file. Its type is text, since CSV has no types. */
function textColumn(name: string): TableColumn {
  return { name, type: "STRING", isPrimaryTimestamp: false };
}
