import * as vscode from "vscode";
import type { Webhook, WebhookCreateRequest } from "../../contract/webhooks.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { askLine } from "../../host/step-input.ts";
import { isTargetUrl } from "./webhook-model.ts";
import { eventText } from "./webhook-tree-item.ts";

type Details = NonNullable<Webhook["details"]>;
type Events = NonNullable<Details["events"]>;
type Credentials = NonNullable<WebhookCreateRequest["credentials"]>;

/** One change of a webhook. */
export type WebhookChange =
  | { readonly kind: "details"; readonly details: Details }
  | { readonly kind: "credentials"; readonly credentials: Credentials }
  | { readonly kind: "noCredentials" };

/** Event types of the specification (service-api, "Events"). */
const eventTypes = ["jobResultSuccess", "jobResultFailure"];

/** Asks for a new webhook. `keys` are the names of the tenant's signing keys. Throws CancelledError. */
export async function askNewWebhook(tenant: string, keys: readonly string[]): Promise<WebhookCreateRequest> {
  const title = vscode.l10n.t("New Webhook of {0}", tenant);
  const targetUrl = await askTarget(title, undefined);
  const events = await askEvents(title, eventTypes);
  const displayName = await askName(title, new URL(targetUrl).host);
  const keyName = await askKey(title, keys, undefined);
  const credentials = await askCredentials(title, vscode.l10n.t("None"));
  return {
    details: { targetUrl, isActive: true, events, ...named(displayName), ...(keyName !== undefined && { keyName }) },
    ...(credentials && { credentials }),
  };
}

/** Asks what of a webhook is to change, and how. Throws CancelledError. */
export async function askWebhookChange({ details = {} }: Webhook, name: string): Promise<WebhookChange> {
  const title = vscode.l10n.t("Edit Webhook {0}", name);
  const { targetUrl = "", isActive = true, events = [], displayName, keyName } = details;
  const types = events.map(({ eventType = "" }) => eventType);
  const changed = (change: Partial<Details>): WebhookChange => ({
    kind: "details",
    details: { ...details, ...change },
  });
  const { keyName: _keyName, ...unsigned } = details;
  const { displayName: _displayName, ...unnamed } = details;
  const picked = await pick<vscode.QuickPickItem & { run(): Promise<WebhookChange> }>(
    title,
    vscode.l10n.t("What to change"),
    [
      {
        label: isActive ? vscode.l10n.t("Set Inactive") : vscode.l10n.t("Set Active"),
        detail: isActive
          ? vscode.l10n.t("Nothing is sent from then on, and what waits is given up.")
          : vscode.l10n.t("It is told of jobs that end from then on."),
        run: async () => changed({ isActive: !isActive }),
      },
      {
        label: vscode.l10n.t("Target"),
        description: targetUrl,
        run: async () => changed({ targetUrl: await askTarget(title, targetUrl) }),
      },
      {
        label: vscode.l10n.t("Events"),
        description: types.map(eventText).join(", "),
        run: async () => changed({ events: await askEvents(title, types) }),
      },
      {
        label: vscode.l10n.t("Name"),
        description: displayName ?? "",
        run: async () => ({
          kind: "details",
          details: { ...unnamed, ...named(await askName(title, displayName ?? "")) },
        }),
      },
      {
        label: vscode.l10n.t("Signing Key"),
        description: keyName ?? vscode.l10n.t("not signed"),
        run: async () => {
          const chosen = await askKey(title, keyName === undefined ? [] : [keyName], keyName);
          return chosen === undefined ? { kind: "details", details: unsigned } : changed({ keyName: chosen });
        },
      },
      {
        label: vscode.l10n.t("Credentials"),
        description: vscode.l10n.t("never shown"),
        run: async () => {
          const credentials = await askCredentials(title, vscode.l10n.t("Remove Them"));
          return credentials ? { kind: "credentials", credentials } : { kind: "noCredentials" };
        },
      },
    ],
  );
  return picked.run();
}

/** Asks which event to send as a test; those of the webhook come first. Throws CancelledError. */
export async function askEvent(name: string, events: Events): Promise<string> {
  const own = events.flatMap(({ eventType }) => eventType ?? []);
  const types = [...new Set([...own, ...eventTypes])];
  const picked = await pick(
    vscode.l10n.t("Test Webhook {0}", name),
    vscode.l10n.t("Event to send once"),
    types.map((eventType) => ({ label: eventText(eventType), description: eventType, eventType })),
  );
  return picked.eventType;
}

function askTarget(title: string, value: string | undefined): Promise<string> {
  return ask(title, {
    prompt: vscode.l10n.t("Address that is told when a job ends"),
    placeHolder: "https://hooks.example.com/workforce",
    value: value ?? "",
    problemOf: (text) =>
      isTargetUrl(text)
        ? undefined
        : vscode.l10n.t("An address that begins with http:// or https://, without a user name or password in it."),
  });
}

async function askEvents(title: string, types: readonly string[]): Promise<Events> {
  const all = [...new Set([...eventTypes, ...types])];
  const picked = await vscode.window.showQuickPick(
    all.map((eventType) => ({
      label: eventText(eventType),
      description: eventType,
      picked: types.includes(eventType),
      eventType,
    })),
    { title, placeHolder: vscode.l10n.t("Events to send"), canPickMany: true, ignoreFocusOut: true },
  );
  if (!picked || picked.length === 0) {
    throw new CancelledError();
  }
  return picked.map(({ eventType }) => ({ eventType }));
}

function askName(title: string, value: string): Promise<string> {
  return ask(title, { prompt: vscode.l10n.t("Name in the tree; empty for the address"), value });
}

function named(name: string): { readonly displayName?: string } {
  return name.trim() === "" ? {} : { displayName: name };
}

/** Asks for the name of the key that signs. Undefined means that messages are not signed. */
async function askKey(
  title: string,
  keys: readonly string[],
  current: string | undefined,
): Promise<string | undefined> {
  const other = vscode.l10n.t("New Key...");
  const unsigned = vscode.l10n.t("Not Signed");
  const { label } = await pick(title, vscode.l10n.t("Key that signs the messages, as Standard Webhooks says"), [
    ...keys.map((label) => ({
      label,
      description: label === current ? vscode.l10n.t("current") : "",
      detail: vscode.l10n.t("The receiver has its secret already."),
    })),
    { label: other, detail: vscode.l10n.t("Its secret is shown once, for the receiver.") },
    { label: unsigned, detail: vscode.l10n.t("Anybody who knows the address can send messages to it.") },
  ]);
  if (label === unsigned) {
    return undefined;
  }
  return label === other
    ? ask(title, {
        prompt: vscode.l10n.t("Name of the key"),
        value: "jobs",
        problemOf: (text) => (text.trim() === "" ? vscode.l10n.t("A key needs a name.") : undefined),
      })
    : label;
}

/** `none` is the label of the choice of no credentials. */
async function askCredentials(title: string, none: string): Promise<Credentials | undefined> {
  const basic = vscode.l10n.t("User Name and Password");
  const token = vscode.l10n.t("Access Token");
  const { label } = await pick(title, vscode.l10n.t("Credentials that the target asks for"), [
    { label: none },
    { label: basic, detail: vscode.l10n.t("Basic authentication. They are kept by the service only.") },
    { label: token, detail: vscode.l10n.t("Bearer token. It is kept by the service only.") },
  ]);
  if (label === none) {
    return undefined;
  }
  if (label === token) {
    return { accessToken: await ask(title, { prompt: token, isSecret: true, problemOf: emptyProblem }) };
  }
  const username = await ask(title, { prompt: vscode.l10n.t("User name"), problemOf: emptyProblem });
  const password = await ask(title, { prompt: vscode.l10n.t("Password"), isSecret: true, problemOf: emptyProblem });
  return { basicAuth: { username, password } };
}

function emptyProblem(text: string): string | undefined {
  return text === "" ? vscode.l10n.t("It cannot be empty.") : undefined;
}

async function ask(title: string, step: Parameters<typeof askLine>[1]): Promise<string> {
  const text = await askLine(title, step, { ignoreFocusOut: true });
  if (text === undefined) {
    throw new CancelledError();
  }
  return text;
}

async function pick<Item extends vscode.QuickPickItem>(
  title: string,
  placeHolder: string,
  items: readonly Item[],
): Promise<Item> {
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: true });
  if (!picked) {
    throw new CancelledError();
  }
  return picked;
}
