import { Channel, type Packet } from "../../protocol/channel.ts";
import { fillText } from "../../protocol/fill-text.ts";
import type { ViewGraphStrings } from "../../protocol/view-graph-strings.ts";
import {
  type EventsToViewGraph,
  type GraphNode,
  isViewGraphSnapshot,
  type RequestsFromViewGraph,
  type ViewGraphSnapshot,
} from "../../protocol/view-graph-view.ts";
import { element, icon } from "../element.ts";
import { failureMessageOf } from "../failure-text.ts";
import { loadPage } from "../load-page.ts";
import { createViewGraph } from "./view-graph.ts";

type NoMessages = Record<never, never>;

declare function acquireVsCodeApi(): { postMessage(message: Packet): void };

const api = acquireVsCodeApi();
const main = document.querySelector<HTMLElement>("#views");
const strings = JSON.parse(document.body.dataset["strings"] ?? "{}") as ViewGraphStrings;
const failure = element("p", { class: "message is-error", role: "alert", hidden: true });
const content = element("div", { class: "page" });
const channel = new Channel<RequestsFromViewGraph, NoMessages, NoMessages, EventsToViewGraph>({
  port: { post: (packet) => api.postMessage(packet) },
  handlers: {},
  listeners: { snapshot: (value) => isViewGraphSnapshot(value) && show(value) },
});

async function open(id: string): Promise<void> {
  failure.hidden = true;
  try {
    await channel.request("open", { id });
  } catch (error) {
    failure.textContent = failureMessageOf(error);
    failure.hidden = failure.textContent === "";
  }
}

function show({ place, summary, nodes }: ViewGraphSnapshot): void {
  const views = nodes.filter(({ kind }) => kind === "view" || kind === "disabledView");
  const names = new Map(nodes.map((node) => [node.id, node.name]));
  content.replaceChildren(
    element("h1", {}, strings.title),
    element("p", { class: "place" }, place),
    element("p", { class: "summary" }, summary),
    ...(nodes.length === 0
      ? []
      : [
          element("p", { class: "description" }, strings.keys),
          createViewGraph(nodes, strings, (id) => void open(id)),
          element("h2", {}, strings.details),
          ...views.map((view) => createDetails(view, names)),
        ]),
  );
}

/** Creates the description of a view: the tables that it reads, how they are joined, and warnings. */
function createDetails(
  { id, name, kind, upstream, warnings }: GraphNode,
  names: ReadonlyMap<string, string>,
): HTMLElement {
  const label = kind === "view" ? name : fillText(strings.nodeName, name, strings.disabledView);
  const heading = element("button", { type: "button", class: "link-button" }, label);
  heading.addEventListener("click", () => void open(id));
  return element(
    "section",
    {},
    element("h3", {}, heading),
    element(
      "ul",
      { class: "joins" },
      ...upstream.map((edge) =>
        element(
          "li",
          {},
          names.get(edge.id) ?? edge.id,
          ...(edge.joinFilter === "" ? [] : [": ", element("code", {}, edge.joinFilter)]),
        ),
      ),
      ...(upstream.length === 0 ? [element("li", { class: "description" }, strings.noDependency)] : []),
    ),
    ...warnings.map((text) => element("p", { class: "message is-warning" }, icon("warning"), text)),
  );
}

async function load(): Promise<void> {
  const snapshot = await channel.request("ready", {});
  if (!isViewGraphSnapshot(snapshot)) {
    throw new Error(fillText(strings.malformedAnswer, "ready"));
  }
  show(snapshot);
}

main?.append(failure, content);
window.addEventListener("message", (event) => channel.receive(event.data));
void loadPage(content, strings, load);
