import { getLocation } from "jsonc-parser";
import type { Span } from "../core/span.ts";
import type { TableColumn } from "../core/table-model.ts";
import { inputColumns } from "./input-views.ts";
import { JobFile } from "./job-file-schema.ts";
import type { JobScope } from "./job-scope.ts";
import { findInput, type ReadJob, readJob } from "./read-job.ts";
import { schemaAt } from "./schema-path.ts";
import { type TableUse, tableUses } from "./table-names.ts";

export interface JobHover extends Span {
  readonly markdown: string;
}

/** What a field, an action or a name of a table means, outside of SQL. */
export async function hoverJob(text: string, offset: number, scope: JobScope): Promise<JobHover | undefined> {
  const job = readJob(text);
  const use = tableUses(job).find(({ start, end }) => start <= offset && offset < end);
  if (use) {
    return await hoverTable(job, use, scope);
  }
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
  if (!isAtPropertyKey || !previousNode) {
    return undefined;
  }
  const { offset: start, length } = previousNode;
  const description = schemaAt(JobFile, path)?.description;
  return description && start <= offset
    ? { markdown: description, start, end: Math.min(start + length, text.length) }
    : undefined;
}

async function hoverTable(
  job: ReadJob,
  { text, role, start, end }: TableUse,
  scope: JobScope,
): Promise<JobHover | undefined> {
  const input = role === "source" ? findInput(job, text) : undefined;
  if (input) {
    const files = input.files.map((file) => `\`${file.text}\``).join(", ");
    const columns = await inputColumns(job, input, scope);
    return {
      markdown: `**${text}** — input of the job, from ${files || "no file"}${listColumns(columns)}`,
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
  const { objectName, displayName, description, columns } = table;
  const title = [`**${objectName}** — table source`, displayName, description].filter(Boolean).join(" · ");
  return { markdown: title + listColumns(columns), start, end };
}

function listColumns(columns: readonly TableColumn[] | undefined): string {
  return columns && columns.length > 0
    ? `\n\n${columns.map(({ name, type }) => `\`${name}\` ${type}`).join(" · ")}`
    : "";
}
