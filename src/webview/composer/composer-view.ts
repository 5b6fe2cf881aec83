import { Channel, type Packet } from "../../protocol/channel.ts";
import type { ComposerStrings } from "../../protocol/composer-strings.ts";
import {
  type ComposerAnswers,
  type ComposerEvents,
  type ComposerRequests,
  isComposerEvent,
} from "../../protocol/composer-view.ts";
import { element } from "../element.ts";
import { failureText } from "../failure-text.ts";
import { ComposerPage } from "./composer-page.ts";
import { createSqlEditorLoader } from "./sql-editor-loader.ts";
import { flushBeforeUndo } from "./undo-keys.ts";

interface VsCodeApi {
  postMessage(message: Packet): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const api = acquireVsCodeApi();
const main = document.querySelector<HTMLElement>("#composer");
const { dataset } = document.body;
const strings = JSON.parse(dataset["strings"] ?? "{}") as ComposerStrings;
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
const content = element("div", { class: "page" });
let page: ComposerPage | undefined;

const channel = new Channel<ComposerRequests, ComposerAnswers, Record<never, never>, ComposerEvents>({
  port: { post: (packet) => api.postMessage(packet) },
  handlers: {
    flush: async () => {
      await page?.flush();
      return undefined;
    },
  },
  listeners: { snapshot: (value) => isComposerEvent.snapshot(value) && page?.show(value) },
});

async function start(): Promise<void> {
  try {
    const loader = createSqlEditorLoader(dataset["sqlEditor"] ?? "", dataset["sqlEditorStyle"] ?? "", nonce);
    const opened = new ComposerPage(channel, strings, loader);
    const { snapshot } = await opened.request("ready", {});
    page = opened;
    content.replaceChildren(opened.element);
    opened.show(snapshot);
  } catch (error) {
    const retry = element("button", { type: "button", class: "button" }, strings.retry);
    retry.addEventListener("click", () => void start());
    const text = `${strings.loadFailed} ${failureText(error)}`;
    content.replaceChildren(element("p", { class: "message is-error", role: "alert" }, text), retry);
  }
}

main?.append(content);
window.addEventListener("message", (event) => channel.receive(event.data));
flushBeforeUndo(async () => await page?.flush());
void start();
