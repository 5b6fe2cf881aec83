import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Static, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { StoreError } from "./store-error.ts";

/** A JSON file that its owner writes into the data folder, read when the service starts. */
interface SettingsFile<Schema extends TSchema> {
  readonly name: string;
  readonly schema: Schema;
  /** What the file looks like, for a message. */
  readonly shape: string;
}

/** Makes the reader of such a file: `undefined` without one; a `StoreError` that quotes no value for one that does not fit. */
export function settingsFileReader<Schema extends TSchema>({ name, schema, shape }: SettingsFile<Schema>) {
  const validator = Compile(schema);
  return async (dataFolder: string): Promise<Static<Schema> | undefined> => {
    const text = await readText(dataFolder, name);
    if (text === undefined) {
      return undefined;
    }
    const value = parse(text);
    if (value === undefined) {
      throw new StoreError(`${name} in the data folder is not JSON; mend it or remove it`);
    }
    if (!validator.Check(value)) {
      const problems = validator.Errors(value).map(({ instancePath, message }) => `${instancePath || "/"} ${message}`);
      throw new StoreError(
        `${name} in the data folder does not fit; its shape is ${shape}; ${[...new Set(problems)].join(", ")}`,
      );
    }
    return value;
  };
}

/** Undefined, which no JSON stands for, for other text: the parser's own words would quote secrets. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readText(dataFolder: string, name: string): Promise<string | undefined> {
  try {
    return await readFile(join(dataFolder, name), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return undefined;
    }
    throw new StoreError(`${name} in the data folder cannot be read`, { cause: error });
  }
}
