import * as Type from "typebox";
import { operation } from "./operation.ts";
import {
  Webhook,
  WebhookCreateRequest,
  WebhookCredentialsUpdate,
  WebhookList,
  WebhookTestRequest,
  WebhookTestResponse,
} from "./webhook-schemas.ts";

const webhookId = { webhookId: Type.String() };

/** Webhooks (service-api, "Webhooks"). */
export const webhooks = {
  listWebhooks: operation({
    route: "GET /v1/op/webhooks",
    title: "List webhooks",
    kind: "read",
    idempotent: true,
    assumed: ["answers"],
    query: { isActive: Type.Optional(Type.Boolean()) },
    answers: { "application/json": WebhookList },
  }),
  getWebhook: operation({
    route: "GET /v1/op/webhooks/{webhookId}",
    title: "Retrieve a webhook",
    kind: "read",
    idempotent: true,
    path: webhookId,
    answers: { "application/json": Webhook },
  }),
  createWebhook: operation({
    route: "POST /v1/op/webhooks",
    title: "Create a webhook",
    kind: "define",
    idempotent: false,
    body: { type: "application/json", schema: WebhookCreateRequest },
    answers: { "application/json": Webhook },
  }),
  updateWebhook: operation({
    route: "PUT /v1/op/webhooks/{webhookId}",
    title: "Update a webhook",
    kind: "define",
    idempotent: true,
    path: webhookId,
    body: { type: "application/json", schema: Webhook },
    answers: { "application/json": Webhook },
  }),
  updateWebhookCredentials: operation({
    route: "PUT /v1/op/webhooks/{webhookId}/credentials",
    title: "Update the credentials of a webhook",
    kind: "define",
    idempotent: true,
    path: webhookId,
    body: { type: "application/json", schema: WebhookCredentialsUpdate },
    answers: { "application/json": Webhook },
  }),
  deleteWebhook: operation({
    route: "DELETE /v1/op/webhooks/{webhookId}",
    title: "Delete a webhook",
    kind: "delete",
    idempotent: true,
    path: webhookId,
    answers: { "application/json": Webhook },
  }),
  deleteWebhookCredentials: operation({
    route: "DELETE /v1/op/webhooks/{webhookId}/credentials",
    title: "Delete the credentials of a webhook",
    kind: "delete",
    idempotent: true,
    path: webhookId,
    answers: { "application/json": Webhook },
  }),
  sendWebhookTestEvent: operation({
    route: "POST /v1/op/webhooks/{webhookId}/testEvent",
    title: "Send a test event to a webhook",
    kind: "define",
    idempotent: false,
    assumed: ["answers"],
    path: webhookId,
    body: { type: "application/json", schema: WebhookTestRequest },
    answers: { "application/json": WebhookTestResponse },
  }),
};
