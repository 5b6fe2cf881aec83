import type { JsonOutlineEntry } from "../core/json/json-answers.ts";
import { jsonSpanOf, jsonValueAt, type LocatedText, locatedTextOf } from "../core/json/json-tree.ts";
import { type JobAction, parseJobFile } from "./read-job.ts";

/** Returns the document outline of a job file: its inputs, then its actions with their outputs. */
export function createJobOutline(text: string): JsonOutlineEntry[] {
  const { inputs, actions } = parseJobFile(text);
  const entries = inputs.flatMap(({ node, name, files }): JsonOutlineEntry[] =>
    name
      ? [
          {
            kind: "input",
            title: name.text,
            detail: files.map((file) => file.text).join(", "),
            name: { start: name.start, end: name.end },
            children: [],
            ...jsonSpanOf(node),
          },
        ]
      : [],
  );
  return [...entries, ...actions.flatMap(entryOf)].sort((one, other) => one.start - other.start);
}

function entryOf(action: JobAction): JsonOutlineEntry[] {
  const { index, kind, key, node } = action;
  if (!key || !kind) {
    return [];
  }
  const output = locatedTextOf(jsonValueAt(node, "query", "output", "filename"));
  return [
    {
      kind: "action",
      title: `${index + 1} ${kind}`,
      detail: detailOf(action),
      name: jsonSpanOf(key),
      children: output ? [outputOf(output)] : [],
      ...jsonSpanOf(node),
    },
  ];
}

function outputOf({ text, start, end }: LocatedText): JsonOutlineEntry {
  return { kind: "output", title: text, detail: "", name: { start, end }, children: [], start, end };
}

const longestDetail = 60;

function detailOf({ kind = "", node }: JobAction): string {
  const at = (...path: readonly string[]) => locatedTextOf(jsonValueAt(node, kind, ...path))?.text ?? "";
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
