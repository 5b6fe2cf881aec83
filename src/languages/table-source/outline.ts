import { spanOf } from "../core/json/json-tree.ts";
import type { Span } from "../core/span.ts";
import { readDefinition } from "./read-definition.ts";

/** A column or an upstream table as the outline shows it. */
export interface DefinitionEntry extends Span {
  readonly kind: "column" | "dependency";
  readonly title: string;
  readonly detail: string;
  /** Where it is named. */
  readonly name: Span;
}

/** The columns of a table source, then what its view is made from. */
export function outlineDefinition(text: string): DefinitionEntry[] {
  const { columns, view } = readDefinition(text);
  const dependencies = view?.dependencies ?? [];
  return [
    ...columns.flatMap(({ node, name, type = "" }): DefinitionEntry[] =>
      name
        ? [
            {
              kind: "column",
              title: name.text,
              detail: type,
              name: { start: name.start, end: name.end },
              ...spanOf(node),
            },
          ]
        : [],
    ),
    ...dependencies.flatMap(({ node, upstream, joinFilter }): DefinitionEntry[] =>
      upstream
        ? [
            {
              kind: "dependency",
              title: upstream.text,
              detail: joinFilter?.text ?? "",
              name: { start: upstream.start, end: upstream.end },
              ...spanOf(node),
            },
          ]
        : [],
    ),
  ];
}
