import type { webhooks } from "../../contract/webhooks.ts";
import { type Handlers, notYet } from "../parts/handlers.ts";

export const webhookHandlers: Handlers<typeof webhooks> = {
  listWebhooks: notYet,
  getWebhook: notYet,
  createWebhook: notYet,
  updateWebhook: notYet,
  updateWebhookCredentials: notYet,
  deleteWebhook: notYet,
  deleteWebhookCredentials: notYet,
  sendWebhookTestEvent: notYet,
};
