import { Channel, type Packet } from "../../protocol/channel.ts";
import { fillText } from "../../protocol/fill-text.ts";
import type { TransactionStrings } from "../../protocol/transaction-strings.ts";
import {
  type EventsToTransactionView,
  isTransactionSnapshot,
  isTransactionViewState,
  type RequestsFromTransactionView,
  type TransactionSnapshot,
  type TransactionViewState,
} from "../../protocol/transaction-view.ts";
import { element } from "../element.ts";
import { failureMessageOf } from "../failure-text.ts";
import { loadPage } from "../load-page.ts";
import { DetailsPane } from "./details-pane.ts";
import { JobsPane } from "./jobs-pane.ts";
import type { PageContext } from "./page-context.ts";
import { TenantsPane } from "./tenants-pane.ts";

type NoMessages = Record<never, never>;

interface VsCodeApi {
  postMessage(message: Packet): void;
  setState(state: TransactionViewState): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const api = acquireVsCodeApi();
const main = document.querySelector<HTMLElement>("#transaction");
const strings = JSON.parse(document.body.dataset["strings"] ?? "{}") as TransactionStrings;
const language = document.documentElement.lang || "en";
const live = element("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
const content = element("div", { class: "page" });
const failure = element("p", { class: "message is-error", role: "alert", hidden: true });

const channel = new Channel<RequestsFromTransactionView, NoMessages, NoMessages, EventsToTransactionView>({
  port: { post: (packet) => api.postMessage(packet) },
  handlers: {},
  listeners: { snapshot: (value) => isTransactionSnapshot(value) && show(value) },
});

const context: PageContext = {
  strings,
  numbers: new Intl.NumberFormat(language),
  times: new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" }),
  async do(name, params) {
    failure.hidden = true;
    try {
      await channel.request(name, params);
    } catch (error) {
      failure.textContent = failureMessageOf(error);
      failure.hidden = failure.textContent === "";
    }
  },
  announce: (text) => {
    live.textContent = text;
  },
};

const details = new DetailsPane(context);
const jobs = new JobsPane(context);
const tenants = new TenantsPane(context);

function show(snapshot: TransactionSnapshot): void {
  details.show(
    snapshot.details,
    snapshot.jobs.some(({ phase }) => phase === "failed"),
  );
  jobs.show(snapshot.jobs);
  tenants.show(snapshot);
}

async function load(): Promise<void> {
  const { snapshot, state } = await channel.request("ready", {});
  if (!isTransactionSnapshot(snapshot) || !isTransactionViewState(state)) {
    throw new Error(fillText(strings.malformedAnswer, "ready"));
  }
  api.setState(state);
  content.replaceChildren(details.element, jobs.element, tenants.element);
  show(snapshot);
}

main?.append(failure, content, live);
window.addEventListener("message", (event) => channel.receive(event.data));
void loadPage(content, strings, load);
