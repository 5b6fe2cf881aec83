import type { Frame } from "playwright-core";
import { webviewFrame } from "../host/workbench.mjs";
import type { WorkforceWindow } from "./workforce-window.ts";

/** What a person fills into the page of a new connection. */
export interface NewConnection {
  readonly address: string;
  readonly name: string;
  readonly role: "development" | "test" | "production";
  readonly apiKey: string;
  /** User name and password when left out. */
  readonly signIn?: "password" | "authorization-code";
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly username?: string;
  readonly password?: string;
  /** Small groups are shown when left out. */
  readonly smallGroups?: { readonly mode: "mark" | "hide"; readonly threshold: number };
}

/** Adds a connection and waits until it works. */
export async function addConnection(window: WorkforceWindow, added: NewConnection): Promise<void> {
  const frame = await describeConnection(window, added);
  await frame.getByRole("button", { name: "Save", exact: true }).click();
  await window.takeNotification(`${added.name} works`);
}

/** Fills the page of a new connection. */
export async function describeConnection(
  window: WorkforceWindow,
  { address, name, smallGroups, ...others }: NewConnection,
): Promise<Frame> {
  await window.command("Workforce: Add Connection...");
  const frame = await connectionPage(window, "Add Connection");
  await frame.locator("#host").fill(address);
  await frame.locator("#label").fill(name);
  // What belongs to a choice is there once it is made.
  for (const choice of ["role", "signIn"] as const) {
    await frame.locator(`#${choice}`).selectOption(others[choice] ?? "asid");
  }
  for (const text of ["apiKey", "clientId", "clientSecret", "username", "password"] as const) {
    const field = frame.locator(`#${text}`);
    const value = others[text];
    if (value !== undefined && (await field.isVisible())) {
      await field.fill(value);
    }
  }
  if (others.role === "production" || smallGroups) {
    await frame.getByText("Advanced", { exact: true }).click();
    await frame.locator("#smallGroups").selectOption(smallGroups?.mode ?? "off");
  }
  if (smallGroups) {
    await frame.locator("#threshold").fill(String(smallGroups.threshold));
  }
  return frame;
}

/** The page of a connection, by the title of its tab, once its fields are there. */
export async function connectionPage(window: WorkforceWindow, title: string): Promise<Frame> {
  const frame = await webviewFrame(window.page, title);
  await frame.locator("#host").waitFor();
  return frame;
}
