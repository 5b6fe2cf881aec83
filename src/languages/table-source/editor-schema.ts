import { createEditorSchema } from "../core/json/editor-schema.ts";
import { ColumnSchema, DependencySchema, MaterializedViewSchema, TableSourceFile } from "./table-source-schema.ts";

const column = { name: "$1", dataType: "${2:STRING}" };
const dependency = { upstreamTable: "$1", joinFilter: "$2" };
const view = { enabled: true, query: "$1", dependencies: [] };

const snippets = new Map<object, readonly unknown[]>([
  [
    TableSourceFile,
    [
      { label: "Table source", body: { objectName: "$1", columns: [{ name: "$2", dataType: "${3:STRING}" }] } },
      {
        label: "Materialized view",
        body: {
          objectName: "$1",
          columns: [{ name: "$2", dataType: "${3:STRING}" }],
          materializedView: { enabled: true, query: "$4", dependencies: [] },
        },
      },
    ],
  ],
  [ColumnSchema, [{ label: "Column", body: column }]],
  [MaterializedViewSchema, [{ label: "View", body: view }]],
  [DependencySchema, [{ label: "Dependency", body: dependency }]],
]);

/**
 * Returns the JSON schema that editors use for completion in table-source definitions. It is committed as
 * `media/tablesource.schema.json`.
 */
export function createTableSourceJsonSchema(): unknown {
  return createEditorSchema(TableSourceFile, "The definition of a table source.", snippets);
}
