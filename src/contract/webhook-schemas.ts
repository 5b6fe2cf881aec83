import type { Static } from "typebox";
import * as Type from "typebox";

const text = Type.Optional(Type.String());
const assumed = { "x-source": "assumed" };
/** Name of an event, such as `jobResultSuccess` and `jobResultFailure` (service-api, "Events"). */
const eventType = Type.Optional(Type.String({ examples: ["jobResultSuccess", "jobResultFailure"] }));
const BasicAuth = Type.Object({ username: text, password: text });

/**
 * Target and events of notifications, which are sent only while `isActive` is true (service-api, "Webhooks", "Events").
 */
const WebhookDetails = Type.Object({
  targetUrl: text,
  isActive: Type.Optional(Type.Boolean()),
  keyName: text,
  events: Type.Optional(Type.Array(Type.Object({ eventType }))),
  displayName: text,
});

/** A webhook. Responses never contain its credentials. */
export const Webhook = Type.Object({
  webhookId: Type.Optional(Type.String({ description: "Sent on update." })),
  details: Type.Optional(WebhookDetails),
});
export type Webhook = Static<typeof Webhook>;

/** Webhooks of the tenant. */
export const WebhookList = Type.Object({ webhooks: Type.Optional(Type.Array(Webhook, assumed)) }, assumed);
export type WebhookList = Static<typeof WebhookList>;

/** A new webhook, with optional credentials. */
export const WebhookCreateRequest = Type.Object({
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

/** New credentials of a webhook: either user name and password or a token. */
export const WebhookCredentialsUpdate = Type.Object(
  { basicAuth: Type.Optional(BasicAuth), accessToken: text },
  { oneOf: [{ required: ["basicAuth"] }, { required: ["accessToken"] }] },
);
export type WebhookCredentialsUpdate = Static<typeof WebhookCredentialsUpdate>;

/** The event to send once as a test. */
export const WebhookTestRequest = Type.Object({ eventType });
export type WebhookTestRequest = Static<typeof WebhookTestRequest>;

/** Whether the notification arrived. */
export const WebhookTestResponse = Type.Object(
  {
    statusCode: Type.Optional(Type.Integer(assumed)),
    message: Type.Optional(Type.String(assumed)),
    messageId: Type.Optional(Type.String(assumed)),
    eventId: Type.Optional(Type.String(assumed)),
  },
  assumed,
);
export type WebhookTestResponse = Static<typeof WebhookTestResponse>;
