import { Channel, type Packet } from "../../protocol/channel.ts";
import type { ComposerStrings } from "../../protocol/composer-strings.ts";
import {
  type EventsToComposer,
  isComposerEvent,
  type RequestsFromComposer,
  type RequestsToComposer,
} from "../../protocol/composer-view.ts";
import { element } from "../element.ts";
import { loadPage } from "../load-page.ts";
import { ComposerPage } from "./composer-page.ts";
import { createSqlEditorLoader } from "./sql-editor-port.ts";

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

const channel = new Channel<RequestsFromComposer, RequestsToComposer, Record<never, never>, EventsToComposer>({
  port: { post: (packet) => api.postMessage(packet) },
  handlers: {
    flush: async () => {
      await page?.flush();
      return undefined;
    },
  },
  listeners: { snapshot: (value) => isComposerEvent.snapshot(value) && page?.show(value) },
});

async function load(): Promise<void> {
  const loader = createSqlEditorLoader(dataset["sqlEditor"] ?? "", dataset["sqlEditorStyle"] ?? "", nonce);
  const opened = new ComposerPage(channel, strings, loader);
  const { snapshot } = await opened.request("ready", {});
  page = opened;
  content.replaceChildren(opened.element);
  opened.show(snapshot);
}

main?.append(content);
window.addEventListener("message", (event) => channel.receive(event.data));
flushBeforeUndo(async () => await page?.flush());
void loadPage(content, strings, load);

/**
 * Lets the undo and redo keys act on the file's history, wherever they are pressed in the page. Fields do not receive
 * them; VS Code, which listens on the window, receives them after `flush` has written pending input to the file.
 * Otherwise, within the typing pause, they would undo the previous step and keep the pending input.
 */
function flushBeforeUndo(flush: () => Promise<void>): void {
  window.addEventListener("keydown", (event) => hold(event, flush), { capture: true });
}

function hold(event: KeyboardEvent, flush: () => Promise<void>): void {
  if (!event.isTrusted || !isUndoOrRedo(event)) {
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  const { key, code, keyCode, ctrlKey, metaKey, shiftKey } = event;
  const options = { key, code, keyCode, ctrlKey, metaKey, shiftKey, cancelable: true };
  const again = () => window.dispatchEvent(new KeyboardEvent("keydown", options));
  void flush().finally(again);
}

function isUndoOrRedo({ ctrlKey, metaKey, shiftKey, altKey, key }: KeyboardEvent): boolean {
  const name = key.toLowerCase();
  return (ctrlKey || metaKey) && !altKey && (name === "z" || (name === "y" && !shiftKey));
}
