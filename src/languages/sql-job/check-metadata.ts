import type { Node } from "jsonc-parser";
import { fieldsOf, itemsOf, spanOf, valueAt } from "../core/json/json-tree.ts";
import type { FixableProblem } from "../core/text/fix.ts";
import { createProblem } from "./diagnostics.ts";
import { longestMetadataKey, longestMetadataValue } from "./job-file-schema.ts";
import type { ReadJob } from "./read-job.ts";

/** The limits of the pairs that describe tables (sql-like-language 13.2). */
export function checkMetadata({ root, actions }: ReadJob): FixableProblem[] {
  const described = actions.map(({ node }) => valueAt(node, "setMetadata"));
  return [...described, ...itemsOf(valueAt(root, "job", "preconditions"))].flatMap((owner) =>
    fieldsOf(valueAt(owner, "metadata")).flatMap(({ key, value }) => [
      ...tooLong(key, "key", longestMetadataKey),
      ...tooLong(value, "value", longestMetadataValue),
    ]),
  );
}

function tooLong(node: Node | undefined, what: string, limit: number): FixableProblem[] {
  const text: unknown = node?.value;
  if (!node || typeof text !== "string" || text.length <= limit) {
    return [];
  }
  return [createProblem("SJ501", spanOf(node), { what, limit: String(limit), length: String(text.length) })];
}
