import { describeTable, listColumns } from "../core/json/describe-table.ts";
import { hoverField, type JsonHover } from "../core/json/form-schema.ts";
import { type Located, textsOf, valueAt } from "../core/json/json-tree.ts";
import { code, escapeLine } from "../core/text/markdown.ts";
import { inputColumns } from "./input-views.ts";
import { JobFile } from "./job-file-schema.ts";
import type { JobScope } from "./job-scope.ts";
import { findInput, type ReadJob, readJob } from "./read-job.ts";
import { type TableUse, tableUses } from "./table-names.ts";

/** Returns the hover for a field, an action or a table name at an offset of a job file, outside of SQL. */
export async function hoverJob(text: string, offset: number, scope: JobScope): Promise<JsonHover | undefined> {
  const job = readJob(text);
  const use = tableUses(job).find(({ start, end }) => start <= offset && offset < end);
  if (use) {
    return await hoverTable(job, use, scope);
  }
  const tenant = textsOf(valueAt(job.root, "job", "tenants")).find(({ start, end }) => start <= offset && offset < end);
  if (tenant) {
    return await hoverTenant(tenant, scope);
  }
  return hoverField(text, offset, JobFile);
}

async function hoverTenant({ text, start, end }: Located, { tenants }: JobScope): Promise<JsonHover | undefined> {
  const tenant = (await tenants?.())?.find((one) => one.code === text);
  return tenant && { markdown: `**${escapeLine(tenant.displayName)}** — tenant ${code(tenant.code)}`, start, end };
}

async function hoverTable(
  job: ReadJob,
  { text, role, start, end }: TableUse,
  scope: JobScope,
): Promise<JsonHover | undefined> {
  const input = role === "source" ? findInput(job, text) : undefined;
  if (input) {
    const files = input.files.map((file) => code(file.text)).join(", ");
    const columns = await inputColumns(job, input, scope);
    return {
      markdown: `**${escapeLine(text)}** — input of the job, from ${files || "no file"}${listColumns(columns)}`,
      start,
      end,
    };
  }
  const table =
    role === "id"
      ? (await scope.tables.search("")).tables.find(({ id }) => id === text)
      : (await scope.tables.find([text.toLowerCase()])).tables[0];
  if (!table) {
    return undefined;
  }
  return { markdown: describeTable(table), start, end };
}
