import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import schema from "../../../../syntaxes/workforce-model.schema.json";
import type { Problem, Severity } from "../text/problem.ts";
import { findSchemaViolations, type JsonSchemaViolation, nodeSpanOf } from "./check-json.ts";
import type { ModelFile } from "./model-file.ts";

interface ReadModelFile {
  /** Content of the model file. Undefined if the file has errors. */
  readonly file: ModelFile | undefined;
  /** Problems of the model file, in text order. */
  readonly problems: readonly Problem[];
}

/** Maximum number of problems reported for one model file. */
const maxProblems = 100;

/**
 * Reads a model file and finds its problems: JSON syntax errors, schema violations and references to names that do not
 * exist. Never throws.
 */
export function readModelFile(text: string): ReadModelFile {
  const broken: ParseError[] = [];
  const root = parseTree(text, broken, { disallowComments: true, allowEmptyContent: false });
  const faults = broken.map(({ error, offset, length }) =>
    problemOf("json", "error", { start: offset, end: offset + length, message: describe(printParseErrorCode(error)) }),
  );
  if (root && faults.length === 0) {
    faults.push(...findSchemaViolations(root, schema).map((fault) => problemOf("form", "error", fault)));
  }
  if (!root || faults.length > 0) {
    return { file: undefined, problems: faults.slice(0, maxProblems) };
  }
  const file: ModelFile = JSON.parse(text);
  return { file, problems: checkNames(root).slice(0, maxProblems) };
}

function problemOf(what: string, severity: Severity, fault: JsonSchemaViolation): Problem {
  return { code: `model.${what}.invalid`, severity, ...fault };
}

/** Converts a JSON parser's error code such as `CommaExpected` to a readable message. */
function describe(code: string): string {
  const words = code.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ").toLowerCase();
  return `This is not JSON: ${words}.`;
}

/**
 * Checks the names in a model file: ids must be unique within a list, and references and metrics must name objects that
 * the file defines.
 */
function checkNames(root: Node): Problem[] {
  const objects = itemsOf(root, "objects");
  const metrics = itemsOf(root, "metrics");
  const ids = new Set(objects.map((object) => field(object, "id")?.value));
  const lists = [
    objects,
    metrics,
    ...objects.flatMap((object) =>
      ["properties", "dimensions", "concepts", "references"].map((list) => itemsOf(object, list)),
    ),
  ];
  const twice = lists.flatMap((items) => doubles(items.map((item) => field(item, "id"))));
  const targets = [
    ...objects.flatMap((object) => itemsOf(object, "references").map((reference) => field(reference, "target"))),
    ...metrics.map((metric) => field(metric, "object")),
  ];
  const lost = targets.flatMap((target) =>
    target && !ids.has(target.value)
      ? [{ ...nodeSpanOf(target), message: `The file has no object "${target.value}".` }]
      : [],
  );
  return [...twice, ...lost]
    .map((fault) => problemOf("name", "warning", fault))
    .sort((one, other) => one.start - other.start);
}

function doubles(ids: readonly (Node | undefined)[]): JsonSchemaViolation[] {
  const seen = new Set<unknown>();
  return ids.flatMap((id) => {
    const isSecond = id !== undefined && seen.has(id.value);
    seen.add(id?.value);
    return isSecond
      ? [{ ...nodeSpanOf(id), message: `The id "${id.value}" appears twice here; the first counts.` }]
      : [];
  });
}

function itemsOf(node: Node, name: string): readonly Node[] {
  return field(node, name)?.children ?? [];
}

function field(node: Node, name: string): Node | undefined {
  return node.children?.find(({ children }) => children?.[0]?.value === name)?.children?.[1];
}
