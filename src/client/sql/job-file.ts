import { type ParseError, parse } from "jsonc-parser";
import { fieldsOf } from "../../base/guards.ts";
import type { SqlJobRequest } from "../../contract/sql-job-schemas.ts";
import type { StartSqlTransactionRequest } from "../../contract/sql-transactions.ts";

/** Parsed content of a SQL job file (docs/sql-job-files.md). Its paths are relative to the file. */
export interface SqlJobFile {
  readonly transaction: StartSqlTransactionRequest;
  readonly uploads: readonly SqlUpload[];
  readonly job: SqlJobRequest;
  readonly downloads: readonly SqlDownload[];
}

interface SqlUpload {
  readonly path: string;
  /** Name in the transaction. */
  readonly name: string;
}

interface SqlDownload {
  /** Name of the output in the transaction. */
  readonly name: string;
  /** Path of the local file. */
  readonly path: string;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Parses a SQL job file and inserts the text of the SQL files that its queries name. Checks only what would make a run
 * impossible; the language server checks the rest. Throws an Error for an unusable file, or the error of `readText`.
 */
export async function readSqlJobFile(text: string, readText: (path: string) => Promise<string>): Promise<SqlJobFile> {
  const root = parseFile(text);
  const job = fieldsOf(root.job);
  const actions = await Promise.all(listOf(job.actions).map((action) => readAction(fieldsOf(action), readText)));
  if (actions.length === 0) {
    throw new Error('The SQL job has no actions. Add them under "job", "actions".');
  }
  return {
    transaction: fieldsOf(root.transaction) as StartSqlTransactionRequest,
    uploads: Object.entries(fieldsOf(root.uploads)).map(([path, name]) => ({ path, name: String(name) })),
    job: { ...(job as SqlJobRequest), actions },
    downloads: listOf(root.downloads).map((download) => {
      const { filename, file } =
        typeof download === "string" ? { filename: download, file: download } : fieldsOf(download);
      return { name: String(filename), path: String(file ?? filename) };
    }),
  };
}

async function readAction(
  action: Fields,
  readText: (path: string) => Promise<string>,
): Promise<NonNullable<SqlJobRequest["actions"]>[number]> {
  const query = fieldsOf(action.query);
  const { file } = fieldsOf(query.query);
  return typeof file === "string" ? { ...action, query: { ...query, query: await readText(file) } } : action;
}

/** Parses JSON as the editor does: with comments and trailing commas. */
function parseFile(text: string): Fields {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0) {
    throw new Error("The SQL job file is not JSON. Correct what its editor marks.");
  }
  return fieldsOf(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
