import type { JsonDefinition } from "../core/json/json-definition.ts";
import type { DefinitionScope } from "./definition-scope.ts";
import { readDefinition } from "./read-definition.ts";
import { findUpstreamTables } from "./upstream-tables.ts";

/** Table source with the unique id at an offset, outside SQL. */
export async function defineUpstream(
  text: string,
  offset: number,
  { tables }: Pick<DefinitionScope, "tables">,
): Promise<JsonDefinition | undefined> {
  const definition = readDefinition(text);
  const places = definition.view?.dependencies.flatMap(({ upstream }) => upstream ?? []) ?? [];
  const place = places.find(({ start, end }) => start <= offset && offset <= end);
  const table = place && (await findUpstreamTables(definition, [], tables)).byId(place.text);
  return place && table && { kind: "tableSource", table, origin: { start: place.start, end: place.end } };
}
