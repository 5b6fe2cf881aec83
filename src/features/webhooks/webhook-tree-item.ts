import * as vscode from "vscode";
import { assertNever } from "../../base/assert-never.ts";
import * as commandIds from "../../host/command-ids.ts";
import type { BranchItem } from "../../host/tenant-branch.ts";
import { escapeMarkdownLine } from "../../languages/core/text/markdown.ts";
import {
  type Delivery,
  nameOf,
  type WebhookAction,
  type WebhookEntry,
  type WebhookItem,
  webhookActionOperations,
} from "./webhook-model.ts";

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

interface Shown {
  readonly label: string;
  readonly icon: vscode.ThemeIcon;
  readonly description?: string;
  readonly isExpandable?: boolean;
  /** Context value, without the actions. */
  readonly context: string;
  readonly actions?: readonly WebhookAction[];
  /** Lines of the tooltip. */
  readonly facts?: readonly (string | undefined)[];
}

/** Returns the tree item of an entry of *Webhooks*. `missing` holds the operations that the service does not support. */
export function webhookTreeItem(item: BranchItem, missing: ReadonlySet<string>): vscode.TreeItem {
  const { entry } = item as WebhookItem;
  const { label, icon, description = "", isExpandable = false, context, actions = [], facts = [] } = describe(entry);
  const treeItem = new vscode.TreeItem(label, isExpandable ? Collapsed : None);
  treeItem.iconPath = icon;
  treeItem.description = description;
  const offered = actions.filter((action) => webhookActionOperations[action].every((name) => !missing.has(name)));
  treeItem.contextValue = [context, ...offered].join(" ");
  const lines = facts.filter((fact) => fact !== undefined);
  if (lines.length > 0) {
    const tooltip = new vscode.MarkdownString().appendMarkdown(`**${escapeMarkdownLine(label)}**\n\n`);
    for (const line of lines) {
      tooltip.appendMarkdown(`${escapeMarkdownLine(line)}  \n`);
    }
    treeItem.tooltip = tooltip;
  }
  treeItem.accessibilityInformation = { label: [label, description].filter(Boolean).join(", ") };
  if (entry.kind === "empty" && entry.of === "webhooks") {
    treeItem.command = { command: commandIds.newWebhook, title: label, arguments: [item] };
  }
  return treeItem;
}

function describe(entry: WebhookEntry): Shown {
  switch (entry.kind) {
    case "webhooks":
      return {
        label: vscode.l10n.t("Webhooks"),
        icon: new vscode.ThemeIcon("broadcast"),
        isExpandable: true,
        context: "webhooks",
        actions: ["new"],
      };
    case "webhook":
      return describeWebhook(entry);
    case "delivery":
      return describeDelivery(entry.delivery);
    case "empty":
      return {
        label:
          entry.of === "webhooks"
            ? vscode.l10n.t("No webhooks. Make one...")
            : vscode.l10n.t("Nothing was sent yet. Test it, or wait for the end of a job"),
        icon: new vscode.ThemeIcon("info"),
        context: "webhooksEmpty",
      };
    default:
      return assertNever(entry);
  }
}

function describeWebhook({ webhook, deliveries }: Extract<WebhookEntry, { kind: "webhook" }>): Shown {
  const { targetUrl = "", isActive = true, keyName, events = [] } = webhook.details ?? {};
  const [last] = deliveries?.filter(({ attempts }) => attempts > 0) ?? [];
  const waiting = deliveries?.filter(({ state }) => state === "due").length ?? 0;
  const state = isActive ? vscode.l10n.t("active") : vscode.l10n.t("inactive");
  const isFailing = isActive && last !== undefined && last.state !== "delivered";
  return {
    label: nameOf(webhook),
    icon: isFailing
      ? colored("warning", "list.warningForeground")
      : new vscode.ThemeIcon(isActive ? "radio-tower" : "circle-slash"),
    description: last ? vscode.l10n.t("{0} · last: {1}", state, outcomeOf(last)) : state,
    isExpandable: deliveries !== undefined,
    context: "webhook",
    actions: ["edit", "test", "delete"],
    facts: [
      vscode.l10n.t("Target: {0}", targetUrl),
      vscode.l10n.t("State: {0}", state),
      vscode.l10n.t("Events: {0}", events.map(({ eventType = "" }) => eventText(eventType)).join(", ")),
      keyName === undefined ? vscode.l10n.t("Not signed") : vscode.l10n.t("Signed with the key {0}", keyName),
      last && vscode.l10n.t("Last attempt: {0}, {1}", timeText(last.lastAttemptTime), outcomeOf(last)),
      waiting > 0 ? vscode.l10n.t("Waiting for another attempt: {0}", waiting) : undefined,
    ],
  };
}

function describeDelivery(delivery: Delivery): Shown {
  const { eventType, state, attempts, jobId, messageId, createdTime, lastAttemptTime, nextAttemptTime } = delivery;
  const next = nextAttemptTime !== undefined && attempts > 0 ? timeText(nextAttemptTime) : undefined;
  return {
    label: eventText(eventType),
    icon: iconOf(state),
    description: [
      timeText(lastAttemptTime ?? createdTime),
      outcomeOf(delivery),
      next && vscode.l10n.t("again at {0}", next),
    ]
      .filter(Boolean)
      .join(" · "),
    context: "webhookDelivery",
    facts: [
      vscode.l10n.t("Happened: {0}", timeText(createdTime)),
      jobId === undefined ? vscode.l10n.t("A test event") : vscode.l10n.t("Job: {0}", jobId),
      vscode.l10n.t("Message: {0}", messageId),
      vscode.l10n.t("Attempts: {0}", attempts),
      lastAttemptTime && vscode.l10n.t("Last attempt: {0}, {1}", timeText(lastAttemptTime), outcomeOf(delivery)),
      next && vscode.l10n.t("Next attempt: {0}", next),
    ],
  };
}

/** Returns what became of a delivery, with the outcome of its last attempt. */
function outcomeOf({ state, message, attempts }: Delivery): string {
  if (state === "delivered") {
    return vscode.l10n.t("delivered");
  }
  if (state === "givenUp") {
    return vscode.l10n.t("given up: {0}", message ?? "");
  }
  return attempts === 0 ? vscode.l10n.t("waiting") : (message ?? "");
}

function iconOf(state: string): vscode.ThemeIcon {
  switch (state) {
    case "delivered":
      return colored("pass", "testing.iconPassed");
    case "givenUp":
      return colored("error", "list.errorForeground");
    default:
      return new vscode.ThemeIcon("clock");
  }
}

function colored(name: string, color: string): vscode.ThemeIcon {
  return new vscode.ThemeIcon(name, new vscode.ThemeColor(color));
}

/** Returns an event for users. Types that the specification does not list stay as they are. */
export function eventText(eventType: string): string {
  switch (eventType) {
    case "jobResultSuccess":
      return vscode.l10n.t("Job succeeded");
    case "jobResultFailure":
      return vscode.l10n.t("Job failed");
    default:
      return eventType;
  }
}

function timeText(instant: string | undefined): string {
  const time = Date.parse(instant ?? "");
  return Number.isNaN(time)
    ? (instant ?? "")
    : new Date(time).toLocaleString(vscode.env.language, { dateStyle: "medium", timeStyle: "medium" });
}
