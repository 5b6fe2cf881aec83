import type { Node } from "jsonc-parser";
import { JsonString } from "../../languages/core/json/json-string.ts";
import { readJsonTree, spanOf } from "../../languages/core/json/json-tree.ts";
import type { Span } from "../../languages/core/text/span.ts";
import type { CompletionOffer, JobPath } from "../../protocol/composer-view.ts";
import { nodeAt } from "./node-at-model.ts";
import { fromLineFeeds, toLineFeeds } from "./text-change-model.ts";

/** One thing that the editor's completion offers; its span and its texts are of the file. */
export interface FileCompletion extends Span {
  readonly label: string;
  readonly kind: string;
  readonly insert: string;
  readonly isSnippet: boolean;
  readonly detail?: string;
  readonly documentation?: string;
  readonly filterText?: string;
  readonly sortText?: string;
}

/** The SQL at a path of a job file, and the way between its offsets and those of the file. */
export class SqlInFile {
  readonly #node: Node;
  readonly #string: JsonString;

  private constructor(node: Node, string: JsonString) {
    this.#node = node;
    this.#string = string;
  }

  /** Nothing when no text stands at the path. */
  static find(text: string, path: JobPath): SqlInFile | undefined {
    const node = nodeAt(readJsonTree(text), path);
    return node?.type === "string" ? new SqlInFile(node, JsonString.read(text, spanOf(node))) : undefined;
  }

  /** An offset of the SQL, line ends counted as one, as an offset of the file. */
  outer(offset: number): number {
    return this.#string.outer(fromLineFeeds(this.#string.text, offset));
  }

  /** What belongs into the SQL; what would replace the string with its quotes does not. */
  offers(completions: readonly FileCompletion[]): CompletionOffer[] {
    const { offset, length } = this.#node;
    return completions
      .filter(({ start, end }) => start > offset && end < offset + length)
      .map(({ start, end, insert, isSnippet, filterText, ...rest }) => ({
        ...rest,
        isSnippet,
        insert: isSnippet ? decodeSnippet(insert) : decodeText(insert),
        ...(filterText !== undefined && { filterText: decodeText(filterText) }),
        start: this.#inner(start),
        end: this.#inner(end),
      }));
  }

  #inner(offset: number): number {
    return toLineFeeds(this.#string.text, this.#string.inner(offset));
  }
}

/** What stands between the quotes of a JSON string as the text that it means; what is no such text stays. */
export function decodeText(encoded: string): string {
  const json = `"${encoded}"`;
  return JsonString.read(json, { start: 0, end: json.length }).text;
}

/** The reverse of what a snippet between the quotes of a JSON string is written as. */
export function decodeSnippet(encoded: string): string {
  // A backslash of JSON is written twice in a snippet; what it escapes may be another one.
  return encoded.replace(/\\\\(\\\\|u[\da-fA-F]{4}|[^\\])/g, (_whole, escaped: string) => {
    const text = escaped === "\\\\" ? "\\" : decodeText(`\\${escaped}`);
    return text === "\\" ? "\\\\" : text;
  });
}
