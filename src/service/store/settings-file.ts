import { chmod, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Static, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { isFileMissing } from "../../base/error-causes.ts";
import { StoreError } from "./store-error.ts";

/** A JSON file that the owner of the data folder may write, read when the service starts. */
interface SettingsFile<Schema extends TSchema> {
  readonly name: string;
  readonly schema: Schema;
  /** Shape of the file, for error messages. */
  readonly shape: string;
}

/**
 * Creates a function that reads a settings file. The function returns undefined for a missing file. It throws a
 * `StoreError`, which quotes no values, for an invalid file.
 */
export function createSettingsFileReader<Schema extends TSchema>({ name, schema, shape }: SettingsFile<Schema>) {
  const validator = Compile(schema);
  return async (dataFolder: string): Promise<Static<Schema> | undefined> => {
    const text = await readSettingsText(dataFolder, name);
    if (text === undefined) {
      return undefined;
    }
    const value = parse(text);
    if (value === undefined) {
      throw new StoreError(`${name} in the data folder is not JSON; correct it or remove it`);
    }
    if (!validator.Check(value)) {
      const problems = validator.Errors(value).map(({ instancePath, message }) => `${instancePath || "/"} ${message}`);
      throw new StoreError(
        `${name} in the data folder is invalid: ${[...new Set(problems)].join(", ")}; the expected shape is ${shape}`,
      );
    }
    return value;
  };
}

/**
 * Parses JSON; returns undefined, which is no JSON value, for other text. Drops the parser's message, which would quote
 * secrets.
 */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a file of the data folder as text. Returns undefined for a missing one. Throws a `StoreError`. */
export async function readSettingsText(dataFolder: string, name: string): Promise<string | undefined> {
  try {
    return await readFile(join(dataFolder, name), "utf8");
  } catch (error) {
    if (isFileMissing(error)) {
      return undefined;
    }
    throw new StoreError(`${name} in the data folder cannot be read`, { cause: error });
  }
}

/** Writes a file in one step, readable by its owner only. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const unfinished = `${path}.new`;
  await writeFile(unfinished, text, { mode: 0o600 });
  // `mode` above has no effect on a file that exists.
  await chmod(unfinished, 0o600);
  await rename(unfinished, path);
}
