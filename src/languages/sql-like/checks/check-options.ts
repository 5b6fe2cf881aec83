import type { Node } from "jsonc-parser";
import { findNearestNames, formatDidYouMean } from "../../core/text/find-name.ts";
import { findOptionComments, type OptionComment } from "../../core/text/option-comments.ts";
import type { Problem } from "../../core/text/problem.ts";
import type { Span } from "../../core/text/span.ts";
import { createQueryProblem, withReplacements } from "../syntax/diagnostics.ts";
import type { QueryKind } from "../syntax/query-kind.ts";
import {
  optionValuesOf,
  parseOptionComment,
  type QueryOption,
  type QueryOptionTable,
  queryKindOfOptions,
  queryOptionSets,
} from "./option-table.ts";

/**
 * Checks the query options that are written in comments before a query (SL801 to SL805; sql-like-language 4.2 and
 * 11.4). While the query kind is unknown, options of the wrong kind are not reported.
 */
export function checkQueryOptions(text: string, kind: QueryKind | undefined): Problem[] {
  return findOptionComments(text).flatMap((comment) =>
    new OptionChecker(comment, parseOptionComment(text, comment), kind).check(),
  );
}

class OptionChecker {
  readonly #problems: Problem[] = [];
  readonly #comment: OptionComment;
  readonly #root: Node | undefined;
  readonly #kind: QueryKind | undefined;

  constructor(comment: OptionComment, root: Node | undefined, kind: QueryKind | undefined) {
    this.#comment = comment;
    this.#root = root;
    this.#kind = kind;
  }

  check(): readonly Problem[] {
    const { name } = this.#comment;
    const root = this.#root;
    const meant = queryKindOfOptions(name.text);
    if (!meant || queryOptionSets[meant].name !== name.text) {
      const names = meant ? [queryOptionSets[meant].name] : Object.values(queryOptionSets).map((set) => set.name);
      this.#reportUnknown(name.text, name, "query", names);
    }
    if (!meant) {
      return this.#problems;
    }
    if (this.#kind && meant !== this.#kind) {
      const values = { kind: this.#kind === "list" ? "A list query" : "An aggregate query", name: name.text };
      this.#problems.push(createQueryProblem("SL803", name, values));
    }
    if (root?.type !== "object") {
      const place = root ? this.#spanOf(root) : name;
      this.#problems.push(createQueryProblem("SL804", place, { name: name.text }));
      return this.#problems;
    }
    this.#checkFields(root, queryOptionSets[meant].options, queryOptionSets[meant].name);
    if (meant === "list") {
      this.#checkHeader(root);
    }
    return this.#problems;
  }

  #checkFields(object: Node, options: QueryOptionTable, owner: string): void {
    for (const { children: [key, value] = [] } of object.children ?? []) {
      const id = String(key?.value);
      const option = Object.hasOwn(options, id) ? options[id] : undefined;
      if (key && !option) {
        this.#reportUnknown(id, this.#inner(key), owner, Object.keys(options), 3);
      } else if (option && value) {
        this.#checkValue(id, option, value);
      }
    }
  }

  #checkValue(id: string, option: QueryOption, node: Node): void {
    const { type } = option;
    if (type.kind === "object" && node.type === "object") {
      this.#checkFields(node, type.fields, id);
    } else if (!fits(option, node)) {
      const values = optionValuesOf(option);
      const written = typeof node.value === "string" ? node.value.toUpperCase() : "";
      const near = type.kind === "choice" ? findNearestNames(type.values, written, 1).map((value) => `"${value}"`) : [];
      const digits = type.kind === "integer" && /^\d{1,9}$/.test(written) && Number(written) >= type.least;
      const problem = createQueryProblem("SL802", this.#spanOf(node), { name: id, takes: takes(option) });
      const offered = near.length > 0 ? near : digits ? [written] : type.kind === "object" ? [] : values;
      this.#problems.push(withReplacements(problem, offered));
    }
  }

  #checkHeader(object: Node): void {
    const header = optionFieldOf(object, "omitHeader");
    const mode = optionFieldOf(object, "queryMode");
    const isAllowed = mode?.value?.value === "FILL" || mode?.value?.value === "FAIL";
    if (header?.value?.value === true && !isAllowed) {
      this.#problems.push(createQueryProblem("SL805", this.#inner(header.key)));
    }
  }

  #reportUnknown(name: string, span: Span, owner: string, known: readonly string[], count = 1): void {
    const near = findNearestNames(known, name, count);
    const values = { name, owner: `\`${owner}\``, suggestion: formatDidYouMean(near) };
    this.#problems.push(withReplacements(createQueryProblem("SL801", span, values), near));
  }

  #spanOf({ offset, length }: Node): Span {
    const { start } = this.#comment.json;
    return { start: start + offset, end: start + offset + length };
  }

  /** Returns the span of a quoted JSON key without its quotes. */
  #inner(key: Node): Span {
    const { start, end } = this.#spanOf(key);
    return { start: start + 1, end: end - 1 };
  }
}

/**
 * Returns the field of a JSON object by name. If a field is repeated, returns the last one, as the service does for
 * requests.
 */
export function optionFieldOf(object: Node, name: string): { key: Node; value: Node | undefined } | undefined {
  const field = object.children?.findLast(({ children: [key] = [] }) => key?.value === name);
  const [key, value] = field?.children ?? [];
  return key && { key, value };
}

function fits({ type }: QueryOption, { type: written, value }: Node): boolean {
  switch (type.kind) {
    case "choice":
      return type.values.includes(value);
    case "integer":
      return Number.isSafeInteger(value) && value >= type.least;
    case "boolean":
      return written === "boolean";
    case "text":
      return written === "string";
    case "object":
      return written === "object";
  }
}

function takes({ type }: QueryOption): string {
  switch (type.kind) {
    case "choice":
      return type.values.map((value) => `\`"${value}"\``).join(", ");
    case "integer":
      return `a whole number of ${type.least} or more`;
    case "boolean":
      return "`true` or `false`";
    case "text":
      return `a text such as \`"${type.example}"\``;
    case "object":
      return `an object with ${Object.keys(type.fields)
        .map((field) => `\`${field}\``)
        .join(", ")}`;
  }
}
