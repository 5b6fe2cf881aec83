import type { LoadSchema } from "../../contract/direct-intake-schemas.ts";

/**
 * What keeps a file of this header row from an object's load schema, as sentences: names must be equal in upper and lower
 * case, and mandatory columns must be there (service-api, "Direct data intake").
 */
export function headerProblems(header: readonly string[], { schema = [] }: LoadSchema): readonly string[] {
  const names = schema.flatMap(({ name }) => (name === undefined ? [] : [name]));
  if (names.length === 0) {
    return [];
  }
  const unknown = header.filter((column) => !names.includes(column));
  const missing = schema.filter(({ name = "", isMandatory }) => isMandatory === true && !header.includes(name));
  return [
    ...unknown.map((column) => {
      const near = names.find((name) => name.toLowerCase() === column.trim().toLowerCase());
      const wayOut = near === undefined ? "leave it out" : `write ${JSON.stringify(near)}`;
      return `The object has no column ${JSON.stringify(column)}; ${wayOut}.`;
    }),
    ...missing.map(({ name = "" }) => `The mandatory column ${JSON.stringify(name)} is missing; add it.`),
  ];
}
