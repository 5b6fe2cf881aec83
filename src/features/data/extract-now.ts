import * as vscode from "vscode";
import { startedJobOf } from "../../contract/started-job.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { askChoice, askText, backStep } from "../../host/step-input.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";
import { disableIcons } from "../../host/untrusted-text.ts";
import type { Connector } from "./data-entry.ts";
import type { DataServices } from "./data-services.ts";
import { callService, confirmOn } from "./data-target.ts";
import { type ExtractionPlan, type ExtractionSpan, extractionBody, parseSince } from "./extraction-plan-model.ts";
import { describeExtraction } from "./extraction-text.ts";

/** Asks what to extract, says it in words and, once it is confirmed, starts the job. */
export async function extractNow(
  target: TenantTarget,
  chosen: Connector | undefined,
  services: DataServices,
): Promise<void> {
  const connectors = chosen ? [chosen] : await chooseConnectors(target, services);
  const { span, output } = await askPlan(target);
  const names = connectors.map(nameOf);
  const plan: ExtractionPlan = { connectors: connectors.map(({ connectorId = "" }) => connectorId), span, output };
  await confirmOn(
    target,
    vscode.l10n.t("Extract now?"),
    vscode.l10n.t("Extract"),
    describeExtraction(plan, names, Date.now()),
    services,
  );
  const label = vscode.l10n.t("Extraction of {0}", names.join(", "));
  const body = extractionBody(plan);
  const answer = await callService(target, label, services, (client, signal) =>
    client.runExtractionJob({ body }, { signal }),
  );
  const job = startedJobOf("runExtractionJob", { body }, answer, target.tenant);
  if (job) {
    await services.watchJob(target.connectionId, job, label);
  }
}

async function chooseConnectors(target: TenantTarget, services: DataServices): Promise<readonly Connector[]> {
  const title = vscode.l10n.t("Reading the connectors");
  const query = { tenantCode: target.tenant };
  const { dataConnectors = [] } = await callService(target, title, services, (client, signal) =>
    client.listDataConnectors({ query }, { signal }),
  );
  const ready = dataConnectors.filter(({ credentialId }) => credentialId !== undefined);
  if (ready.length === 0) {
    throw new Error(vscode.l10n.t("No connector of {0} has a credential. Assign one first.", target.tenant));
  }
  if (ready.length === 1) {
    return ready;
  }
  const picked = await vscode.window.showQuickPick(
    ready.map((connector) => ({ label: disableIcons(nameOf(connector)), picked: true, connector })),
    {
      title: vscode.l10n.t("Extract Now from {0}", target.tenant),
      placeHolder: vscode.l10n.t("Connectors to read"),
      canPickMany: true,
      ignoreFocusOut: true,
    },
  );
  if (!picked || picked.length === 0) {
    throw new CancelledError();
  }
  return picked.map(({ connector }) => connector);
}

function nameOf({ displayName, connectorId = "" }: Connector): string {
  return displayName ?? connectorId;
}

type SpanKind = ExtractionSpan["kind"];

/** Asks for the window and for what becomes of the rows. A step back returns to the one before. */
async function askPlan({ tenant }: TenantTarget): Promise<Omit<ExtractionPlan, "connectors">> {
  const title = vscode.l10n.t("Extract Now from {0}", tenant);
  let kind: SpanKind = "last";
  let span: ExtractionSpan | undefined;
  for (;;) {
    const answer: SpanKind | typeof backStep = await askChoice(
      { title, step: 1, totalSteps: 3 },
      {
        prompt: vscode.l10n.t("Rows to read of tables with an incremental column"),
        value: kind,
        choices: spanChoices(),
      },
    );
    if (answer === backStep) {
      throw new CancelledError();
    }
    kind = answer;
    span = await askSpan(kind, title);
    if (!span) {
      continue;
    }
    const output = await askChoice(
      { title, step: 3, totalSteps: 3 },
      { prompt: vscode.l10n.t("What becomes of the rows"), choices: outputChoices() },
    );
    if (output !== backStep) {
      return { span, output };
    }
  }
}

function spanChoices() {
  const choice = (value: SpanKind, label: string, detail: string) => ({ value, label, detail });
  return [
    choice(
      "last",
      vscode.l10n.t("Since the Last Extraction"),
      vscode.l10n.t("Goes on where the last one ended; the first one reads all rows"),
    ),
    choice("weeks", vscode.l10n.t("Last Weeks..."), vscode.l10n.t("What changed in the last weeks, again")),
    choice("months", vscode.l10n.t("Last Months..."), vscode.l10n.t("What changed in the last months, again")),
    choice("since", vscode.l10n.t("Since a Time..."), vscode.l10n.t("What changed at a time or later, again")),
    choice("all", vscode.l10n.t("Everything"), vscode.l10n.t("All rows, whenever they changed")),
  ];
}

function outputChoices() {
  const choice = (value: ExtractionPlan["output"], label: string, detail: string) => ({ value, label, detail });
  return [
    choice("receive", vscode.l10n.t("Receive"), vscode.l10n.t("Checked and stored; processed later")),
    choice("process", vscode.l10n.t("Receive, Process and Publish"), vscode.l10n.t("Production answers with the rows")),
    choice("tables", vscode.l10n.t("Write into Table Sources"), vscode.l10n.t("In one transaction, by a SQL job")),
  ];
}

/** Asks for the number of weeks or months, or for the time. Returns undefined for a step back. */
async function askSpan(kind: SpanKind, title: string): Promise<ExtractionSpan | undefined> {
  const position = { title, step: 2, totalSteps: 3 };
  switch (kind) {
    case "last":
    case "all":
      return { kind };
    case "weeks":
    case "months": {
      const answer = await askText(position, {
        prompt:
          kind === "weeks"
            ? vscode.l10n.t("Number of weeks before today")
            : vscode.l10n.t("Number of months before today"),
        value: "1",
        problemOf: (text) =>
          /^\d{1,4}$/.test(text.trim()) ? undefined : vscode.l10n.t("Enter a whole number, such as 2."),
      });
      return answer === backStep ? undefined : { kind, count: Number(answer) };
    }
    case "since": {
      const answer = await askText(position, {
        prompt: vscode.l10n.t("Date, or time with its offset, from which to read"),
        placeHolder: "2026-01-31, 2026-01-31T08:00:00Z",
        problemOf: (text) => sinceProblem(text),
      });
      return answer === backStep ? undefined : { kind, atMs: parseSince(answer) ?? 0 };
    }
  }
}

function sinceProblem(text: string): string | undefined {
  const atMs = parseSince(text);
  if (atMs === undefined) {
    return vscode.l10n.t("Write it like 2026-01-31 or 2026-01-31T08:00:00Z.");
  }
  return atMs > Date.now() ? vscode.l10n.t("This lies in the future.") : undefined;
}
