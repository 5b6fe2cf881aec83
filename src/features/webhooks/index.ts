import * as vscode from "vscode";
import { loadOnce } from "../../base/load-once.ts";
import * as commandIds from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import type { CommandId } from "../../host/contributions.ts";
import type { Log } from "../../host/log.ts";
import type { TenantBranch } from "../../host/tenant-branch.ts";
import { type WebhookEntry, webhookActionOperations, webhooksBranchId } from "./webhook-model.ts";
import type { WebhookServices, WebhooksController } from "./webhooks-controller.ts";

/** Registers webhooks: their branch of the explorer tree and their commands. */
export function register({ log, ...services }: WebhookServices & { readonly log: Log }): vscode.Disposable & {
  readonly branch: TenantBranch<vscode.TreeItem>;
} {
  const { connections } = services;
  const loadController = loadOnce<WebhooksController>(() =>
    import("./webhooks-controller.ts").then((module) => new module.WebhooksController(services)),
  );
  const onItem = (id: CommandId) => registerCommand(log, id, async (item) => (await loadController()).run(id, item));
  const disposable = vscode.Disposable.from(
    onItem(commandIds.newWebhook),
    onItem(commandIds.editWebhook),
    onItem(commandIds.testWebhook),
    onItem(commandIds.deleteWebhook),
    onItem(commandIds.copyVerificationCode),
  );
  return {
    branch: {
      id: webhooksBranchId,
      root: ({ connectionId, tenant }) => {
        const root: WebhookEntry = { kind: "webhooks", name: "webhooks" };
        const missing = connections.missingOperations(connectionId);
        const isOffered = webhookActionOperations.list.every((name) => !missing.has(name));
        return isOffered && connections.knownLoginTenant(connectionId) === tenant ? root : undefined;
      },
      children: async (entry, target, _page, signal) =>
        (await loadController()).children(entry as WebhookEntry, target, signal),
      treeItem: async (item) => (await loadController()).treeItem(item),
    },
    dispose: () => disposable.dispose(),
  };
}
