import type { WebhookCreateRequest, Webhook as WebhookRequest } from "../../contract/webhooks.ts";
import { HttpError } from "../call/call.ts";
import { type WebhookEventType, webhookEventTypes } from "../store/webhook-outbox.ts";
import type { WebhookCredentials, WebhookDetails } from "../store/webhook-store.ts";

/** Details as they are sent. `isActive` is undefined if it was not sent. */
type SentDetails = Omit<WebhookDetails, "isActive"> & { readonly isActive: boolean | undefined };

const maxTargetLength = 2048;
const maxNameLength = 200;
const maxSecretLength = 4096;
/** Mask that other operations return instead of a secret. */
const mask = /^\*+$/;

/** Reads the details of a webhook. Throws a 400 that names the field. */
export function readDetails(details: WebhookRequest["details"] | null): SentDetails {
  const { targetUrl, isActive, keyName, events, displayName } = details ?? {};
  return {
    targetUrl: readTargetUrl(targetUrl),
    isActive: isActive ?? undefined,
    keyName: readName("details.keyName", keyName),
    eventTypes: readEvents(events),
    displayName: readName("details.displayName", displayName),
  };
}

/** Whether the target may be reached is known only when something is sent, since names and settings change. */
function readTargetUrl(targetUrl: string | null | undefined): string {
  if (targetUrl == null || targetUrl === "") {
    throw new HttpError(400, "TARGET_MISSING", "details.targetUrl is missing: the http or https address to send to.");
  }
  const url = URL.canParse(targetUrl) ? new URL(targetUrl) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw invalidTarget("is no web address; it must begin with http:// or https://");
  }
  if (url.username !== "" || url.password !== "") {
    throw invalidTarget("has a user name or password in it; send these as credentials of the webhook");
  }
  if (targetUrl.length > maxTargetLength) {
    throw invalidTarget(`has more than ${maxTargetLength} characters`);
  }
  return targetUrl;
}

function readEvents(
  events: readonly { readonly eventType?: string | null }[] | null | undefined,
): readonly WebhookEventType[] {
  if (!events?.length) {
    throw new HttpError(400, "EVENTS_MISSING", `details.events must name at least one of ${eventNames()}.`);
  }
  return [...new Set(events.map(({ eventType }) => readEventType("details.events", eventType)))];
}

/** Reads the type of an event. Throws a 400 for any other text. */
export function readEventType(field: string, eventType: string | null | undefined): WebhookEventType {
  const known = webhookEventTypes.find((type) => type === eventType);
  if (!known) {
    throw new HttpError(400, "EVENT_UNKNOWN", `${field}: an eventType must be one of ${eventNames()}.`);
  }
  return known;
}

function eventNames(): string {
  return webhookEventTypes.join(", ");
}

function readName(field: string, name: string | null | undefined): string | undefined {
  if (name == null) {
    return undefined;
  }
  if (name.trim() === "" || name.length > maxNameLength) {
    throw new HttpError(400, "NAME_INVALID", `${field} must have 1 to ${maxNameLength} characters.`);
  }
  return name;
}

/** Reads credentials. Undefined means none. Throws a 400, whose message has no part of them. */
export function readCredentials(
  sent: WebhookCreateRequest["credentials"] | null | undefined,
): WebhookCredentials | undefined {
  const { basicAuth, accessToken } = sent ?? {};
  if (basicAuth != null && accessToken != null) {
    throw invalidCredentials("have both basicAuth and accessToken; send one of them");
  }
  if (basicAuth != null) {
    const { username, password } = basicAuth;
    if (username == null || username === "" || password == null) {
      throw invalidCredentials("need a username and a password in basicAuth");
    }
    // RFC 7617: the first colon ends the user name.
    if (username.includes(":")) {
      throw invalidCredentials("have a colon in the username, which HTTP does not allow");
    }
    checkSecret("password", password);
    checkSecret("username", username);
    return { kind: "basic", username, password };
  }
  if (accessToken == null) {
    return undefined;
  }
  checkSecret("accessToken", accessToken);
  if (!/^[\x21-\x7e]+$/.test(accessToken)) {
    throw invalidCredentials("need an accessToken of visible ASCII characters without spaces");
  }
  return { kind: "token", accessToken };
}

function checkSecret(field: string, value: string): void {
  if (mask.test(value)) {
    throw invalidCredentials(
      `have asterisks in place of the ${field}; send it in plain text, or leave the credentials out`,
    );
  }
  const hasControlCharacter = [...value].some((character) => character < " " || character === "\x7f");
  if (hasControlCharacter || value.length > maxSecretLength) {
    throw invalidCredentials(`need a ${field} of at most ${maxSecretLength} characters without control characters`);
  }
}

function invalidTarget(problem: string): HttpError {
  return new HttpError(400, "TARGET_INVALID", `The target ${problem}.`);
}

function invalidCredentials(problem: string): HttpError {
  return new HttpError(400, "CREDENTIALS_INVALID", `The credentials ${problem}.`);
}
