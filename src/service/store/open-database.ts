import { Database, type DatabaseOptions } from "../../duckdb/database.ts";
import { DatabaseFileError, type DatabaseFileProblem } from "../../duckdb/database-file.ts";
import { StoreError } from "./store-error.ts";

/**
 * Opens a database file of the data folder. Throws a `StoreError` that names the file and the remedy. `restore` is the
 * remedy for a damaged file.
 */
export async function openDatabase(
  path: string,
  options: DatabaseOptions,
  restore = "Restore it from a backup",
): Promise<Database> {
  try {
    return await Database.open(path, options);
  } catch (error) {
    throw withRemedy(error, path, restore);
  }
}

/** Returns a `StoreError` with the remedy for a failure to open a file of the data folder; other errors as they are. */
export function withRemedy(error: unknown, path: string, restore = "Restore it from a backup"): unknown {
  return error instanceof DatabaseFileError
    ? new StoreError(`${error.message}. ${remedyFor(error.problem, path, restore)}`, {
        kind: error.problem === "locked" ? "inUse" : error.problem === "diskFull" ? "diskFull" : "unusable",
        cause: error,
      })
    : error;
}

function remedyFor(problem: DatabaseFileProblem, path: string, restore: string): string {
  switch (problem) {
    case "log":
      return `Restore ${path} and its log from a backup, or remove the log to continue without the changes in it`;
    case "otherVersion":
      return `Start the version of the service that wrote it. Otherwise: ${restore.charAt(0).toLowerCase()}${restore.slice(1)}`;
    case "forbidden":
      return "Make the folder and its files writable for the user who runs the service";
    case "locked":
      return "Stop the other process";
    case "diskFull":
      return "Free some space, then start again";
    case "damaged":
    case "unknown":
      return restore;
  }
}
