import type { JobContext } from "../jobs/job-runner.ts";
import type { DataCategory } from "../store/data-version-store.ts";
import { mappedObjectOf, type TableMapping, type TableMappingStore } from "../store/table-mapping-store.ts";
import type { ReceivedTables, UploadStore } from "../store/upload-store.ts";
import { readFileFacts } from "./csv-source.ts";
import type { IntakeFiles } from "./intake-files.ts";
import type { PreparedUploads, ReceivingRequest } from "./receive-job.ts";

/** The committed rows of a mapped table as CSV. */
export interface MappedRows {
  /** Name for messages, such as `hr_employee_change.csv`. */
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

interface TableReceivingParts {
  readonly files: IntakeFiles;
  readonly uploads: UploadStore;
  readonly mappings: TableMappingStore;
  /** Reads the rows of a mapped table; undefined for a table that is there no more. Throws a JobFailure. */
  readonly readRows: (mapping: TableMapping, signal: AbortSignal) => Promise<MappedRows | undefined>;
  readonly prepare: (request: ReceivingRequest, context: JobContext) => Promise<PreparedUploads>;
}

interface WrittenTable {
  readonly mapping: TableMapping;
  readonly name: string;
  /** Path relative to the data folder. */
  readonly file: string;
  readonly isChanged: boolean;
}

/**
 * Receives the committed rows of those of `tables` that objects of a category are mapped from, in production or in a
 * project, as files of one upload. A table whose rows are those of its last upload is left out. Returns undefined if there is nothing new.
 */
export async function receiveTables(
  tables: readonly string[],
  category: DataCategory,
  context: JobContext,
  parts: TableReceivingParts,
  project?: string,
): Promise<ReceivedTables | undefined> {
  const mappings = await parts.mappings.ofTables(context.tenant, tables, project);
  const written: WrittenTable[] = [];
  const discard = () => parts.files.remove(written.map(({ file }) => file));
  try {
    for (const mapping of mappings.filter((one) => category.objects.includes(mappedObjectOf(one)))) {
      const table = await writeTable(mapping, context, parts);
      written.push(...(table ? [table] : []));
    }
    const sources = [...new Set(written.filter(({ isChanged }) => isChanged).map(({ mapping }) => mapping.source))];
    const files = written.filter(({ mapping }) => sources.includes(mapping.source));
    await parts.files.remove(written.filter((table) => !files.includes(table)).map(({ file }) => file));
    if (files.length === 0) {
      return undefined;
    }
    const request: ReceivingRequest = {
      kind: "sql",
      origin: context.id,
      files: files.map(({ mapping, name, file }) => ({ file, name, schema: mapping.schema, source: mapping.source })),
      replacedSources: sources,
    };
    const prepared = await parts.prepare(request, context);
    return {
      files: prepared.uploads.flatMap((upload) => upload.files),
      sources,
      storeIn: (connection) => prepared.storeIn(connection),
      discard: async () => {
        await prepared.discard();
        await discard();
      },
    };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function writeTable(
  mapping: TableMapping,
  { id, tenant, report, signal }: JobContext,
  { files, readRows, uploads }: TableReceivingParts,
): Promise<WrittenTable | undefined> {
  const rows = await readRows(mapping, signal);
  if (!rows) {
    return undefined;
  }
  report(`Reading ${rows.name}.`);
  const file = await files.write(id, rows.bytes, signal);
  const facts = await readFileFacts(files.locate(file), signal);
  const earlier = await uploads.files(tenant, { sources: [mapping.source], schemas: [mapping.schema] });
  const last = earlier.find((one) => one.file.isIncluded)?.file;
  const isEmpty = facts.lineFeeds === 1;
  return { mapping, name: rows.name, file, isChanged: last ? last.sha256 !== facts.sha256 : !isEmpty };
}
