import { Channel, type Packet } from "../../protocol/channel.ts";
import type { OperationsStrings } from "../../protocol/operations-strings.ts";
import {
  type EventsToOperationsView,
  isOperationsEvent,
  type OperationsViewState,
  type RequestsFromOperationsView,
} from "../../protocol/operations-view.ts";
import { element } from "../element.ts";
import { failureMessageOf } from "../failure-text.ts";
import { loadPage } from "../load-page.ts";
import { OperationPage } from "./operation-page.ts";
import { OperationsHost } from "./operations-host.ts";
import { createAmountFormats, type PageContext } from "./page-context.ts";

interface VsCodeApi {
  postMessage(message: Packet): void;
  getState(): unknown;
  setState(state: OperationsViewState): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const api = acquireVsCodeApi();
const main = document.querySelector<HTMLElement>("#operation");
const strings = JSON.parse(document.body.dataset["strings"] ?? "{}") as OperationsStrings;
const live = element("div", { class: "visually-hidden", role: "status", "aria-live": "polite" });
const content = element("div", { class: "page" });
const failure = element("p", { class: "message is-error", role: "alert", hidden: true });
let page: OperationPage | undefined;

const channel = new Channel<
  RequestsFromOperationsView,
  Record<never, never>,
  Record<never, never>,
  EventsToOperationsView
>({
  port: { post: (packet) => api.postMessage(packet) },
  handlers: {},
  listeners: {
    progress: (value) => isOperationsEvent.progress(value) && page?.showProgress(value),
    target: (value) => isOperationsEvent.target(value) && page?.showPlace(value),
    availability: (value) => isOperationsEvent.availability(value) && page?.showAvailability(value.unavailable),
    history: (value) => isOperationsEvent.history(value) && page?.showHistory(value.calls),
  },
});

const context: PageContext = {
  host: new OperationsHost(channel, strings),
  strings,
  amounts: createAmountFormats(document.documentElement.lang || "en"),
  announce: (text) => {
    live.textContent = text;
  },
  report: (error) => {
    failure.textContent = failureMessageOf(error);
    failure.hidden = failure.textContent === "";
  },
};

async function load(): Promise<void> {
  const opened = await context.host.request("ready", {});
  page = new OperationPage(context, opened, (values) =>
    api.setState({ operation: opened.form.operation, target: opened.target, values }),
  );
  content.replaceChildren(page.element);
  // A page restored by a reload must not take the focus.
  if (document.hasFocus()) {
    page.focus();
  }
}

main?.append(failure, content, live);
// On the document, because after a click beside the fields none of them has the focus.
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    void page?.send();
  }
});
window.addEventListener("message", (event) => channel.receive(event.data));
void loadPage(content, strings, load);
