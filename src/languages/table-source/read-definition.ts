import type { Node } from "jsonc-parser";
import { JsonString } from "../core/json/json-string.ts";
import { itemsOf, type Located, readJsonTree, spanOf, textOf, valueAt } from "../core/json/json-tree.ts";

export interface DefinedColumn {
  /** Zero-based position of the column in the definition. */
  readonly index: number;
  readonly node: Node;
  readonly name: Located | undefined;
  /** Data type of the column. `UNSPECIFIED` if the field is missing; undefined if its value is not a string. */
  readonly type: string | undefined;
  /** JSON value that marks the column as primary timestamp. Undefined if the column is not marked. */
  readonly timestamp: Node | undefined;
}

export interface DefinedDependency {
  readonly node: Node;
  readonly upstream: Located | undefined;
  readonly joinFilter: JsonString | undefined;
}

export interface DefinedView {
  readonly node: Node;
  readonly enabled: Node | undefined;
  readonly query: JsonString | undefined;
  readonly dependencies: readonly DefinedDependency[];
}

/** Content of a table-source definition, as far as it could be read. Values have their spans in the text. */
export interface ReadDefinition {
  readonly text: string;
  readonly root: Node | undefined;
  readonly uuid: string | undefined;
  readonly objectName: Located | undefined;
  readonly columns: readonly DefinedColumn[];
  /** Whether the list of columns could be read, so that all columns are known. */
  readonly hasColumns: boolean;
  readonly view: DefinedView | undefined;
}

/** Reads a table-source definition. Tolerates errors and comments, and never throws. */
export function readDefinition(text: string): ReadDefinition {
  const root = readJsonTree(text);
  const columns = valueAt(root, "columns");
  const view = valueAt(root, "materializedView");
  return {
    text,
    root,
    uuid: textOf(valueAt(root, "uuid"))?.text,
    objectName: textOf(valueAt(root, "objectName")),
    columns: itemsOf(columns).map(readColumn),
    hasColumns: columns?.type === "array",
    view: view?.type === "object" ? readView(text, view) : undefined,
  };
}

function readColumn(node: Node, index: number): DefinedColumn {
  const type = valueAt(node, "dataType");
  const timestamp = valueAt(node, "isPrimaryTimestamp");
  return {
    index,
    node,
    name: textOf(valueAt(node, "name")),
    type: type ? textOf(type)?.text : "UNSPECIFIED",
    timestamp: timestamp?.value === true ? timestamp : undefined,
  };
}

function readView(text: string, node: Node): DefinedView {
  return {
    node,
    enabled: valueAt(node, "enabled"),
    query: stringOf(text, valueAt(node, "query")),
    dependencies: itemsOf(valueAt(node, "dependencies")).map((dependency) => ({
      node: dependency,
      upstream: textOf(valueAt(dependency, "upstreamTable")),
      joinFilter: stringOf(text, valueAt(dependency, "joinFilter")),
    })),
  };
}

function stringOf(text: string, node: Node | undefined): JsonString | undefined {
  return node?.type === "string" ? JsonString.read(text, spanOf(node)) : undefined;
}
