import { type Node, type ParseError, parseTree } from "jsonc-parser";
import type { OptionComment } from "../../core/text/option-comments.ts";

/** The options of a comment as a tree of JSON, with offsets from `json.start`; `undefined` when there are faults in it. */
export function optionTree(text: string, { json }: OptionComment): Node | undefined {
  const faults: ParseError[] = [];
  const root = parseTree(text.slice(json.start, json.end), faults, {
    allowTrailingComma: false,
    disallowComments: true,
  });
  return faults.length === 0 ? root : undefined;
}
