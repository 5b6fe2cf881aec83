import assert from "node:assert/strict";
import type { Frame, Locator, Page } from "playwright-core";
import type { IntakeCall, OtherAnswer } from "../../support/intake-server.ts";
import { eventually } from "./workforce-window.ts";

export const commandLink = "[Get access](command:workbench.action.terminal.new)";
export const webLink = "[Read why](https://evil.example/why)";
export const htmlLink = '<a href="command:workbench.action.terminal.new">Fix it</a>';
/** A text of somebody else that tries everything VS Code may make a link, a picture or an icon of. */
export const hostileText = `Limited. ${commandLink} ${webLink} ${htmlLink} ![p](https://evil.example/p.png) $(error)`;

export const tenant = "WFF_[go](command:workbench.action.terminal.new)";
export const project = `Pay review ${commandLink} $(error)`;

/** A host of the service whose names, descriptions and rows are all such texts. */
export function hostileAnswer({ method, path }: IntakeCall): OtherAnswer | undefined {
  const body = answers[`${method} ${path}`];
  return body === undefined ? undefined : { status: 200, body };
}

const table = {
  uuid: "t-1",
  objectName: "badges",
  basicInformation: { displayName: hostileText, description: hostileText },
  columns: [{ name: "badge_no", dataType: "![p](https://evil.example/p.png)" }],
};

const answers: Readonly<Record<string, unknown>> = {
  "GET /v1/auth/oauth2/userinfo": {
    sub: "ada",
    "service:tenant_id": tenant,
    "service:user_id": "u-1",
    "service:tenant_details": { details: [{ tenantCode: tenant, displayName: `Acme ${commandLink}` }] },
  },
  "GET /v1alpha/data/table-sources/tables": { tables: [table] },
  "GET /v1alpha/data/table-sources/tables/t-1": table,
  "GET /v1alpha/data/table-sources/tables/t-1/metadata": {
    recordCount: "2",
    recordsUpdatedAt: "2026-01-02T03:04:05Z",
    transactionId: htmlLink,
    metadata: {
      [commandLink]: webLink,
      "[a]: command:workbench.action.terminal.new": "<command:workbench.action.terminal.new>",
    },
  },
  "GET /v1alpha/reporting/reports": {
    reports: [{ id: "r-1", title: "Turnover report", description: hostileText, owner: commandLink }],
  },
  "GET /v1/admin/projects": {
    openProjects: [{ id: "p-1", name: project, description: hostileText }],
  },
  "GET /v1/op/job-status/jobs": {
    jobStatus: [
      { jobId: "j-1", tenant: hostileText, status: "Failed", jobType: "Processing", startTime: "2026-01-02T03:04:05Z" },
    ],
  },
  "POST /v1/data/query/sql": {
    header: { "0": hostileText, "1": "Name" },
    rows: [{ "0": hostileText, "1": "Ada" }],
  },
};

/** What leads where the hostile texts want to, or fetches from there. */
export async function hostileLinks(place: Page | Frame | Locator): Promise<readonly string[]> {
  const ends = ["terminal.new", "evil.example"];
  const ways = ["a[href", "[data-href", "[src"];
  const found = place.locator(ends.flatMap((end) => ways.map((way) => `${way}*="${end}"]`)).join(", "));
  return await found.evaluateAll((all) => all.map((one) => one.outerHTML));
}

/** A text as it is read: without characters of no width, and with plain spaces. */
export function readable(text: string): string {
  return text.replaceAll("\u200b", "").replaceAll("\u00a0", " ");
}

/** Waits until a part of the window shows texts letter by letter, and asserts that no link has been made of them. */
export async function showsPlainly(part: Locator, ...texts: readonly string[]): Promise<void> {
  await eventually(() => assertShown(part, texts));
  assert.deepEqual(await hostileLinks(part), []);
}

/** As `showsPlainly`, but fails at once: for a card that must be opened again when it does not show the texts yet. */
export async function assertShownPlainly(part: Locator, ...texts: readonly string[]): Promise<void> {
  await assertShown(part, texts);
  assert.deepEqual(await hostileLinks(part), []);
}

async function assertShown(part: Locator, texts: readonly string[]): Promise<void> {
  const shown = readable((await part.allInnerTexts()).join("\n"));
  for (const text of texts) {
    assert.ok(shown.includes(text), `"${text}" is not in "${shown}"`);
  }
}
