import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { CancelledError } from "../../host/cancellation.ts";
import { type Connection, type ConnectionSecrets, parseHost, parseVanityName, roles } from "./connection-model.ts";

interface Step {
  readonly prompt: string;
  readonly value?: string;
  readonly placeHolder?: string;
  readonly isSecret?: boolean;
  readonly check?: (text: string) => { readonly ok: boolean; readonly problem?: string };
}

/** Asks for a connection step by step; Escape at any step leaves everything as it was. */
export async function askConnection(
  known?: Connection,
  knownSecrets?: ConnectionSecrets,
): Promise<{ connection: Connection; secrets: ConnectionSecrets }> {
  const title = known ? vscode.l10n.t("Edit Connection") : vscode.l10n.t("Add Connection");
  let step = 0;
  const ask = (input: Step) => askText(`${title} (${++step}/7)`, input);
  const required = (text: string) =>
    text.trim() === "" ? { ok: false, problem: vscode.l10n.t("This is needed.") } : { ok: true };

  const host = await ask({
    prompt: vscode.l10n.t("Address of the service, without the vanity name"),
    placeHolder: "https://api.example.com",
    value: known?.host ?? "",
    check: parseHost,
  });
  const vanityName = await ask({
    prompt: vscode.l10n.t("Vanity name of the tenant; leave it empty when the address already holds it"),
    value: known?.vanityName ?? "",
    check: parseVanityName,
  });
  const label = await ask({
    prompt: vscode.l10n.t("Name to show for this connection"),
    value: known?.label ?? (vanityName || host),
    check: required,
  });
  const keep = known ? vscode.l10n.t(" (leave it empty to keep the stored one)") : "";
  const requiredOnce = known ? undefined : required;
  const apiKey = await ask({
    prompt: vscode.l10n.t("API key of the tenant") + keep,
    isSecret: true,
    ...(requiredOnce && { check: requiredOnce }),
  });
  const username = await ask({ prompt: vscode.l10n.t("User name"), value: known?.username ?? "", check: required });
  const password = await ask({
    prompt: vscode.l10n.t("Password") + keep,
    isSecret: true,
    ...(requiredOnce && { check: requiredOnce }),
  });
  const role = await askRole(`${title} (7/7)`, known?.role);
  const address = parseHost(host);
  return {
    connection: {
      id: known?.id ?? randomUUID(),
      kind: "remote",
      host: address.ok ? address.value : host,
      vanityName: vanityName.trim(),
      label: label.trim(),
      username: username.trim(),
      role,
    },
    secrets: {
      apiKey: apiKey || (knownSecrets?.apiKey ?? ""),
      password: password || (knownSecrets?.password ?? ""),
    },
  };
}

async function askText(title: string, { prompt, value, placeHolder, isSecret, check }: Step): Promise<string> {
  const text = await vscode.window.showInputBox({
    title,
    prompt,
    ignoreFocusOut: true,
    password: isSecret ?? false,
    ...(value !== undefined && { value }),
    ...(placeHolder !== undefined && { placeHolder }),
    ...(check && { validateInput: (typed: string) => check(typed).problem }),
  });
  if (text === undefined) {
    throw new CancelledError();
  }
  return text;
}

async function askRole(title: string, known: Connection["role"] | undefined): Promise<Connection["role"]> {
  const details = {
    development: vscode.l10n.t("Everything is allowed"),
    test: vscode.l10n.t("Publishing and deleting are asked"),
    production: vscode.l10n.t("Only reading is allowed without a question; shown in red"),
  };
  const picked = await vscode.window.showQuickPick(
    roles.map((role) => ({
      label: role,
      description: role === known ? vscode.l10n.t("now") : "",
      detail: details[role],
    })),
    { title, placeHolder: vscode.l10n.t("Role of this connection"), ignoreFocusOut: true },
  );
  if (!picked) {
    throw new CancelledError();
  }
  return picked.label;
}
