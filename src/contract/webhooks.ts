import type { Static } from "typebox";
import * as Type from "typebox";
import { defineOperation } from "./operation.ts";

const text = Type.Optional(Type.String());
const assumed = { "x-source": "assumed" };
/** Schema of an event name, such as `jobResultSuccess` or `jobResultFailure` (service-api, "Events"). */
const eventType = Type.Optional(Type.String({ examples: ["jobResultSuccess", "jobResultFailure"] }));
const BasicAuth = Type.Object({ username: text, password: text });

/**
 * Schema fields for the target and the events of a webhook. Notifications are sent only while `isActive` is true
 * (service-api, "Webhooks", "Events").
 */
const WebhookDetails = Type.Object({
  targetUrl: text,
  isActive: Type.Optional(Type.Boolean()),
  keyName: text,
  events: Type.Optional(Type.Array(Type.Object({ eventType }))),
  displayName: text,
});

/** Response schema of a webhook. Never contains its credentials. */
const Webhook = Type.Object({
  webhookId: Type.Optional(Type.String({ description: "Sent on update." })),
  details: Type.Optional(WebhookDetails),
});

export type Webhook = Static<typeof Webhook>;

/** Response schema with all webhooks of the tenant. */
const WebhookList = Type.Object({ webhooks: Type.Optional(Type.Array(Webhook, assumed)) }, assumed);

/** Request schema of a new webhook, with optional credentials. */
const WebhookCreateRequest = Type.Object({
  details: Type.Optional(WebhookDetails),
  credentials: Type.Optional(
    Type.Object({
      basicAuth: Type.Optional(BasicAuth),
      accessToken: Type.Optional(
        Type.String({
          description: "The create shape lists only basicAuth; the Events section also allows a token.",
          "x-source": "assumed",
        }),
      ),
    }),
  ),
});

export type WebhookCreateRequest = Static<typeof WebhookCreateRequest>;

/** Request schema with new credentials of a webhook: either user name and password or a token. */
const WebhookCredentialsUpdate = Type.Object(
  { basicAuth: Type.Optional(BasicAuth), accessToken: text },
  { oneOf: [{ required: ["basicAuth"] }, { required: ["accessToken"] }] },
);

/** Request schema with the event to send once as a test. */
const WebhookTestRequest = Type.Object({ eventType });

/** Response schema of a webhook test: whether the test notification arrived. */
const WebhookTestResponse = Type.Object(
  {
    statusCode: Type.Optional(Type.Integer(assumed)),
    message: Type.Optional(Type.String(assumed)),
    messageId: Type.Optional(Type.String(assumed)),
    eventId: Type.Optional(Type.String(assumed)),
  },
  assumed,
);

const webhookId = { webhookId: Type.String() };

/** Operations on webhooks (service-api, "Webhooks"). */
export const webhookOperations = {
  listWebhooks: defineOperation({
    route: "GET /v1/op/webhooks",
    title: "List webhooks",
    kind: "read",
    idempotent: true,
    assumed: ["answers"],
    query: { isActive: Type.Optional(Type.Boolean()) },
    answers: { "application/json": WebhookList },
  }),
  getWebhook: defineOperation({
    route: "GET /v1/op/webhooks/{webhookId}",
    title: "Retrieve a webhook",
    kind: "read",
    idempotent: true,
    path: webhookId,
    answers: { "application/json": Webhook },
  }),
  createWebhook: defineOperation({
    route: "POST /v1/op/webhooks",
    title: "Create a webhook",
    kind: "define",
    idempotent: false,
    body: { type: "application/json", schema: WebhookCreateRequest },
    answers: { "application/json": Webhook },
  }),
  updateWebhook: defineOperation({
    route: "PUT /v1/op/webhooks/{webhookId}",
    title: "Update a webhook",
    kind: "define",
    idempotent: true,
    path: webhookId,
    body: { type: "application/json", schema: Webhook },
    answers: { "application/json": Webhook },
  }),
  updateWebhookCredentials: defineOperation({
    route: "PUT /v1/op/webhooks/{webhookId}/credentials",
    title: "Update the credentials of a webhook",
    kind: "define",
    idempotent: true,
    path: webhookId,
    body: { type: "application/json", schema: WebhookCredentialsUpdate },
    answers: { "application/json": Webhook },
  }),
  deleteWebhook: defineOperation({
    route: "DELETE /v1/op/webhooks/{webhookId}",
    title: "Delete a webhook",
    kind: "delete",
    idempotent: true,
    path: webhookId,
    answers: { "application/json": Webhook },
  }),
  deleteWebhookCredentials: defineOperation({
    route: "DELETE /v1/op/webhooks/{webhookId}/credentials",
    title: "Delete the credentials of a webhook",
    kind: "delete",
    idempotent: true,
    path: webhookId,
    answers: { "application/json": Webhook },
  }),
  sendWebhookTestEvent: defineOperation({
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
