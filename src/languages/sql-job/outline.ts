import { type Located, spanOf, textOf, valueAt } from "../core/json/json-tree.ts";
import type { Span } from "../core/span.ts";
import { type JobAction, readJob } from "./read-job.ts";

/** An action, input or output as the outline shows it. */
export interface JobOutlineEntry extends Span {
  readonly kind: "input" | "action" | "output";
  readonly title: string;
  readonly detail: string;
  /** Where it is named. */
  readonly name: Span;
  readonly children: readonly JobOutlineEntry[];
}

/** The inputs of a job, then its actions with the outputs they write. */
export function outlineJob(text: string): JobOutlineEntry[] {
  const { inputs, actions } = readJob(text);
  const entries = inputs.flatMap(({ node, name, files }): JobOutlineEntry[] =>
    name
      ? [
          {
            kind: "input",
            title: name.text,
            detail: files.map((file) => file.text).join(", "),
            name: { start: name.start, end: name.end },
            children: [],
            ...spanOf(node),
          },
        ]
      : [],
  );
  return [...entries, ...actions.flatMap(entryOf)].sort((one, other) => one.start - other.start);
}

function entryOf(action: JobAction): JobOutlineEntry[] {
  const { index, kind, key, node } = action;
  if (!key || !kind) {
    return [];
  }
  const output = textOf(valueAt(node, "query", "output", "filename"));
  return [
    {
      kind: "action",
      title: `${index + 1} ${kind}`,
      detail: detailOf(action),
      name: spanOf(key),
      children: output ? [outputOf(output)] : [],
      ...spanOf(node),
    },
  ];
}

function outputOf({ text, start, end }: Located): JobOutlineEntry {
  return { kind: "output", title: text, detail: "", name: { start, end }, children: [], start, end };
}

const longestDetail = 60;

function detailOf({ kind = "", node }: JobAction): string {
  const at = (...path: readonly string[]) => textOf(valueAt(node, kind, ...path))?.text ?? "";
  switch (kind) {
    case "query":
      return shorten(at("query") || at("query", "file"));
    case "upsert":
    case "replace":
      return `${at("source")} → ${at("target")}`;
    default:
      return at("table");
  }
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > longestDetail ? `${line.slice(0, longestDetail - 1)}…` : line;
}
