import type { Node } from "jsonc-parser";
import {
  fieldsOf,
  itemsOf,
  type Located,
  readJsonTree,
  spanOf,
  textOf,
  textsOf,
  valueAt,
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
  readonly name: Located | undefined;
  readonly hasId: boolean;
  readonly files: readonly Located[];
}

interface JobUpload {
  /** Path of the local file, relative to the job file's folder. */
  readonly path: Located;
  readonly filename: Located | undefined;
}

/** Content of a job file, as far as it could be read. Values have their spans in the text. */
export interface ReadJob {
  readonly text: string;
  readonly root: Node | undefined;
  readonly tablesToModify: readonly Located[];
  readonly uploads: readonly JobUpload[];
  readonly actions: readonly JobAction[];
  readonly inputs: readonly JobInput[];
  readonly outputs: readonly Located[];
  readonly downloads: readonly Located[];
  /** Paths of local files in which downloads are saved, relative to the job file's folder. */
  readonly targets: readonly Located[];
}

/** Reads a job file, tolerating errors and comments. Never throws. */
export function readJob(text: string): ReadJob {
  const root = readJsonTree(text);
  const job = valueAt(root, "job");
  const actions = itemsOf(valueAt(job, "actions")).map(readAction);
  return {
    text,
    root,
    tablesToModify: textsOf(valueAt(root, "transaction", "tablesToModify")),
    uploads: fieldsOf(valueAt(root, "uploads")).map(({ name, key, value }) => ({
      path: { text: name, ...spanOf(key) },
      filename: textOf(value),
    })),
    actions,
    inputs: itemsOf(valueAt(job, "inputs")).map(readInput),
    outputs: actions.flatMap(({ node }) => textOf(valueAt(node, "query", "output", "filename")) ?? []),
    downloads: itemsOf(valueAt(root, "downloads")).flatMap(
      (download) => textOf(download) ?? textOf(valueAt(download, "filename")) ?? [],
    ),
    targets: itemsOf(valueAt(root, "downloads")).flatMap(
      (download) =>
        textOf(download) ?? textOf(valueAt(download, "file")) ?? textOf(valueAt(download, "filename")) ?? [],
    ),
  };
}

function readAction(node: Node, index: number): JobAction {
  const [field] = fieldsOf(node);
  return { index, node, kind: field?.name, key: field?.key, value: field?.value, ...spanOf(node) };
}

function readInput(node: Node): JobInput {
  const id = textOf(valueAt(node, "id"));
  const file = textOf(valueAt(node, "filename"));
  const files = file ? [file] : textsOf(valueAt(node, "filenames"));
  const [first] = files;
  const name = id ?? (first && { ...first, text: withoutExtension(first.text) });
  return { node, name, hasId: id !== undefined, files };
}

function withoutExtension(path: string): string {
  const name = path.split("/").at(-1) ?? path;
  return name.replace(/(?<=.)\.[^.]*$/, "");
}

/** Finds the input of a job by its SQL name, ignoring case. */
export function findInput({ inputs }: Pick<ReadJob, "inputs">, name: string): JobInput | undefined {
  const folded = name.toLowerCase();
  return inputs.find((input) => input.name?.text.toLowerCase() === folded);
}
