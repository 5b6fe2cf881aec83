import type { Node } from "jsonc-parser";
import { checkJsonAgainstSchema } from "../core/json/check-form.ts";
import { createRemoveChildEdit, createReplaceStringFixes } from "../core/json/json-edits.ts";
import {
  jsonFieldsOf,
  jsonItemsOf,
  jsonSpanOf,
  jsonValueAt,
  type LocatedText,
  locatedTextOf,
} from "../core/json/json-tree.ts";
import { findNearestNames, formatDidYouMean } from "../core/text/find-name.ts";
import { addFixes, type FixableProblem } from "../core/text/fix.ts";
import { findUnusedName } from "../core/text/unused-name.ts";
import { checkJobTables } from "./check-tables.ts";
import { createSqlJobProblem } from "./diagnostics.ts";
import { JobFile, maxMetadataKeyLength, maxMetadataValueLength } from "./job-file-schema.ts";
import type { JobFiles, JobScope } from "./job-scope.ts";
import { type ParsedJobFile, parseJobFile } from "./read-job.ts";

/**
 * Finds all problems of a job file outside of its SQL, in text order: schema violations, and violations of the rules in
 * sql-like-language 13.2 and 13.3.
 */
export async function checkJobFile(text: string, scope: JobScope): Promise<readonly FixableProblem[]> {
  const job = parseJobFile(text);
  if (!job.root) {
    return [];
  }
  const problems = [
    ...checkJsonAgainstSchema(job.root, JobFile, "SJ"),
    ...checkOrder(job),
    ...checkMetadata(job),
    ...(await checkFiles(job, scope)),
    ...(await checkJobTables(job, scope)),
  ];
  return problems.sort((one, other) => one.start - other.start || one.end - other.end);
}

/** Checks that the table metadata set by a job is within the limits (sql-like-language 13.2). */
function checkMetadata({ root, actions }: ParsedJobFile): FixableProblem[] {
  const described = actions.map(({ node }) => jsonValueAt(node, "setMetadata"));
  return [...described, ...jsonItemsOf(jsonValueAt(root, "job", "preconditions"))].flatMap((owner) =>
    jsonFieldsOf(jsonValueAt(owner, "metadata")).flatMap(({ key, value }) => [
      ...tooLong(key, "key", maxMetadataKeyLength),
      ...tooLong(value, "value", maxMetadataValueLength),
    ]),
  );
}

function tooLong(node: Node | undefined, what: string, limit: number): FixableProblem[] {
  const text: unknown = node?.value;
  if (!node || typeof text !== "string" || text.length <= limit) {
    return [];
  }
  return [createSqlJobProblem("SJ501", jsonSpanOf(node), { what, limit: String(limit), length: String(text.length) })];
}

/** Reports actions of a job that follow the end of the transaction (sql-like-language 13.2). */
function checkOrder({ actions }: ParsedJobFile): FixableProblem[] {
  const ending = actions.find(({ kind }) => kind === "commit" || kind === "rollback");
  return !ending
    ? []
    : actions.slice(ending.index + 1).flatMap(({ kind, key, node }) => {
        if (!key || kind === "process") {
          return [];
        }
        const problem = createSqlJobProblem("SJ101", jsonSpanOf(key), { ending: ending.kind ?? "" });
        const edit = node.parent && createRemoveChildEdit(node.parent, node);
        return [addFixes(problem, edit ? [{ title: `Remove the action ${kind}`, edits: [edit] }] : [])];
      });
}

/** Checks the file names of a job's outputs, downloads, uploads and inputs, and that local files exist. */
async function checkFiles(job: ParsedJobFile, { files }: Pick<JobScope, "files">): Promise<FixableProblem[]> {
  const sqlFiles = job.actions.flatMap(({ node }) => locatedTextOf(jsonValueAt(node, "query", "query", "file")) ?? []);
  const paths = [...job.uploads.map(({ path }) => path), ...sqlFiles].filter(({ text }) => text !== "");
  const leading = files ? [...paths, ...job.targets].flatMap((path) => checkLead(path, files)) : [];
  const missing = await Promise.all(
    paths.map(async (path) =>
      files?.lead(path.text) === "inside" && !(await files.exists(path.text))
        ? [createSqlJobProblem("SJ601", path, { path: path.text })]
        : [],
    ),
  );
  return [...checkOutputs(job), ...checkDownloads(job), ...checkUploads(job), ...leading, ...missing.flat()];
}

/**
 * Reports a path outside of the workspace folder. A run opens such a file only if the user has chosen it, which only
 * the editor knows.
 */
function checkLead(path: LocatedText, files: JobFiles): FixableProblem[] {
  switch (files.lead(path.text)) {
    case "inside":
      return [];
    case "outside":
      return [createSqlJobProblem("SJ602", path, { path: path.text })];
    case "noFile":
      return [createSqlJobProblem("SJ603", path, { path: path.text })];
  }
}

/** Checks that the output file names of a job are unique (sql-like-language 13.2). */
function checkOutputs({ outputs }: ParsedJobFile): FixableProblem[] {
  const names = outputs.map(({ text }) => text);
  return outputs
    .filter(({ text }, index) => names.indexOf(text) < index)
    .map((output) => {
      const problem = createSqlJobProblem("SJ401", output, { filename: output.text });
      return addFixes(problem, createReplaceStringFixes(output, [findUnusedName(output.text, names)]));
    });
}

function checkDownloads({ outputs, downloads }: ParsedJobFile): FixableProblem[] {
  const names = outputs.map(({ text }) => text);
  return downloads
    .filter(({ text }) => !names.includes(text))
    .map((download) => {
      const near = findNearestNames(names, download.text);
      const values = { filename: download.text, suggestion: formatDidYouMean(near) };
      return addFixes(createSqlJobProblem("SJ402", download, values), createReplaceStringFixes(download, near));
    });
}

/**
 * Checks that uploads have unique file names and are read by an input. If the job file lists uploads, also checks that
 * each input file is uploaded.
 */
function checkUploads({ root, uploads, inputs }: ParsedJobFile): FixableProblem[] {
  const names = uploads.flatMap(({ filename }) => filename ?? []);
  const uploaded = names.map(({ text }) => text);
  const read = inputs.flatMap(({ files }) => files);
  const isRead = new Set(read.map(({ text }) => text));
  const doubled = names
    .filter(({ text }, index) => uploaded.indexOf(text) < index)
    .map((name) => {
      const fixes = createReplaceStringFixes(name, [findUnusedName(name.text, uploaded)]);
      return addFixes(createSqlJobProblem("SJ309", name, { filename: name.text }), fixes);
    });
  const unread = names
    .filter(({ text }) => !isRead.has(text))
    .map((name) => createSqlJobProblem("SJ310", name, { filename: name.text }));
  const own = inputs.filter(({ node }) => !jsonValueAt(node, "fileContainerName")).flatMap(({ files }) => files);
  const lacking = own
    .filter(({ text }) => jsonValueAt(root, "uploads") && !uploaded.includes(text))
    .map((file) => {
      const near = findNearestNames(uploaded, file.text);
      const values = { filename: file.text, suggestion: formatDidYouMean(near) };
      return addFixes(createSqlJobProblem("SJ308", file, values), createReplaceStringFixes(file, near));
    });
  return [...doubled, ...unread, ...lacking];
}
