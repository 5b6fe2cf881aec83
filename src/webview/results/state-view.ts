import { element, icon } from "../element.ts";

interface StateAction {
  readonly label: string;
  run(): void;
}

/** Creates the view that replaces the rows of a result, such as loading, empty or failed, with an optional action. */
export function createStateView(
  iconName: string,
  title: string,
  hint: string | undefined,
  action?: StateAction,
): HTMLElement {
  const view = element("div", { class: "state" }, icon(iconName), element("p", { class: "state-title" }, title));
  if (hint) {
    view.append(element("p", { class: "state-hint" }, hint));
  }
  if (action) {
    const button = element("button", { class: "button", type: "button" }, action.label);
    button.addEventListener("click", () => action.run());
    view.append(button);
  }
  return view;
}

/** Creates a message bar for display above the rows. */
export function createMessageBar(kind: "warning" | "error" | "info", text: string, action?: StateAction): HTMLElement {
  const bar = element(
    "div",
    { class: `message is-${kind}`, role: kind === "error" ? "alert" : "status" },
    icon(kind),
    element("span", {}, text),
  );
  if (action) {
    const button = element("button", { class: "link-button", type: "button" }, action.label);
    button.addEventListener("click", () => action.run());
    bar.append(button);
  }
  return bar;
}
