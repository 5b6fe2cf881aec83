import { readFileSync } from "node:fs";

/** Reads the settings of package.json by their names, from all groups. */
export function readManifestSettings(): Record<string, Record<string, unknown>> {
  const { configuration } = JSON.parse(readFileSync("package.json", "utf8")).contributes;
  return Object.assign({}, ...configuration.map(({ properties }: { properties: object }) => properties));
}
