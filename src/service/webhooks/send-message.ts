import { createHmac } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import type { Egress } from "../egress/egress.ts";
import { EgressFailed } from "../egress/egress-failed.ts";
import { EgressRefused } from "../egress/host-rules.ts";
import type { WebhookTarget } from "../store/webhook-store.ts";

/** A message to a target: an event on its way to one webhook. */
interface WebhookMessage {
  readonly id: string;
  readonly body: string;
}

/** Outcome of sending a message once. */
export interface SendOutcome {
  readonly isDelivered: boolean;
  /** Whether the target says that it is gone for good. */
  readonly isGone: boolean;
  /** HTTP status of the answer, if there was one. */
  readonly status: number | undefined;
  /** Message for users, without anything that the target sent. */
  readonly message: string;
}

/** Time for one attempt, from looking up the name to the end of the answer. */
const attemptTimeoutMs = 10_000;
/** The rest of an answer is not read: nobody looks at it. */
const maxAnswerBytes = 65_536;

/**
 * Signs a message as Standard Webhooks does: HMAC-SHA256 over id, timestamp and body. `secret` is `whsec_` and base64;
 * `timestamp` is in epoch seconds.
 */
export function signMessage(secret: string, { id, body }: WebhookMessage, timestamp: number): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}

/** Sends a message once. Throws only the reason of the signal. */
export async function sendMessage(
  target: WebhookTarget,
  message: WebhookMessage,
  { egress, clock, signal }: { readonly egress: Egress; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<SendOutcome> {
  const isOver = new AbortController();
  const ended = AbortSignal.any([signal, isOver.signal]);
  const waiting = new AbortController();
  clock.sleep(attemptTimeoutMs, waiting.signal).then(
    () => isOver.abort(),
    () => undefined,
  );
  try {
    const timestamp = Math.floor(clock.now() / 1000);
    const { status, body } = await egress.request(target.targetUrl, {
      method: "POST",
      headers: headersOf(target, message, timestamp),
      body: message.body,
      signal: ended,
    });
    let bytes = 0;
    for await (const piece of body as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes >= maxAnswerBytes) {
        break;
      }
    }
    return outcomeOf(status);
  } catch (error) {
    signal.throwIfAborted();
    return { isDelivered: false, isGone: false, status: undefined, message: describeFailure(error, isOver.signal) };
  } finally {
    waiting.abort();
  }
}

function headersOf(
  { credentials, signingSecret }: WebhookTarget,
  message: WebhookMessage,
  timestamp: number,
): Record<string, string> {
  return {
    "content-type": "application/json",
    "user-agent": "workforce-webhooks",
    "webhook-id": message.id,
    "webhook-timestamp": String(timestamp),
    ...(signingSecret !== undefined && { "webhook-signature": signMessage(signingSecret, message, timestamp) }),
    ...(credentials && { authorization: authorizationOf(credentials) }),
  };
}

function authorizationOf(credentials: NonNullable<WebhookTarget["credentials"]>): string {
  if (credentials.kind === "token") {
    return `Bearer ${credentials.accessToken}`;
  }
  return `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString("base64")}`;
}

function outcomeOf(status: number): SendOutcome {
  const isDelivered = status >= 200 && status < 300;
  if (isDelivered) {
    return { isDelivered, isGone: false, status, message: "Delivered" };
  }
  const isRedirect = status >= 300 && status < 400;
  return {
    isDelivered,
    isGone: status === 410,
    status,
    message: `The target answered ${status}${isRedirect ? ", a redirect, which is not followed" : ""}.`,
  };
}

function describeFailure(error: unknown, isOver: AbortSignal): string {
  if (isOver.aborted) {
    return `The target did not answer within ${attemptTimeoutMs / 1000} s.`;
  }
  if (error instanceof EgressRefused || error instanceof EgressFailed) {
    return error.message;
  }
  throw error;
}
