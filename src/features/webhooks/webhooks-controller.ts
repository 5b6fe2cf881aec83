import * as vscode from "vscode";
import type { ConnectionRole } from "../../base/connection-role.ts";
import type { Client, Session } from "../../client/call/client.ts";
import { connectionOf } from "../../host/call-tenant.ts";
import { CancelledError } from "../../host/cancellation.ts";
import * as commandIds from "../../host/command-ids.ts";
import { askToConfirm } from "../../host/confirmation.ts";
import type { CommandId } from "../../host/contributions.ts";
import { openMachineSettings } from "../../host/machine-settings.ts";
import { showInformation, showWarning } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import type { BranchItem, BranchPage, TenantTarget } from "../../host/tenant-branch.ts";
import { askEvent, askNewWebhook, askWebhookChange, type WebhookChange } from "./ask-webhook.ts";
import { verificationCode } from "./verification-code.ts";
import { isWebhookItem, nameOf, toWebhookEntry, type WebhookEntry, webhooksBranchId } from "./webhook-model.ts";
import { eventText, webhookTreeItem } from "./webhook-tree-item.ts";

/** Subset of the connection service that webhooks need. */
interface WebhookConnections {
  list(): readonly { readonly id: string; readonly label: string; readonly role: ConnectionRole }[];
  readonly displayedTarget: { readonly connectionId: string };
  /** Tenant that calls act on which name none. Undefined if the service has not told it yet. */
  knownLoginTenant(connectionId: string): string | undefined;
  sessionFor(connectionId: string): Promise<Session>;
  missingOperations(connectionId: string): ReadonlySet<string>;
}

/** Dependencies of the feature on other features. */
export interface WebhookServices {
  readonly connections: WebhookConnections;
  /** Reloads an entry of the explorer tree below a tenant. */
  readonly refreshTree: (target: TenantTarget, path: string) => void;
}

/** A webhook that a command is called for. */
interface Chosen {
  readonly target: TenantTarget;
  readonly entry: Extract<WebhookEntry, { kind: "webhook" }>;
  readonly id: string;
  readonly name: string;
}

const hostSetting = "workforce.localService.allowedHosts";

/** Tree items of webhooks, and commands on them. Loaded on first use, to keep activation fast. */
export class WebhooksController {
  readonly #services: WebhookServices;

  constructor(services: WebhookServices) {
    this.#services = services;
  }

  async children(entry: WebhookEntry, target: TenantTarget, signal: AbortSignal): Promise<BranchPage> {
    const { client } = await this.#services.connections.sessionFor(target.connectionId);
    if (entry.kind === "webhooks") {
      const { webhooks = [] } = await client.listWebhooks({}, { signal });
      return pageOf(webhooks.map(toWebhookEntry), "webhooks");
    }
    if (entry.kind !== "webhook") {
      return { entries: [] };
    }
    // A list has only the last few deliveries of each.
    const found = toWebhookEntry(await client.getWebhook({ path: { webhookId: entry.name } }, { signal }));
    const deliveries = found.deliveries ?? [];
    return pageOf(
      deliveries.map((delivery) => ({ kind: "delivery", name: delivery.messageId, delivery })),
      "deliveries",
    );
  }

  treeItem(item: BranchItem): vscode.TreeItem {
    return webhookTreeItem(item, this.#services.connections.missingOperations(item.target.connectionId));
  }

  async run(id: CommandId, item: unknown): Promise<void> {
    if (id === commandIds.newWebhook) {
      await this.#create(this.#targetOf(item));
      return;
    }
    if (id === commandIds.copyVerificationCode) {
      await copyVerificationCode();
      return;
    }
    if (!isWebhookItem(item) || item.entry.kind !== "webhook") {
      return;
    }
    const { target, entry } = item;
    const chosen = { target, entry, id: entry.name, name: nameOf(entry.webhook) };
    switch (id) {
      case commandIds.editWebhook:
        return this.#edit(chosen);
      case commandIds.testWebhook:
        return this.#test(chosen);
      case commandIds.deleteWebhook:
        return this.#delete(chosen);
    }
  }

  async #create(target: TenantTarget): Promise<void> {
    const known = await this.#call(target, vscode.l10n.t("Reading the webhooks"), (client, signal) =>
      client.listWebhooks({}, { signal }),
    );
    const keys = (known.webhooks ?? []).flatMap(({ details }) => details?.keyName ?? []);
    const body = await askNewWebhook(target.tenant, [...new Set(keys)]);
    const made = await this.#call(target, vscode.l10n.t("Creating the webhook"), (client, signal) =>
      client.createWebhook({ body }, { signal }),
    );
    this.#refresh(target);
    const entry = toWebhookEntry(made);
    const name = nameOf(made);
    await showSecret(made, name);
    const test = vscode.l10n.t("Test...");
    if ((await showInformation(vscode.l10n.t("The webhook {0} was created.", name), test)) === test) {
      await this.#test({ target, entry, id: entry.name, name });
    }
  }

  async #edit({ target, id, name }: Chosen): Promise<void> {
    const path = { webhookId: id };
    // The tree may show what somebody else has changed since.
    const webhook = await this.#call(target, vscode.l10n.t("Reading {0}", name), (client, signal) =>
      client.getWebhook({ path }, { signal }),
    );
    const change = await askWebhookChange(webhook, name);
    const saved = await this.#call(target, vscode.l10n.t("Changing {0}", name), (client, signal) =>
      sendChange(client, id, change, signal),
    );
    this.#refresh(target);
    await showSecret(saved, name);
    void showInformation(vscode.l10n.t("The webhook {0} was changed.", name));
  }

  async #test({ target, entry, id, name }: Chosen): Promise<void> {
    const eventType = await askEvent(name, entry.webhook.details?.events ?? []);
    const title = vscode.l10n.t("Sending a test event to {0}", name);
    const { statusCode, message = "" } = await this.#call(target, title, (client, signal) =>
      client.sendWebhookTestEvent({ path: { webhookId: id }, body: { eventType } }, { signal }),
    );
    this.#refresh(target);
    if (statusCode !== undefined && statusCode >= 200 && statusCode < 300) {
      void showInformation(
        vscode.l10n.t('{0} took the test event "{1}": it answered {2}.', name, eventText(eventType), statusCode),
      );
      return;
    }
    const openSetting = vscode.l10n.t("Open Setting");
    const edit = vscode.l10n.t("Edit Webhook...");
    const buttons = message.includes(hostSetting) ? [openSetting, edit] : [edit];
    const failure = vscode.l10n.t("{0} did not take the test event. {1}", name, message);
    const pressed = await showWarning(failure, ...buttons);
    if (pressed === openSetting) {
      await openMachineSettings(hostSetting);
    } else if (pressed === edit) {
      await this.#edit({ target, entry, id, name });
    }
  }

  async #delete({ target, entry, id, name }: Chosen): Promise<void> {
    const { label, role } = connectionOf(target.connectionId, this.#services.connections);
    const waiting = entry.deliveries?.filter(({ state }) => state === "due").length ?? 0;
    const detail = [
      vscode.l10n.t("Tenant: {0} of {1} ({2})", target.tenant, label, role),
      vscode.l10n.t("Target: {0}", entry.webhook.details?.targetUrl ?? ""),
      ...(waiting > 0 ? [vscode.l10n.t("It will not be told of what still waits: {0}", waiting)] : []),
      vscode.l10n.t("Its credentials are forgotten, and its signing key too unless another webhook has it."),
    ];
    const question = vscode.l10n.t("Delete the webhook {0}?", name);
    const confirm = vscode.l10n.t("Delete");
    if (!(await askToConfirm({ question, detail: detail.join("\n"), confirm, role }))) {
      throw new CancelledError();
    }
    await this.#call(target, vscode.l10n.t("Deleting {0}", name), (client, signal) =>
      client.deleteWebhook({ path: { webhookId: id } }, { signal }),
    );
    this.#refresh(target);
    void showInformation(vscode.l10n.t("The webhook {0} was deleted.", name));
  }

  /** Webhooks are those of the tenant of the sign-in: their operations take no other tenant. */
  #targetOf(item: unknown): TenantTarget {
    if (isWebhookItem(item)) {
      return item.target;
    }
    const { connections } = this.#services;
    const { connectionId } = connections.displayedTarget;
    return { connectionId, tenant: connections.knownLoginTenant(connectionId) ?? "" };
  }

  #call<Value>(
    { connectionId }: TenantTarget,
    title: string,
    call: (client: Client, signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    return withProgress("notification", title, async (signal) =>
      call((await this.#services.connections.sessionFor(connectionId)).client, signal),
    );
  }

  #refresh(target: TenantTarget): void {
    this.#services.refreshTree(target, webhooksBranchId);
  }
}

function pageOf(entries: readonly WebhookEntry[], of: "webhooks" | "deliveries"): BranchPage {
  const empty: WebhookEntry = { kind: "empty", name: "empty", of };
  return { entries: entries.length > 0 ? entries : [empty] };
}

function sendChange(client: Client, webhookId: string, change: WebhookChange, signal: AbortSignal) {
  const path = { webhookId };
  switch (change.kind) {
    case "details":
      return client.updateWebhook({ path, body: { webhookId, details: change.details } }, { signal });
    case "credentials":
      return client.updateWebhookCredentials({ path, body: change.credentials }, { signal });
    case "noCredentials":
      return client.deleteWebhookCredentials({ path }, { signal });
  }
}

/** Shows the signing secret of a new key, which the service tells only once, until the user has answered. */
async function showSecret(webhook: Readonly<Record<string, unknown>>, name: string): Promise<void> {
  const { signingSecret } = webhook;
  if (typeof signingSecret !== "string") {
    return;
  }
  const copy = vscode.l10n.t("Copy Signing Secret");
  const message = vscode.l10n.t("The messages to {0} are signed with a new key.", name);
  const detail = vscode.l10n.t(
    "The receiver needs its signing secret to check them. The service does not tell it again: copy it now, to where the receiver keeps its secrets.",
  );
  if ((await showInformation(message, { modal: true, detail }, copy)) === copy) {
    await vscode.env.clipboard.writeText(signingSecret);
  }
}

async function copyVerificationCode(): Promise<void> {
  const picked = await vscode.window.showQuickPick(
    [
      { label: "Node.js", detail: vscode.l10n.t("With the package standardwebhooks"), code: verificationCode.node },
      { label: "Python", detail: vscode.l10n.t("Without packages"), code: verificationCode.python },
    ],
    {
      title: vscode.l10n.t("Copy Verification Code"),
      placeHolder: vscode.l10n.t("A small server that takes messages and checks their signatures"),
    },
  );
  if (!picked) {
    throw new CancelledError();
  }
  await vscode.env.clipboard.writeText(picked.code);
  void showInformation(
    vscode.l10n.t("The code is in the clipboard. It reads the signing secret from the variable WEBHOOK_SECRET."),
  );
}
