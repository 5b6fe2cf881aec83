import { isRecord } from "../../base/guards.ts";
import type { OperationName } from "../../contract/contract.ts";
import type { Webhook } from "../../contract/webhooks.ts";
import { type BranchEntry, type BranchItem, isBranchItem } from "../../host/tenant-branch.ts";

/**
 * Notification that a webhook was sent or will be sent. The specification has no deliveries; the embedded service
 * returns them.
 */
export interface Delivery {
  readonly messageId: string;
  readonly eventType: string;
  readonly state: string;
  readonly attempts: number;
  readonly jobId: string | undefined;
  readonly statusCode: number | undefined;
  readonly message: string | undefined;
  /** ISO 8601. */
  readonly createdTime: string | undefined;
  readonly lastAttemptTime: string | undefined;
  readonly nextAttemptTime: string | undefined;
}

/** Entry of the branch *Webhooks* of the explorer tree. */
export type WebhookEntry = BranchEntry &
  (
    | { readonly kind: "webhooks" }
    | {
        readonly kind: "webhook";
        readonly webhook: Webhook;
        /** Newest first. Undefined if the service does not tell. */
        readonly deliveries: readonly Delivery[] | undefined;
      }
    | { readonly kind: "delivery"; readonly delivery: Delivery }
    | { readonly kind: "empty"; readonly of: "webhooks" | "deliveries" }
  );

/** Tree item of an entry of *Webhooks*. */
export type WebhookItem = BranchItem & { readonly entry: WebhookEntry };

/** Id of the branch. */
export const webhooksBranchId = "webhooks";

/** Operations that the branch and the actions on its entries need. What the service does not support is left out. */
export const webhookActionOperations = {
  list: ["listWebhooks"],
  new: ["createWebhook"],
  edit: ["getWebhook", "updateWebhook", "updateWebhookCredentials", "deleteWebhookCredentials"],
  test: ["sendWebhookTestEvent"],
  delete: ["deleteWebhook"],
} as const satisfies Readonly<Record<string, readonly OperationName[]>>;

export type WebhookAction = keyof typeof webhookActionOperations;

/** Whether a command's argument is an item of *Webhooks*. */
export function isWebhookItem(value: unknown): value is WebhookItem {
  return isBranchItem(value) && value.branch === webhooksBranchId;
}

/** Converts a webhook of an answer. */
export function toWebhookEntry(webhook: Webhook): Extract<WebhookEntry, { kind: "webhook" }> {
  return { kind: "webhook", name: webhook.webhookId ?? "", webhook, deliveries: readDeliveries(webhook) };
}

function readDeliveries(webhook: Readonly<Record<string, unknown>>): readonly Delivery[] | undefined {
  const { deliveries } = webhook;
  return Array.isArray(deliveries) ? deliveries.filter(isRecord).map(toDelivery) : undefined;
}

function toDelivery(value: Readonly<Record<string, unknown>>): Delivery {
  const text = (name: string) => (typeof value[name] === "string" ? value[name] : undefined);
  const number = (name: string) => (typeof value[name] === "number" ? value[name] : undefined);
  return {
    messageId: text("messageId") ?? "",
    eventType: text("eventType") ?? "",
    state: text("state") ?? "",
    attempts: number("attempts") ?? 0,
    jobId: text("jobId"),
    statusCode: number("statusCode"),
    message: text("message"),
    createdTime: text("createdTime"),
    lastAttemptTime: text("lastAttemptTime"),
    nextAttemptTime: text("nextAttemptTime"),
  };
}

/** Returns the name of a webhook for users: its own, else its target. */
export function nameOf({ details, webhookId = "" }: Webhook): string {
  return details?.displayName || details?.targetUrl || webhookId;
}

/** Whether the service would take a text as the target of a webhook. */
export function isTargetUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return /^https?:$/.test(url?.protocol ?? "") && url?.username === "" && url.password === "";
}
