import type { Node } from "jsonc-parser";
import { checkForm } from "../core/json/check-form.ts";
import { removeChild, replaceString } from "../core/json/json-edits.ts";
import { fieldsOf, itemsOf, type Located, spanOf, textOf, valueAt } from "../core/json/json-tree.ts";
import { didYouMean, nearestNames } from "../core/text/find-name.ts";
import { type FixableProblem, withFixes } from "../core/text/fix.ts";
import { freeName } from "../core/text/free-name.ts";
import { checkTables } from "./check-tables.ts";
import { createProblem } from "./diagnostics.ts";
import { JobFile, longestMetadataKey, longestMetadataValue } from "./job-file-schema.ts";
import type { JobFiles, JobScope } from "./job-scope.ts";
import { type ReadJob, readJob } from "./read-job.ts";

/**
 * Finds all problems of a job file outside of its SQL, in text order: schema violations, and violations of the rules in
 * sql-like-language 13.2 and 13.3.
 */
export async function checkJob(text: string, scope: JobScope): Promise<readonly FixableProblem[]> {
  const job = readJob(text);
  if (!job.root) {
    return [];
  }
  const problems = [
    ...checkForm(job.root, JobFile, "SJ"),
    ...checkOrder(job),
    ...checkMetadata(job),
    ...(await checkFiles(job, scope)),
    ...(await checkTables(job, scope)),
  ];
  return problems.sort((one, other) => one.start - other.start || one.end - other.end);
}

/** Checks that the table metadata set by a job is within the limits (sql-like-language 13.2). */
function checkMetadata({ root, actions }: ReadJob): FixableProblem[] {
  const described = actions.map(({ node }) => valueAt(node, "setMetadata"));
  return [...described, ...itemsOf(valueAt(root, "job", "preconditions"))].flatMap((owner) =>
    fieldsOf(valueAt(owner, "metadata")).flatMap(({ key, value }) => [
      ...tooLong(key, "key", longestMetadataKey),
      ...tooLong(value, "value", longestMetadataValue),
    ]),
  );
}

function tooLong(node: Node | undefined, what: string, limit: number): FixableProblem[] {
  const text: unknown = node?.value;
  if (!node || typeof text !== "string" || text.length <= limit) {
    return [];
  }
  return [createProblem("SJ501", spanOf(node), { what, limit: String(limit), length: String(text.length) })];
}

/** Reports actions of a job that follow the end of the transaction (sql-like-language 13.2). */
function checkOrder({ actions }: ReadJob): FixableProblem[] {
  const ending = actions.find(({ kind }) => kind === "commit" || kind === "rollback");
  return !ending
    ? []
    : actions.slice(ending.index + 1).flatMap(({ kind, key, node }) => {
        if (!key || kind === "process") {
          return [];
        }
        const problem = createProblem("SJ101", spanOf(key), { ending: ending.kind ?? "" });
        const edit = node.parent && removeChild(node.parent, node);
        return [withFixes(problem, edit ? [{ title: `Remove the action ${kind}`, edits: [edit] }] : [])];
      });
}

/** Checks the file names of a job's outputs, downloads, uploads and inputs, and that local files exist. */
async function checkFiles(job: ReadJob, { files }: Pick<JobScope, "files">): Promise<FixableProblem[]> {
  const sqlFiles = job.actions.flatMap(({ node }) => textOf(valueAt(node, "query", "query", "file")) ?? []);
  const paths = [...job.uploads.map(({ path }) => path), ...sqlFiles].filter(({ text }) => text !== "");
  const leading = files ? [...paths, ...job.targets].flatMap((path) => checkLead(path, files)) : [];
  const missing = await Promise.all(
    paths.map(async (path) =>
      files?.lead(path.text) === "inside" && !(await files.exists(path.text))
        ? [createProblem("SJ601", path, { path: path.text })]
        : [],
    ),
  );
  return [...checkOutputs(job), ...checkDownloads(job), ...checkUploads(job), ...leading, ...missing.flat()];
}

/**
 * Reports a path outside of the workspace folder. A run opens such a file only if the user has chosen it, which only
 * the editor knows.
 */
function checkLead(path: Located, files: JobFiles): FixableProblem[] {
  switch (files.lead(path.text)) {
    case "inside":
      return [];
    case "outside":
      return [createProblem("SJ602", path, { path: path.text })];
    case "noFile":
      return [createProblem("SJ603", path, { path: path.text })];
  }
}

/** Checks that the output file names of a job are unique (sql-like-language 13.2). */
function checkOutputs({ outputs }: ReadJob): FixableProblem[] {
  const names = outputs.map(({ text }) => text);
  return outputs
    .filter(({ text }, index) => names.indexOf(text) < index)
    .map((output) => {
      const problem = createProblem("SJ401", output, { filename: output.text });
      return withFixes(problem, replaceString(output, [freeName(output.text, names)]));
    });
}

function checkDownloads({ outputs, downloads }: ReadJob): FixableProblem[] {
  const names = outputs.map(({ text }) => text);
  return downloads
    .filter(({ text }) => !names.includes(text))
    .map((download) => {
      const near = nearestNames(names, download.text);
      const values = { filename: download.text, suggestion: didYouMean(near) };
      return withFixes(createProblem("SJ402", download, values), replaceString(download, near));
    });
}

/**
 * Checks that uploads have unique file names and are read by an input. If the job file lists uploads, also checks that
 * each input file is uploaded.
 */
function checkUploads({ root, uploads, inputs }: ReadJob): FixableProblem[] {
  const names = uploads.flatMap(({ filename }) => filename ?? []);
  const uploaded = names.map(({ text }) => text);
  const read = inputs.flatMap(({ files }) => files);
  const isRead = new Set(read.map(({ text }) => text));
  const doubled = names
    .filter(({ text }, index) => uploaded.indexOf(text) < index)
    .map((name) => {
      const fixes = replaceString(name, [freeName(name.text, uploaded)]);
      return withFixes(createProblem("SJ309", name, { filename: name.text }), fixes);
    });
  const unread = names
    .filter(({ text }) => !isRead.has(text))
    .map((name) => createProblem("SJ310", name, { filename: name.text }));
  const own = inputs.filter(({ node }) => !valueAt(node, "fileContainerName")).flatMap(({ files }) => files);
  const lacking = own
    .filter(({ text }) => valueAt(root, "uploads") && !uploaded.includes(text))
    .map((file) => {
      const near = nearestNames(uploaded, file.text);
      const values = { filename: file.text, suggestion: didYouMean(near) };
      return withFixes(createProblem("SJ308", file, values), replaceString(file, near));
    });
  return [...doubled, ...unread, ...lacking];
}
