import { element } from "./element.ts";
import { failureMessageOf } from "./failure-text.ts";

/** Loads what a page shows. If that fails, `content` shows why, with a button that tries again. */
export async function loadPage(
  content: HTMLElement,
  strings: { readonly loadFailed: string; readonly retry: string },
  load: () => Promise<void>,
): Promise<void> {
  try {
    await load();
  } catch (error) {
    const retry = element("button", { type: "button", class: "button" }, strings.retry);
    retry.addEventListener("click", () => void loadPage(content, strings, load));
    const text = `${strings.loadFailed} ${failureMessageOf(error)}`;
    content.replaceChildren(element("p", { class: "message is-error", role: "alert" }, text), retry);
  }
}
