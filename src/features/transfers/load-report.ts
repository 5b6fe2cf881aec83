import { stat } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { formatCount } from "../../host/amounts.ts";
import type { JobChainEnd } from "../../host/job-chain.ts";
import type { TextDocuments } from "../../host/text-documents.ts";
import { joinReportLines } from "../../host/untrusted-text.ts";
import type { LoadRowProblem } from "../../protocol/load-check.ts";
import { problemText } from "./load-marks.ts";
import { type ReportedProblems, readReportedProblems } from "./load-problems-model.ts";
import type { SentFile } from "./sent-files-model.ts";

/** Scheme of the reports of transfers. */
export const loadReportScheme = "workforce-transfer-report";

/** Findings of a failed load about the file that was sent. */
interface FailedLoad {
  readonly end: JobChainEnd;
  readonly sent: SentFile;
  readonly reported: ReportedProblems;
  /** Problems on lines of the file. Empty if the message of the job names none. */
  readonly problems: readonly LoadRowProblem[];
}

/** Reads what the failed job of a chain says. Undefined if the chain did not fail. */
export function failedLoadOf(end: JobChainEnd, sent: SentFile): FailedLoad | undefined {
  const last = end.jobs.at(-1);
  if (last?.phase !== "failed") {
    return undefined;
  }
  const reported = readReportedProblems(last.message ?? "");
  // The service may know the file by another name, such as that of an entry of a ZIP.
  const names = [path.basename(sent.file), sent.draft.filename];
  const problems = reported.listed
    .filter(({ file }) => names.some((name) => name.toLowerCase() === file.toLowerCase()))
    .map(({ file: _file, ...problem }) => problem);
  return { end, sent, reported, problems };
}

/** Shows the report of a failed load: the jobs, the file, and its problems with links to their lines. */
export async function showLoadReport(
  { end, sent, reported, problems }: FailedLoad,
  connection: string,
  reports: TextDocuments,
): Promise<void> {
  const name = path.basename(sent.file);
  const others = reported.listed.filter(({ file }) => file.toLowerCase() !== name.toLowerCase());
  const lines = [
    vscode.l10n.t("Load report of {0}", name),
    "",
    vscode.l10n.t("To: {0}", [connection, end.tenant].filter(Boolean).join(" · ")),
    vscode.l10n.t("Sent: {0}", new Date(sent.sentAt).toLocaleString(vscode.env.language)),
    vscode.l10n.t("File: {0}", sent.file),
    ...((await hasChangedSince(sent)) ? [vscode.l10n.t("The file has changed since; lines may have moved.")] : []),
    "",
    vscode.l10n.t("Jobs"),
    ...end.jobs.map(
      ({ id, jobType, phase, message = "" }) =>
        `  ${[jobType ?? "", id, phase].filter(Boolean).join("  ")}${message === "" ? "" : `: ${message}`}`,
    ),
    "",
    vscode.l10n.t("Problems"),
    ...problems.map((problem) => `  ${name}:${problem.line}  ${problemText(problem)}`),
    ...others.map(({ file, ...problem }) => `  ${file}, line ${problem.line}  ${problemText(problem)}`),
    ...(reported.more > 0
      ? [`  ${vscode.l10n.t("{0} more, of which the service names no line", formatCount(reported.more))}`]
      : []),
    ...(reported.listed.length === 0 ? [`  ${vscode.l10n.t("The service names no line; its message is above.")}`] : []),
    "",
    vscode.l10n.t("Nothing of the load was stored: queries answer as before."),
    vscode.l10n.t("Mend the lines, save the file, and run Workforce: Send Again."),
    "",
  ];
  await reports.show(vscode.l10n.t("{0} Load Report", name), joinReportLines(lines), { query: sent.file });
}

/** Links from the lines of a load report to the lines of the file that was sent, whose path is the document's query. */
export class LoadReportLinks implements vscode.DocumentLinkProvider {
  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    const file = document.uri.query;
    const name = path.basename(file);
    const links: vscode.DocumentLink[] = [];
    for (let index = 0; index < document.lineCount; index++) {
      const { text } = document.lineAt(index);
      const line = text.startsWith(`  ${name}:`) ? /^\d+/.exec(text.slice(name.length + 3))?.[0] : undefined;
      if (line !== undefined) {
        const range = new vscode.Range(index, 2, index, 3 + name.length + line.length);
        const link = new vscode.DocumentLink(range, vscode.Uri.file(file).with({ fragment: `L${line}` }));
        link.tooltip = vscode.l10n.t("Open the line");
        links.push(link);
      }
    }
    return links;
  }
}

async function hasChangedSince({ file, sentAt }: SentFile): Promise<boolean> {
  try {
    return (await stat(file)).mtimeMs > sentAt;
  } catch {
    return true;
  }
}
