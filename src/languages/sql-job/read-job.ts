import type { Node } from "jsonc-parser";
import {
  jsonFieldsOf,
  jsonItemsOf,
  jsonSpanOf,
  jsonValueAt,
  type LocatedText,
  locatedTextOf,
  locatedTextsOf,
  parseJsonTree,
} from "../core/json/json-tree.ts";
import type { Span } from "../core/text/span.ts";

export interface JobAction extends Span {
  /** Zero-based position of the action in the job. */
  readonly index: number;
  readonly node: Node;
  /** Kind of the action: its first JSON key, even if the kind is unknown. Undefined for an action without keys. */
  readonly kind: string | undefined;
  readonly key: Node | undefined;
  readonly value: Node | undefined;
}

export interface JobInput {
  readonly node: Node;
  /** Name of the input in SQL: its id, or its file name without extension if it has none (sql-like-language 13.3). */
  readonly name: LocatedText | undefined;
  readonly hasId: boolean;
  readonly files: readonly LocatedText[];
}

interface JobUpload {
  /** Path of the local file, relative to the job file's folder. */
  readonly path: LocatedText;
  readonly filename: LocatedText | undefined;
}

/** Content of a job file, as far as it could be read. Values have their spans in the text. */
export interface ParsedJobFile {
  readonly text: string;
  readonly root: Node | undefined;
  readonly tablesToModify: readonly LocatedText[];
  readonly uploads: readonly JobUpload[];
  readonly actions: readonly JobAction[];
  readonly inputs: readonly JobInput[];
  readonly outputs: readonly LocatedText[];
  readonly downloads: readonly LocatedText[];
  /** Paths of local files in which downloads are saved, relative to the job file's folder. */
  readonly targets: readonly LocatedText[];
}

/** Reads a job file, tolerating errors and comments. Never throws. */
export function parseJobFile(text: string): ParsedJobFile {
  const root = parseJsonTree(text);
  const job = jsonValueAt(root, "job");
  const actions = jsonItemsOf(jsonValueAt(job, "actions")).map(readAction);
  return {
    text,
    root,
    tablesToModify: locatedTextsOf(jsonValueAt(root, "transaction", "tablesToModify")),
    uploads: jsonFieldsOf(jsonValueAt(root, "uploads")).map(({ name, key, value }) => ({
      path: { text: name, ...jsonSpanOf(key) },
      filename: locatedTextOf(value),
    })),
    actions,
    inputs: jsonItemsOf(jsonValueAt(job, "inputs")).map(readInput),
    outputs: actions.flatMap(({ node }) => locatedTextOf(jsonValueAt(node, "query", "output", "filename")) ?? []),
    downloads: jsonItemsOf(jsonValueAt(root, "downloads")).flatMap(
      (download) => locatedTextOf(download) ?? locatedTextOf(jsonValueAt(download, "filename")) ?? [],
    ),
    targets: jsonItemsOf(jsonValueAt(root, "downloads")).flatMap(
      (download) =>
        locatedTextOf(download) ??
        locatedTextOf(jsonValueAt(download, "file")) ??
        locatedTextOf(jsonValueAt(download, "filename")) ??
        [],
    ),
  };
}

function readAction(node: Node, index: number): JobAction {
  const [field] = jsonFieldsOf(node);
  return { index, node, kind: field?.name, key: field?.key, value: field?.value, ...jsonSpanOf(node) };
}

function readInput(node: Node): JobInput {
  const id = locatedTextOf(jsonValueAt(node, "id"));
  const file = locatedTextOf(jsonValueAt(node, "filename"));
  const files = file ? [file] : locatedTextsOf(jsonValueAt(node, "filenames"));
  const [first] = files;
  const name = id ?? (first && { ...first, text: withoutExtension(first.text) });
  return { node, name, hasId: id !== undefined, files };
}

function withoutExtension(path: string): string {
  const name = path.split("/").at(-1) ?? path;
  return name.replace(/(?<=.)\.[^.]*$/, "");
}

/** Finds the input of a job by its SQL name, ignoring case. */
export function findJobInput({ inputs }: Pick<ParsedJobFile, "inputs">, name: string): JobInput | undefined {
  const folded = name.toLowerCase();
  return inputs.find((input) => input.name?.text.toLowerCase() === folded);
}
