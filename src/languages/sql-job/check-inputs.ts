import { addField, removeChild, replaceString } from "../core/json/json-edits.ts";
import { fieldsOf, itemsOf, spanOf, textOf, valueAt } from "../core/json/json-tree.ts";
import type { TableEntry } from "../core/model/table-model.ts";
import { type FixableProblem, withFixes } from "../core/text/fix.ts";
import { freeName } from "../core/text/free-name.ts";
import { createProblem } from "./diagnostics.ts";
import type { JobInput, ReadJob } from "./read-job.ts";

/** Checks the files, SQL names and distribution of inputs (sql-like-language 13.3). */
export function checkInputs(job: ReadJob, tableOf: (name: string) => TableEntry | undefined): FixableProblem[] {
  return job.inputs
    .filter(({ node }) => node.type === "object")
    .flatMap((input, index) => [
      ...checkFileNames(input),
      ...checkName(job, index, tableOf),
      ...checkDistribution(job, input),
    ]);
}

function checkFileNames({ node }: JobInput): FixableProblem[] {
  const fields = fieldsOf(node);
  const one = fields.find(({ name }) => name === "filename");
  const several = fields.find(({ name }) => name === "filenames");
  if (!one && !several) {
    return [createProblem("SJ303", { start: node.offset, end: node.offset + 1 })];
  }
  if (!one || !several) {
    return [];
  }
  const second = one.key.offset > several.key.offset ? one : several;
  const fixes = [one, several].flatMap(({ key, name }) =>
    key.parent ? [{ title: `Remove ${name}`, edits: [removeChild(node, key.parent)] }] : [],
  );
  return [withFixes(createProblem("SJ302", spanOf(second.key)), fixes)];
}

function checkName(
  { inputs }: ReadJob,
  index: number,
  tableOf: (name: string) => TableEntry | undefined,
): FixableProblem[] {
  const input = inputs[index];
  const name = input?.name;
  if (!input || !name) {
    return [];
  }
  const id = name.text;
  const names = inputs.flatMap((other) => other.name?.text.toLowerCase() ?? []);
  const fixes = input.hasId ? replaceString(name, [freeName(id.replaceAll("-", "_"), names, "_")]) : [];
  const isSecond = inputs.slice(0, index).some((other) => other.name?.text.toLowerCase() === id.toLowerCase());
  return [
    ...(isSecond ? [withFixes(createProblem("SJ304", name, { id }), fixes)] : []),
    ...(tableOf(id) ? [withFixes(createProblem("SJ301", name, { id }), fixes)] : []),
  ];
}

function checkDistribution({ text, root }: ReadJob, { node }: JobInput): FixableProblem[] {
  const mode = valueAt(node, "inputDistributionMode");
  const column = valueAt(node, "tenantCodeColumn");
  const isOfRows = textOf(mode)?.text === "DISTRIBUTE_ROWS";
  const problems: FixableProblem[] = [];
  if (!mode && itemsOf(valueAt(root, "job", "tenants")).length > 1) {
    const start = node.offset;
    const fixes = ["NO_DISTRIBUTION", "DISTRIBUTE_FILES", "DISTRIBUTE_ROWS"].map((choice) => ({
      title: `Add ${choice}`,
      edits: [addField(text, node, "inputDistributionMode", JSON.stringify(choice))],
    }));
    problems.push(withFixes(createProblem("SJ305", { start, end: start + 1 }), fixes));
  }
  if (mode && isOfRows && !column) {
    problems.push(createProblem("SJ306", spanOf(mode)));
  }
  if (column && !isOfRows) {
    problems.push(createProblem("SJ307", spanOf(column)));
  }
  return problems;
}
