import { describeTableSource } from "../core/json/describe-table.ts";
import { hoverJsonField, type JsonHover } from "../core/json/form-schema.ts";
import type { DefinitionScope } from "./definition-scope.ts";
import { parseDefinition } from "./read-definition.ts";
import { TableSourceFile } from "./table-source-schema.ts";
import { findUpstreamTables } from "./upstream-tables.ts";

/**
 * Returns the hover for a field or the id of an upstream table at an offset of a table-source definition, outside of
 * SQL.
 */
export async function hoverDefinition(
  text: string,
  offset: number,
  { tables }: Pick<DefinitionScope, "tables">,
): Promise<JsonHover | undefined> {
  const definition = parseDefinition(text);
  const upstreamNames = definition.view?.dependencies.flatMap(({ upstream }) => upstream ?? []) ?? [];
  const upstreamName = upstreamNames.find(({ start, end }) => start <= offset && offset < end);
  if (!upstreamName) {
    return hoverJsonField(text, offset, TableSourceFile);
  }
  const table = (await findUpstreamTables(definition, [], tables)).byId(upstreamName.text);
  return table && { markdown: describeTableSource(table), start: upstreamName.start, end: upstreamName.end };
}
