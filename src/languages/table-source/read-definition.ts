import type { Node } from "jsonc-parser";
import { JsonString } from "../core/json/json-string.ts";
import {
  jsonItemsOf,
  jsonSpanOf,
  jsonValueAt,
  type LocatedText,
  locatedTextOf,
  parseJsonTree,
} from "../core/json/json-tree.ts";

export interface DefinedColumn {
  /** Zero-based position of the column in the definition. */
  readonly index: number;
  readonly node: Node;
  readonly name: LocatedText | undefined;
  /** Data type of the column. `UNSPECIFIED` if the field is missing; undefined if its value is not a string. */
  readonly type: string | undefined;
  /** JSON value that marks the column as primary timestamp. Undefined if the column is not marked. */
  readonly timestamp: Node | undefined;
}

export interface DefinedDependency {
  readonly node: Node;
  readonly upstream: LocatedText | undefined;
  readonly joinFilter: JsonString | undefined;
}

export interface DefinedView {
  readonly node: Node;
  readonly enabled: Node | undefined;
  readonly query: JsonString | undefined;
  readonly dependencies: readonly DefinedDependency[];
}

/** Content of a table-source definition, as far as it could be read. Values have their spans in the text. */
export interface ParsedDefinition {
  readonly text: string;
  readonly root: Node | undefined;
  readonly uuid: string | undefined;
  readonly objectName: LocatedText | undefined;
  readonly columns: readonly DefinedColumn[];
  /** Whether the list of columns could be read, so that all columns are known. */
  readonly hasColumns: boolean;
  readonly view: DefinedView | undefined;
}

/** Reads a table-source definition. Tolerates errors and comments, and never throws. */
export function parseDefinition(text: string): ParsedDefinition {
  const root = parseJsonTree(text);
  const columns = jsonValueAt(root, "columns");
  const view = jsonValueAt(root, "materializedView");
  return {
    text,
    root,
    uuid: locatedTextOf(jsonValueAt(root, "uuid"))?.text,
    objectName: locatedTextOf(jsonValueAt(root, "objectName")),
    columns: jsonItemsOf(columns).map(readColumn),
    hasColumns: columns?.type === "array",
    view: view?.type === "object" ? readView(text, view) : undefined,
  };
}

function readColumn(node: Node, index: number): DefinedColumn {
  const type = jsonValueAt(node, "dataType");
  const timestamp = jsonValueAt(node, "isPrimaryTimestamp");
  return {
    index,
    node,
    name: locatedTextOf(jsonValueAt(node, "name")),
    type: type ? locatedTextOf(type)?.text : "UNSPECIFIED",
    timestamp: timestamp?.value === true ? timestamp : undefined,
  };
}

function readView(text: string, node: Node): DefinedView {
  return {
    node,
    enabled: jsonValueAt(node, "enabled"),
    query: stringOf(text, jsonValueAt(node, "query")),
    dependencies: jsonItemsOf(jsonValueAt(node, "dependencies")).map((dependency) => ({
      node: dependency,
      upstream: locatedTextOf(jsonValueAt(dependency, "upstreamTable")),
      joinFilter: stringOf(text, jsonValueAt(dependency, "joinFilter")),
    })),
  };
}

function stringOf(text: string, node: Node | undefined): JsonString | undefined {
  return node?.type === "string" ? JsonString.read(text, jsonSpanOf(node)) : undefined;
}
