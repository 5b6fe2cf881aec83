import type { JsonString } from "../core/json/json-string.ts";
import type { TableColumn } from "../core/model/table-model.ts";
import type { DefinitionScope } from "./definition-scope.ts";
import type { DefinedDependency, ParsedDefinition } from "./read-definition.ts";
import { findUpstreamTables } from "./upstream-tables.ts";

/** One of the two row sources, `input` or `output`, that the condition of a join filter can refer to. */
interface FilterSide {
  readonly name: "input" | "output";
  /** Columns of the row source. Omitted if unknown. */
  readonly columns?: readonly TableColumn[];
}

/**
 * SQL text in a table-source definition: the query of a view, or a join filter over two row sources (sql-like-language
 * 13.4).
 */
export type DefinitionSql = { readonly string: JsonString } & (
  | { readonly form: "viewQuery" }
  | { readonly form: "joinFilter"; readonly views: readonly FilterSide[] }
);

/**
 * Returns the SQL texts of a table-source definition in text order. If an offset is given, returns only the one at that
 * offset.
 */
export async function findDefinitionSql(
  definition: ParsedDefinition,
  scope: Pick<DefinitionScope, "tables">,
  offset?: number,
): Promise<DefinitionSql[]> {
  const { query, dependencies = [] } = definition.view ?? {};
  const isWanted = (string: JsonString) => offset === undefined || string.containsFileOffset(offset);
  const texts: DefinitionSql[] = query && isWanted(query) ? [{ string: query, form: "viewQuery" }] : [];
  const filters = dependencies.filter(({ joinFilter }) => joinFilter && isWanted(joinFilter));
  if (filters.length > 0) {
    const upstream = await findUpstreamTables(definition, [], scope.tables);
    const inputOf = (dependency: DefinedDependency) =>
      dependency.upstream && upstream.byId(dependency.upstream.text)?.columns;
    for (const dependency of filters) {
      const { joinFilter: string } = dependency;
      if (string) {
        const views = [sideOf("input", inputOf(dependency)), sideOf("output", ownColumns(definition))];
        texts.push({ string, form: "joinFilter", views });
      }
    }
  }
  return texts;
}

function sideOf(name: FilterSide["name"], columns: readonly TableColumn[] | undefined): FilterSide {
  return columns ? { name, columns } : { name };
}

function ownColumns({ columns, hasColumns }: ParsedDefinition): readonly TableColumn[] | undefined {
  return hasColumns
    ? columns.flatMap(({ name, type = "UNSPECIFIED", timestamp }) =>
        name ? [{ name: name.text, type, isPrimaryTimestamp: timestamp !== undefined }] : [],
      )
    : undefined;
}
