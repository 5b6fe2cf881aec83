import type { JsonDefinitionTarget } from "../core/json/json-answers.ts";
import type { DefinitionScope } from "./definition-scope.ts";
import { parseDefinition } from "./read-definition.ts";
import { findUpstreamTables } from "./upstream-tables.ts";

/** Returns the table source whose unique id is at an offset of a table-source definition, outside of SQL. */
export async function findUpstreamDefinition(
  text: string,
  offset: number,
  { tables }: Pick<DefinitionScope, "tables">,
): Promise<JsonDefinitionTarget | undefined> {
  const definition = parseDefinition(text);
  const upstreamNames = definition.view?.dependencies.flatMap(({ upstream }) => upstream ?? []) ?? [];
  const upstreamName = upstreamNames.find(({ start, end }) => start <= offset && offset <= end);
  const table = upstreamName && (await findUpstreamTables(definition, [], tables)).byId(upstreamName.text);
  return (
    upstreamName &&
    table && { kind: "tableSource", table, origin: { start: upstreamName.start, end: upstreamName.end } }
  );
}
