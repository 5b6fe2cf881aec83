import { fillText } from "../../protocol/results-strings.ts";
import { element, icon } from "../element.ts";
import type { Control, FormContext } from "./control.ts";

/** Wraps a control with a button to remove it. */
export function removable(context: FormContext, label: string, content: Node, remove: () => void): HTMLElement {
  const name = fillText(context.strings.remove, label);
  const button = element(
    "button",
    { type: "button", class: "icon-button", "aria-label": name, title: name },
    icon("trash"),
  );
  button.addEventListener("click", () => {
    remove();
    context.changed();
  });
  return element("div", { class: "entry" }, content, button);
}

/** Creates a button that adds an item and focuses it. */
export function addButton(context: FormContext, text: string, add: () => Pick<Control, "focus">): HTMLButtonElement {
  const button = element("button", { type: "button", class: "link-button add" }, icon("add"), text);
  button.addEventListener("click", () => {
    const control = add();
    context.changed();
    control.focus();
  });
  return button;
}
