import * as vscode from "vscode";
import { fieldsOf } from "../../base/guards.ts";
import type { Client } from "../../client/call/client.ts";
import { dataVersionHeader } from "../../contract/operation.ts";
import { callTenant, connectionOf } from "../../host/call-tenant.ts";
import { CancelledError } from "../../host/cancellation.ts";
import * as commandIds from "../../host/command-ids.ts";
import { askToConfirm } from "../../host/confirmation.ts";
import { showInformation, showWarning } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import { commentBeforeStatement, splitStatements } from "../../languages/core/text/statements.ts";
import { type PreviewQuery, previewPublishing, readPreviewTable } from "./preview-model.ts";
import { renderPreview } from "./preview-text.ts";
import type { ProjectsParts, ProjectTarget } from "./projects-services.ts";

/** Rows of an answer that a preview compares. */
const comparedRows = 100_000;
const previewTimeoutMs = 120_000;

/** States that a preview was made from. The preview is out of date when either has changed. */
interface PreviewedState {
  readonly projectVersion: number | undefined;
  readonly productionVersion: string | undefined;
}

/**
 * Runs the queries of the open folder and the saved reports in production and in the project, and shows on one page what
 * publishing would change.
 */
export async function previewProject(on: ProjectTarget, parts: ProjectsParts): Promise<void> {
  const { target, project, name } = on;
  const title = vscode.l10n.t("Preview of publishing {0}", name);
  const previewed = await withProgress("notification", title, async (signal, report) => {
    const { client } = await parts.connections.sessionFor(target.connectionId, target.tenant);
    const state = await readState(on, client, signal);
    const queries = [...(await folderQueries(parts)), ...(await reportQueries(client, parts, signal))];
    if (queries.length === 0) {
      throw new Error(
        vscode.l10n.t("There is nothing to run: the open folder has no .sqllike file, and no report has a query."),
      );
    }
    const found = await previewPublishing(
      queries,
      (query, side, stop) => runQuery(query, side === "project" ? project.id : null, client, stop),
      signal,
      (done) => report(vscode.l10n.t("{0} of {1} queries", done, queries.length)),
    );
    await parts.context.workspaceState.update(stateKey(on), state);
    return found;
  });
  const hidesValues = parts.connections.guardOf(target.connectionId)?.mode === "hide";
  const text = renderPreview(previewed, { project: name, tenant: target.tenant, hidesValues });
  await parts.documents.show(`${target.tenant}/${title}.md`, text, {
    query: `${target.connectionId}/${project.id}`,
  });
}

/** Publishes a project after a question. On production, only after a preview of what is there now. */
export async function publishProject(on: ProjectTarget, parts: ProjectsParts): Promise<void> {
  const { target, project, name } = on;
  const { label, role } = connectionOf(target.connectionId, parts.connections);
  const state = await callTenant(target, vscode.l10n.t("Reading {0}", name), parts.connections, (client, signal) =>
    readState(on, client, signal),
  );
  const previewed = parts.context.workspaceState.get<PreviewedState>(stateKey(on));
  const isPreviewed = JSON.stringify(previewed) === JSON.stringify(state);
  if (role === "production" && !isPreviewed) {
    const preview = vscode.l10n.t("Preview Publishing");
    const text = previewed
      ? vscode.l10n.t("{0} or production has changed since the preview. Look at what publishing changes now.", name)
      : vscode.l10n.t("Look first at what publishing {0} changes: {1} is a production connection.", name, label);
    if ((await showWarning(text, preview)) === preview) {
      await previewProject(on, parts);
    }
    return;
  }
  const isConfirmed = await askToConfirm({
    question: vscode.l10n.t("Publish the project {0}?", name),
    detail: [
      vscode.l10n.t("Tenant: {0} of {1}", target.tenant, label),
      vscode.l10n.t("Everybody's queries use its changes from then on."),
      isPreviewed
        ? vscode.l10n.t("The preview is up to date.")
        : vscode.l10n.t("There is no up-to-date preview of what it changes."),
    ].join("\n"),
    confirm: vscode.l10n.t("Publish"),
    role,
  });
  if (!isConfirmed) {
    throw new CancelledError();
  }
  const path = { projectId: project.id };
  const { commitAndPublish } = await callTenant(
    target,
    vscode.l10n.t("Publishing {0}", name),
    parts.connections,
    async (client, signal) => {
      // The question may have stayed open for long.
      if (JSON.stringify(await readState(on, client, signal)) !== JSON.stringify(state)) {
        throw new Error(
          vscode.l10n.t("{0} or production has changed since the question. Nothing was published; start again.", name),
        );
      }
      return await client.runProjectOperation({ path, body: { operation: "commitAndPublish" } }, { signal });
    },
  );
  parts.refreshTree(target, "projects");
  parts.refreshModel();
  const number = commitAndPublish?.publishedVersion?.versionNumber;
  void showInformation(vscode.l10n.t("{0} is published as version {1}.", name, number ?? ""));
}

async function readState({ project }: ProjectTarget, client: Client, signal: AbortSignal): Promise<PreviewedState> {
  const { versionNumber } = await client.getProject({ path: { projectId: project.id } }, { signal });
  const { publishedVersions = [] } = await client.listProductionVersions({ query: { limit: 1 } }, { signal });
  return { projectVersion: versionNumber, productionVersion: publishedVersions[0]?.id };
}

function stateKey({ target, project }: ProjectTarget): string {
  return `${commandIds.previewPublishing} ${target.connectionId} ${project.id}`;
}

async function folderQueries({ columnAdditivity }: ProjectsParts): Promise<readonly PreviewQuery[]> {
  const files = await vscode.workspace.findFiles("**/*.sqllike", "**/node_modules/**", 500);
  const queries: PreviewQuery[] = [];
  for (const file of files.sort((one, other) => (one.path < other.path ? -1 : 1))) {
    const content = (await vscode.workspace.openTextDocument(file)).getText();
    for (const [index, range] of splitStatements(content).entries()) {
      const text = content.slice(range.start, range.end);
      const title = commentBeforeStatement(content, range) ?? vscode.l10n.t("query {0}", index + 1);
      const name = `${vscode.workspace.asRelativePath(file)}: ${title}`;
      queries.push({ name, text, metrics: metricsOf(await columnAdditivity(text)) });
    }
  }
  return queries;
}

async function reportQueries(
  client: Client,
  { columnAdditivity }: ProjectsParts,
  signal: AbortSignal,
): Promise<readonly PreviewQuery[]> {
  const queries: PreviewQuery[] = [];
  const pageSize = 100;
  for (let start = 0; ; start += pageSize) {
    const { reports = [] } = await client.listReports({ query: { limit: pageSize, start } }, { signal });
    for (const report of reports) {
      const { query } = fieldsOf(report);
      if (typeof query === "string") {
        const name = vscode.l10n.t("Report {0}", report.title ?? "");
        queries.push({ name, text: query, metrics: metricsOf(await columnAdditivity(query)) });
      }
    }
    if (reports.length < pageSize) {
      return queries;
    }
  }
}

function metricsOf(found: Awaited<ReturnType<ProjectsParts["columnAdditivity"]>>): readonly string[] | undefined {
  return found?.isAggregate ? Object.keys(found.columns) : undefined;
}

async function runQuery({ text }: PreviewQuery, project: string | null, client: Client, signal: AbortSignal) {
  let dataVersions: string | undefined;
  const { body } = await client.querySqlLike(
    { body: { query: text } },
    {
      accept: "application/jsonlines",
      isStreamed: true,
      project,
      signal,
      timeoutMs: previewTimeoutMs,
      onAnswer: ({ headers }) => {
        dataVersions = headers[dataVersionHeader.toLowerCase()];
      },
    },
  );
  return { ...(await readPreviewTable(body, comparedRows)), dataVersions };
}
