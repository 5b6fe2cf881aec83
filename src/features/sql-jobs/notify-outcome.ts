import { resolve } from "node:path";
import * as vscode from "vscode";
import { failureText } from "../../base/failure.ts";
import type { SqlOutput } from "../../client/sql/job-outputs.ts";
import { type JobFileOutcome, readTenantJobs } from "../../client/sql/run-job-file.ts";
import { isEndedPhase, jobPhaseOf } from "../../contract/job-status.ts";
import { formatBytes, formatCount } from "../../host/amounts.ts";
import { logFailure } from "../../host/log.ts";
import { showInformation } from "../../host/notifications.ts";
import { saveBody } from "../../host/save-body.ts";
import type { JobDocument } from "./job-document.ts";
import { writeOutput } from "./show-output.ts";
import type { SqlServices, SqlTarget } from "./sql-services.ts";

/** Describes the outcome of a run in a sentence. */
export function outcomeText(
  { name }: JobDocument,
  { transactionState, saved, processed }: JobFileOutcome,
  isReadonly: boolean,
): string {
  const sentence = isReadonly
    ? vscode.l10n.t("{0} has run.", name)
    : transactionState === "committed"
      ? vscode.l10n.t("{0} has run, and its changes are committed.", name)
      : transactionState === "open"
        ? vscode.l10n.t("{0} has run, and its transaction is open.", name)
        : vscode.l10n.t("{0} has run, and its transaction is rolled back.", name);
  const files = saved.map(({ path, bytes }) => `${path} (${formatBytes(bytes)})`).join(", ");
  const more = [...processingTexts(processed), ...(files === "" ? [] : [vscode.l10n.t("Saved: {0}.", files)])];
  return [sentence, ...more].join(" ");
}

/** Returns sentences about the processing jobs of a run: their results, or that they wait for their time. */
function processingTexts(processed: JobFileOutcome["processed"]): readonly string[] {
  const ended = processed.filter(({ status }) => isEndedPhase(jobPhaseOf(status)));
  const [only] = ended;
  const waiting = processed.length - ended.length;
  return [
    ...(ended.length > 1
      ? [vscode.l10n.t("{0} processing jobs have succeeded.", formatCount(ended.length))]
      : only?.message
        ? [only.message]
        : []),
    ...(waiting > 0 ? [vscode.l10n.t("Processing jobs that wait for their time: {0}.", formatCount(waiting))] : []),
  ];
}

/** Notifies the user of the outcome of a run, with buttons to show and save its outputs. */
export async function notifyOutcome(
  document: JobDocument,
  outcome: JobFileOutcome,
  isReadonly: boolean,
  target: SqlTarget,
  services: SqlServices,
): Promise<void> {
  const text = outcomeText(document, outcome, isReadonly);
  services.log.info(text);
  const actions = outputActions(document, outcome, target, services);
  const picked = await showInformation(text, ...actions.keys());
  if (picked !== undefined) {
    await actions.get(picked)?.();
  }
}

/** Returns what shows and saves the outputs of a run, by labels; nothing if it has no outputs. */
export function outputActions(
  document: JobDocument,
  outcome: JobFileOutcome,
  target: SqlTarget,
  services: SqlServices,
): ReadonlyMap<string, () => Promise<void>> {
  const { outputs } = outcome;
  const [first] = outputs;
  if (!first) {
    return new Map();
  }
  const show = outputs.length === 1 ? vscode.l10n.t("Show {0}", first.name) : vscode.l10n.t("Show Outputs...");
  const start = (isSaving: boolean) => () => showOutput(document, outcome, target, services, isSaving);
  return new Map([
    [show, start(false)],
    [vscode.l10n.t("Save As..."), start(true)],
  ]);
}

interface OutputItem extends vscode.QuickPickItem {
  readonly output: SqlOutput;
  readonly tenant: string | undefined;
}

/** Shows or saves an output. If there are several, the user chooses one. */
async function showOutput(
  document: JobDocument,
  outcome: JobFileOutcome,
  target: SqlTarget,
  services: SqlServices,
  isSaving: boolean,
): Promise<void> {
  const tenants = readTenantJobs(outcome.state).map(({ tenant }) => tenant);
  const items = outcome.outputs.flatMap((output): OutputItem[] =>
    (tenants.length > 1 ? tenants : [undefined]).map((tenant) => ({
      label: output.name,
      description: tenant ?? "",
      output,
      tenant,
    })),
  );
  const picked =
    items.length === 1 ? items[0] : await vscode.window.showQuickPick(items, { title: vscode.l10n.t("Output") });
  if (!picked) {
    return;
  }
  if (isSaving) {
    await saveAs(document, outcome, picked);
  } else {
    await showInGrid(document, outcome, picked, target, services);
  }
}

async function showInGrid(
  document: JobDocument,
  outcome: JobFileOutcome,
  item: OutputItem,
  target: SqlTarget,
  services: SqlServices,
): Promise<void> {
  const { output, tenant } = item;
  const { connectionId, connection, project } = target;
  const resultTenant = tenant ?? target.tenant ?? (await target.loginTenant());
  const controller = new AbortController();
  const query = `${document.name}: ${output.name}`;
  const writer = await services.results.begin(
    { title: output.name, query, connectionId, connection, tenant: resultTenant, project },
    {
      cancel: () => controller.abort(),
      rerun: () => {
        showInGrid(document, outcome, item, target, services).catch((error: unknown) =>
          logFailure(services.log, "An output could not be shown again", error),
        );
      },
    },
  );
  try {
    await writeOutput(writer, outcome.transaction, output, controller.signal, tenant);
  } catch (error) {
    await (controller.signal.aborted ? writer.cancelled() : writer.fail(failureText(error), error));
  }
}

async function saveAs({ folder }: JobDocument, { transaction }: JobFileOutcome, { output, tenant }: OutputItem) {
  const defaultUri = vscode.Uri.file(resolve(folder, output.name.split("/").at(-1) ?? output.name));
  const uri = await vscode.window.showSaveDialog({ defaultUri, title: vscode.l10n.t("Save Output") });
  if (uri) {
    await saveBody(uri.fsPath, (await transaction.output(output.name, undefined, tenant)).body);
  }
}
