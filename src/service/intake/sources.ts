import { createNameMatcher } from "../model/file-name-pattern.ts";
import { type LoadSchema, loadSchemasOf } from "../model/load-schema.ts";
import type { TenantModel } from "../model/tenant-model.ts";

/** Place that files of one load schema are sent to (service-api, "Data intake into sources"). */
export interface Source {
  /** The name of the load schema; ours. */
  readonly id: string;
  readonly schema: LoadSchema;
  /** Pattern of the names of its files, to be matched in any case. */
  readonly fileNameRegex: string;
}

/** Returns the sources of a model: one for each load schema, and those that projects defined. */
export function sourcesOf(model: TenantModel): readonly Source[] {
  const schemas = loadSchemasOf(model);
  const byId = new Map(
    schemas.map((schema): [string, Source] => [
      schema.name,
      { id: schema.name, schema, fileNameRegex: `^${schema.name.toLowerCase()}([-_ ].*)?\\.csv$` },
    ]),
  );
  for (const { id, schema: name, fileNameRegex } of model.sources ?? []) {
    const schema = schemas.find((known) => known.name === name);
    if (schema) {
      byId.set(id, { id, schema, fileNameRegex });
    }
  }
  return [...byId.values()];
}

/** Finds the source whose pattern matches a file name; of several the one with the longest name, as Employee_Exit. */
export function matchSource(sources: readonly Source[], fileName: string): Source | undefined {
  return sources
    .filter(({ fileNameRegex }) => createNameMatcher(fileNameRegex, "i")(fileName))
    .sort((one, other) => other.id.length - one.id.length)[0];
}
