import { randomUUID } from "node:crypto";
import type { Webhook, webhookOperations } from "../../contract/webhooks.ts";
import { createJsonResponse, HttpError } from "../call/call.ts";
import type { OperationHandlers, ServiceDependencies } from "../parts/service-dependencies.ts";
import type { StoredDelivery } from "../store/webhook-outbox.ts";
import type { StoredWebhook } from "../store/webhook-store.ts";
import { readCredentials, readDetails, readEventType } from "../webhooks/read-webhook.ts";

/** Number of webhooks that a tenant can have; our choice (semantics.md, "Webhooks"). */
const maxWebhooks = 100;
/** Number of deliveries in an answer about one webhook, and in a list about each. */
const shownDeliveries = 50;
const listedDeliveries = 5;

export const webhookHandlers: OperationHandlers<typeof webhookOperations> = {
  async listWebhooks({ query, tenant }, parts) {
    const webhooks = await parts.webhooks.list(tenant.code, query.isActive);
    return createJsonResponse({ webhooks: await toAnswers(webhooks, listedDeliveries, parts) });
  },

  async getWebhook({ path, tenant }, parts) {
    return respond((await parts.webhooks.find(tenant.code, path.webhookId)) ?? unknown(path.webhookId), parts);
  },

  async createWebhook({ body, tenant }, parts) {
    const { isActive = true, ...details } = readDetails(body.details);
    const credentials = readCredentials(body.credentials);
    const added = await parts.webhooks.add(tenant.code, { ...details, isActive }, credentials, maxWebhooks);
    if (!added) {
      throw new HttpError(
        409,
        "WEBHOOKS_FULL",
        `The tenant ${tenant.code} has ${maxWebhooks} webhooks, which is the limit; delete one that is not needed.`,
      );
    }
    return respond(added.webhook, parts, added.newSecret);
  },

  async updateWebhook({ path: { webhookId }, body, tenant }, parts) {
    if (body.webhookId != null && body.webhookId !== webhookId) {
      throw new HttpError(400, "WEBHOOK_MISMATCH", "The webhookId of the body is not the one of the path.");
    }
    const saved = await parts.webhooks.update(tenant.code, webhookId, readDetails(body.details));
    parts.webhookDeliveries.webhookChanged();
    const { webhook, newSecret } = saved ?? unknown(webhookId);
    return respond(webhook, parts, newSecret);
  },

  async updateWebhookCredentials({ path: { webhookId }, body, tenant }, parts) {
    const credentials = readCredentials(body);
    if (!credentials) {
      throw new HttpError(400, "CREDENTIALS_MISSING", "The request needs basicAuth or accessToken.");
    }
    const webhook = await parts.webhooks.setCredentials(tenant.code, webhookId, credentials);
    parts.webhookDeliveries.webhookChanged();
    return respond(webhook ?? unknown(webhookId), parts);
  },

  async deleteWebhook({ path: { webhookId }, tenant }, parts) {
    const deleted = await parts.webhooks.delete(tenant.code, webhookId);
    parts.webhookDeliveries.webhookChanged();
    return createJsonResponse(toWebhook(deleted ?? unknown(webhookId)));
  },

  async deleteWebhookCredentials({ path: { webhookId }, tenant }, parts) {
    const webhook = await parts.webhooks.setCredentials(tenant.code, webhookId, undefined);
    parts.webhookDeliveries.webhookChanged();
    return respond(webhook ?? unknown(webhookId), parts);
  },

  async sendWebhookTestEvent({ path: { webhookId }, body, tenant, signal }, parts) {
    const type = readEventType("The test event", body.eventType);
    const target = (await parts.webhooks.find(tenant.code, webhookId)) ?? unknown(webhookId);
    const { status, message, messageId } = await parts.webhookDeliveries.sendTest(target, type, signal);
    const statusCode = status !== undefined && { statusCode: status };
    return createJsonResponse({ ...statusCode, message, messageId, eventId: randomUUID() });
  },
};

async function respond(webhook: StoredWebhook, parts: ServiceDependencies, signingSecret?: string) {
  const [answer] = await toAnswers([webhook], shownDeliveries, parts);
  return createJsonResponse({ ...answer, ...(signingSecret !== undefined && { signingSecret }) });
}

/** `deliveries` is in addition to the fields of the specification. */
async function toAnswers(webhooks: readonly StoredWebhook[], limit: number, { outbox }: ServiceDependencies) {
  const ids = webhooks.map(({ id }) => id);
  const deliveries = ids.length > 0 ? await outbox.recent(ids, limit) : [];
  return webhooks.map((webhook) => ({
    ...toWebhook(webhook),
    deliveries: deliveries.filter((delivery) => delivery.webhook === webhook.id).map(toDelivery),
  }));
}

/** The definition alone, whatever else there is of the webhook. */
function toWebhook({ id, targetUrl, isActive, keyName, eventTypes, displayName }: StoredWebhook): Webhook {
  return {
    webhookId: id,
    details: {
      targetUrl,
      isActive,
      ...(keyName !== undefined && { keyName }),
      events: eventTypes.map((eventType) => ({ eventType })),
      ...(displayName !== undefined && { displayName }),
    },
  };
}

function toDelivery({ id, eventType, job, state, created, attempts, ...last }: StoredDelivery) {
  return {
    messageId: id,
    eventType,
    ...(job !== undefined && { jobId: job }),
    state,
    createdTime: timeText(created),
    attempts,
    ...(last.lastAt !== undefined && { lastAttemptTime: timeText(last.lastAt) }),
    ...(last.lastStatus !== undefined && { statusCode: last.lastStatus }),
    ...(last.lastMessage !== undefined && { message: last.lastMessage }),
    ...(last.nextAt !== undefined && { nextAttemptTime: timeText(last.nextAt) }),
  };
}

function timeText(time: number): string {
  return new Date(time).toISOString();
}

function unknown(id: string): never {
  throw new HttpError(404, "WEBHOOK_UNKNOWN", `There is no webhook ${id}.`);
}
