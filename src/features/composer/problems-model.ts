import { findNodeAtOffset, getNodePath, type Node } from "jsonc-parser";
import { JsonString } from "../../languages/core/json/json-string.ts";
import { jsonSpanOf, parseJsonTree } from "../../languages/core/json/json-tree.ts";
import type { Span } from "../../languages/core/text/span.ts";
import type { ProblemSeverity, ShownProblem } from "../../protocol/composer-view.ts";
import { toLineFeeds } from "./text-change-model.ts";

/** Problem with its range of offsets in the text of the job file. */
export interface FileProblem extends Span {
  readonly severity: ProblemSeverity;
  readonly code: string;
  readonly message: string;
}

/** Converts problems of a job file to problems with JSON paths, in the order of the text. */
export function problemsByField(text: string, problems: readonly FileProblem[]): ShownProblem[] {
  const root = parseJsonTree(text);
  return problems
    .toSorted((one, other) => one.start - other.start)
    .map(({ start, end, severity, code, message }) => {
      const node = root && findNodeAtOffset(root, start, true);
      const span = node && spanInText(text, node, { start, end });
      return { path: node ? getNodePath(node) : [], severity, code, message, ...(span && { span }) };
    });
}

/** Converts a range of file offsets to offsets in a string value. Undefined if the range covers the complete string. */
function spanInText(text: string, node: Node, { start, end }: Span): Span | undefined {
  const isKey = node.parent?.type === "property" && node.parent.children?.[0] === node;
  if (node.type !== "string" || isKey || start <= node.offset) {
    return undefined;
  }
  const string = JsonString.read(text, jsonSpanOf(node));
  return {
    start: toLineFeeds(string.text, string.toTextOffset(start)),
    end: toLineFeeds(string.text, string.toTextOffset(end)),
  };
}
