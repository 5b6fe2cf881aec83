import type { Node } from "jsonc-parser";
import { JsonString } from "../../languages/core/json/json-string.ts";
import { jsonSpanOf, parseJsonTree } from "../../languages/core/json/json-tree.ts";
import type { Span } from "../../languages/core/text/span.ts";
import type { CompletionOffer, JobPath } from "../../protocol/composer-view.ts";
import { nodeAt } from "./job-value-model.ts";
import { fromLineFeeds, toLineFeeds } from "./text-change-model.ts";

/** Completion item of VS Code. Its range and its texts refer to the text of the job file. */
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

/** SQL statement at a JSON path of a job file. Converts between offsets in the statement and offsets in the file. */
export class SqlInFile {
  readonly #node: Node;
  readonly #string: JsonString;

  private constructor(node: Node, string: JsonString) {
    this.#node = node;
    this.#string = string;
  }

  /** Returns the SQL statement at a JSON path. Undefined if the value at the path is not a string. */
  static find(text: string, path: JobPath): SqlInFile | undefined {
    const node = nodeAt(parseJsonTree(text), path);
    return node?.type === "string" ? new SqlInFile(node, JsonString.read(text, jsonSpanOf(node))) : undefined;
  }

  /**
   * Converts an offset in the SQL statement to an offset in the file. Each line break of the statement counts as one
   * character.
   */
  toFileOffset(offset: number): number {
    return this.#string.outer(fromLineFeeds(this.#string.text, offset));
  }

  /**
   * Converts completion items of the file to items of the SQL statement. Drops items that would replace the quotes of
   * the JSON string.
   */
  offers(completions: readonly FileCompletion[]): CompletionOffer[] {
    const { offset, length } = this.#node;
    return completions
      .filter(({ start, end }) => start > offset && end < offset + length)
      .map(({ start, end, insert, isSnippet, filterText, ...rest }) => ({
        ...rest,
        isSnippet,
        insert: isSnippet ? decodeSnippet(insert) : decodeJsonText(insert),
        ...(filterText !== undefined && { filterText: decodeJsonText(filterText) }),
        start: this.#toSqlOffset(start),
        end: this.#toSqlOffset(end),
      }));
  }

  #toSqlOffset(offset: number): number {
    return toLineFeeds(this.#string.text, this.#string.toTextOffset(offset));
  }
}

/** Decodes the content of a JSON string literal. Invalid JSON is returned unchanged. */
export function decodeJsonText(encoded: string): string {
  const json = `"${encoded}"`;
  return JsonString.read(json, { start: 0, end: json.length }).text;
}

/** Decodes a completion snippet that was escaped for a JSON string literal. */
export function decodeSnippet(encoded: string): string {
  // In a snippet, a JSON backslash is written twice; it may escape another backslash.
  return encoded.replace(/\\\\(\\\\|u[\da-fA-F]{4}|[^\\])/g, (_whole, escaped: string) => {
    const text = escaped === "\\\\" ? "\\" : decodeJsonText(`\\${escaped}`);
    return text === "\\" ? "\\\\" : text;
  });
}
