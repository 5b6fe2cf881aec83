import { type ParseError, parse } from "jsonc-parser";
import { isRecord } from "../../base/guards.ts";
import { isSavedResult, type SavedResult } from "../../protocol/notebook-output.ts";

/**
 * Version of the notebook file format. Files of later versions are rejected, because saving them would lose properties
 * that this version does not know.
 */
const formatVersion = 1;

const cellKinds = ["text", "sqllike", "tablesql"] as const;

export type CellKind = (typeof cellKinds)[number];

/** Properties of the notebook file that this version does not know. They are kept unchanged. */
type UnknownMembers = Readonly<Record<string, unknown>>;

export interface StoredCell {
  readonly kind: CellKind;
  readonly text: string;
  /** Results of the cell that are saved in the notebook file. */
  readonly saved?: readonly SavedResult[] | undefined;
  readonly unknown?: UnknownMembers | undefined;
}

/** Notebook in the form in which it is stored in its file. */
export interface StoredNotebook {
  /** Id of the notebook, independent of its file name. */
  readonly id?: string | undefined;
  /** Whether cell outputs are saved in the notebook file. If undefined, the user's setting applies. */
  readonly saveOutputs?: boolean | undefined;
  readonly cells: readonly StoredCell[];
  readonly unknown?: UnknownMembers | undefined;
}

/** Problem of a notebook file: invalid JSON from a line on, a later format version, or a property of the wrong type. */
type NotebookProblem =
  | { readonly kind: "notJson"; readonly line: number }
  | { readonly kind: "newer"; readonly version: number; readonly known: number }
  | { readonly kind: "form"; readonly path: string };

export class NotebookFormatError extends Error {
  override readonly name = "NotebookFormatError";
  readonly problem: NotebookProblem;

  constructor(problem: NotebookProblem, options?: ErrorOptions) {
    super(`Not a notebook: ${JSON.stringify(problem)}`, options);
    this.problem = problem;
  }
}

/** Parses a notebook file. An empty file is a notebook without cells. Throws NotebookFormatError. */
export function parseNotebook(text: string): StoredNotebook {
  if (text.trim() === "") {
    return { cells: [] };
  }
  const value = parseJson(text);
  if (!isRecord(value) || Array.isArray(value)) {
    throw malformed("");
  }
  const { version, id, saveOutputs, cells, ...unknown } = value;
  if (typeof version !== "number" || !Number.isInteger(version) || version < 1) {
    throw malformed("version");
  }
  if (version > formatVersion) {
    throw new NotebookFormatError({ kind: "newer", version, known: formatVersion });
  }
  if (!Array.isArray(cells)) {
    throw malformed("cells");
  }
  return {
    ...(typeof id === "string" && { id }),
    ...(typeof saveOutputs === "boolean" && { saveOutputs }),
    cells: cells.map(parseCell),
    unknown,
  };
}

/**
 * Formats a notebook file with a fixed order of properties. Each line of text and each saved row gets its own line, so
 * that diffs are readable.
 */
export function formatNotebook({ id, saveOutputs, cells, unknown }: StoredNotebook): string {
  const printed = {
    version: formatVersion,
    id,
    saveOutputs,
    ...unknown,
    cells: cells.map((cell) => ({
      kind: cell.kind,
      ...cell.unknown,
      text: cell.text.split("\n"),
      saved: cell.saved?.length ? cell.saved.map(orderedResult) : undefined,
    })),
  };
  return `${print(printed, "")}\n`;
}

function orderedResult(saved: SavedResult): SavedResult {
  const { resultId, title, query, connection, tenant, project, ranAt, rowCount, columns, rows } = saved;
  return { title, connection, tenant, project, ranAt, rowCount, resultId, query, columns, rows };
}

function parseCell(value: unknown, index: number): StoredCell {
  const path = `cells[${index}]`;
  if (!isRecord(value)) {
    throw malformed(path);
  }
  const { kind, text, saved, ...unknown } = value;
  const known = cellKinds.find((name) => name === kind);
  if (!known) {
    throw malformed(`${path}.kind`);
  }
  if (!Array.isArray(text) || !text.every((line) => typeof line === "string")) {
    throw malformed(`${path}.text`);
  }
  if (saved !== undefined && !(Array.isArray(saved) && saved.every(isSavedResult))) {
    throw malformed(`${path}.saved`);
  }
  return { kind: known, text: text.join("\n"), ...(saved && { saved }), unknown };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The message of `JSON.parse` does not always have a position, and may quote a part of the text.
    const errors: ParseError[] = [];
    parse(text, errors);
    const line = text.slice(0, errors[0]?.offset).split("\n").length;
    throw new NotebookFormatError({ kind: "notJson", line }, { cause: error });
  }
}

/**
 * Returns the error for a property of the wrong type. `path` is like `cells[2].kind`, or empty for the complete
 * notebook file.
 */
function malformed(path: string): NotebookFormatError {
  return new NotebookFormatError({ kind: "form", path });
}

/**
 * Formats JSON with an indentation of two spaces. Arrays of plain values are on one line unless they are lines of text.
 */
function print(value: unknown, indent: string, name = ""): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const isFlat = name !== "text" && !value.some((item) => isRecord(item));
    if (value.length === 0 || isFlat) {
      return `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
    }
    return `[\n${value.map((item) => inner + print(item, inner)).join(",\n")}\n${indent}]`;
  }
  if (isRecord(value)) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    const lines = members.map(([key, member]) => `${inner}${JSON.stringify(key)}: ${print(member, inner, key)}`);
    return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n${indent}}`;
  }
  return JSON.stringify(value);
}
