import type { OperationForm } from "../../protocol/operation-form.ts";
import type { OperationsStrings } from "../../protocol/operations-strings.ts";
import type { PlaceFacts } from "../../protocol/operations-view.ts";
import { element, icon } from "../element.ts";
import type { PageContext } from "./page-context.ts";

interface HeaderActions {
  copyCurl(): void;
  openDocument(): void;
}

/** Which operation this is and where its calls go. */
export function operationHeader(
  { strings }: PageContext,
  form: OperationForm,
  place: PlaceFacts,
  actions: HeaderActions,
): HTMLElement {
  const badges = [form.kind, ...(form.isPathAssumed ? [strings.assumedPath] : [])];
  return element(
    "header",
    { class: "operation-header" },
    element("h1", {}, form.title),
    element(
      "p",
      { class: "route" },
      element("code", {}, `${form.method} ${form.path}`),
      ...badges.map((text) => element("span", { class: "badge" }, text)),
    ),
    element("p", { class: "place" }, describePlace(strings, form, place)),
    element(
      "div",
      { class: "header-tools" },
      tool("book", strings.document, actions.openDocument),
      tool("copy", strings.copyCurl, actions.copyCurl),
    ),
  );
}

/** The area of the operation, and where its calls go. */
export function describePlace(strings: OperationsStrings, { group }: OperationForm, place: PlaceFacts): string {
  const parts = [
    [strings.connection, place.connection],
    [strings.tenant, place.tenant],
    [strings.project, place.project],
  ].filter(([, value]) => value !== undefined);
  return [group, ...parts.map(([name, value]) => `${name}: ${value}`)].join(" · ");
}

function tool(iconName: string, label: string, run: () => void): HTMLElement {
  const button = element("button", { type: "button", class: "text-button" }, icon(iconName), label);
  button.addEventListener("click", run);
  return button;
}
