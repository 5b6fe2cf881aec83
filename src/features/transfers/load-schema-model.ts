import type { LoadFileSchema } from "../../contract/direct-intake.ts";

/**
 * Validates a header row against an analytic object's load schema: names must match in case, and mandatory columns must
 * be present. Returns the problems as sentences (service-api, "Direct data intake").
 */
export function headerProblems(header: readonly string[], { schema = [] }: LoadFileSchema): readonly string[] {
  const names = schema.flatMap(({ name }) => (name === undefined ? [] : [name]));
  if (names.length === 0) {
    return [];
  }
  const unknown = header.filter((column) => !names.includes(column));
  const missing = schema.filter(({ name = "", isMandatory }) => isMandatory === true && !header.includes(name));
  return [
    ...unknown.map((column) => {
      const near = names.find((name) => name.toLowerCase() === column.trim().toLowerCase());
      const advice = near === undefined ? "leave it out" : `write ${JSON.stringify(near)}`;
      return `The object has no column ${JSON.stringify(column)}; ${advice}.`;
    }),
    ...missing.map(({ name = "" }) => `The mandatory column ${JSON.stringify(name)} is missing; add it.`),
  ];
}
