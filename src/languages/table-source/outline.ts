import type { Node } from "jsonc-parser";
import type { JsonOutlineEntry } from "../core/json/json-answers.ts";
import { jsonSpanOf, type LocatedText } from "../core/json/json-tree.ts";
import { parseDefinition } from "./read-definition.ts";

/** Returns the document outline of a table-source definition: its columns, then the upstream tables of its view. */
export function createDefinitionOutline(text: string): JsonOutlineEntry[] {
  const { columns, view } = parseDefinition(text);
  return [
    ...columns.flatMap(({ node, name, type = "" }) => entryOf("column", node, name, type)),
    ...(view?.dependencies ?? []).flatMap(({ node, upstream, joinFilter }) =>
      entryOf("upstream", node, upstream, joinFilter?.text ?? ""),
    ),
  ];
}

function entryOf(
  kind: JsonOutlineEntry["kind"],
  node: Node,
  name: LocatedText | undefined,
  detail: string,
): JsonOutlineEntry[] {
  return name
    ? [
        {
          kind,
          title: name.text,
          detail,
          name: { start: name.start, end: name.end },
          children: [],
          ...jsonSpanOf(node),
        },
      ]
    : [];
}
