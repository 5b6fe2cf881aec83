import type { LoadSchema } from "../model/load-schema.ts";

/**
 * Describes why the header of a file does not fit a load schema, as the predicate of a sentence, or returns undefined.
 * Names must be equal, including case (service-api, "Direct data intake"); a name that differs little is named.
 */
export function findHeaderProblem(names: readonly string[], schema: LoadSchema): string | undefined {
  const known = new Set(schema.columns.map(({ name }) => name));
  const seen = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (name === "") {
      return `has no name for column ${index + 1}; name it, or remove it`;
    }
    if (!known.has(name)) {
      const near = findNearMiss(name, schema);
      return `has the column ${JSON.stringify(name)}, which ${schema.name} does not take; ${
        near === undefined ? `it takes ${[...known].join(", ")}` : `write ${near}`
      }`;
    }
    if (seen.has(name)) {
      return `has the column ${name} twice`;
    }
    seen.add(name);
  }
  const missing = schema.columns.filter(({ name, isMandatory }) => isMandatory && !seen.has(name));
  return missing.length > 0
    ? `has no column ${missing.map(({ name }) => name).join(", ")}, which ${schema.name} needs`
    : undefined;
}

function findNearMiss(name: string, { columns }: LoadSchema): string | undefined {
  const folded = fold(name);
  return columns.find((column) => fold(column.name) === folded)?.name;
}

/** Removes what people get wrong: case, spaces, underscores and hyphens. */
function fold(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, "");
}
