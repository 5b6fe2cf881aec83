import { describeColumns, describeTableSource } from "../core/json/describe-table.ts";
import { hoverJsonField, type JsonHover } from "../core/json/form-schema.ts";
import { jsonValueAt, type LocatedText, locatedTextsOf } from "../core/json/json-tree.ts";
import { escapeMarkdownLine, formatInlineCode } from "../core/text/markdown.ts";
import { readInputColumns } from "./input-views.ts";
import { JobFile } from "./job-file-schema.ts";
import type { JobScope } from "./job-scope.ts";
import { findJobInput, type ParsedJobFile, parseJobFile } from "./read-job.ts";
import { findTableUses, type JobTableUse } from "./table-names.ts";

/** Returns the hover for a field, an action or a table name at an offset of a job file, outside of SQL. */
export async function hoverJobFile(text: string, offset: number, scope: JobScope): Promise<JsonHover | undefined> {
  const job = parseJobFile(text);
  const use = findTableUses(job).find(({ start, end }) => start <= offset && offset < end);
  if (use) {
    return await hoverTable(job, use, scope);
  }
  const tenant = locatedTextsOf(jsonValueAt(job.root, "job", "tenants")).find(
    ({ start, end }) => start <= offset && offset < end,
  );
  if (tenant) {
    return await hoverTenant(tenant, scope);
  }
  return hoverJsonField(text, offset, JobFile);
}

async function hoverTenant({ text, start, end }: LocatedText, { tenants }: JobScope): Promise<JsonHover | undefined> {
  const tenant = (await tenants?.())?.find((one) => one.code === text);
  return (
    tenant && {
      markdown: `**${escapeMarkdownLine(tenant.displayName)}** — tenant ${formatInlineCode(tenant.code)}`,
      start,
      end,
    }
  );
}

async function hoverTable(
  job: ParsedJobFile,
  { text, role, start, end }: JobTableUse,
  scope: JobScope,
): Promise<JsonHover | undefined> {
  const input = role === "source" ? findJobInput(job, text) : undefined;
  if (input) {
    const files = input.files.map((file) => formatInlineCode(file.text)).join(", ");
    const columns = await readInputColumns(job, input, scope);
    return {
      markdown: `**${escapeMarkdownLine(text)}** — input of the job, from ${files || "no file"}${describeColumns(columns)}`,
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
  return { markdown: describeTableSource(table), start, end };
}
