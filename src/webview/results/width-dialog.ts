import { fillText, type ResultsStrings } from "../../protocol/results-strings.ts";
import { element } from "../element.ts";
import { narrowestColumn, widestColumn } from "../grid/column-layout.ts";

/** Asks for the width of a column, so that no drag is needed (WCAG 2.5.7). */
export function openWidthDialog(
  strings: ResultsStrings,
  name: string,
  width: number,
  apply: (width: number | "fit") => void,
): void {
  const returnTo = document.activeElement;
  const input = element("input", {
    class: "input",
    type: "number",
    min: narrowestColumn,
    max: widestColumn,
    step: 1,
    value: width,
  });
  const fit = element("button", { class: "button is-secondary", type: "button" }, strings.fitColumn);
  const ok = element("button", { class: "button", type: "submit" }, strings.apply);
  const cancel = element("button", { class: "button is-secondary", type: "button" }, strings.close);
  const form = element(
    "form",
    { method: "dialog", class: "dialog-form" },
    element("label", {}, fillText(strings.columnWidthOf, name), input),
    element("div", { class: "dialog-buttons" }, ok, fit, cancel),
  );
  const dialog = element("dialog", { class: "dialog", "aria-label": strings.columnWidth }, form);
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (returnTo instanceof HTMLElement) {
      returnTo.focus({ preventScroll: true });
    }
  });
  form.addEventListener("submit", () => apply(input.valueAsNumber || width));
  fit.addEventListener("click", () => {
    apply("fit");
    dialog.close();
  });
  cancel.addEventListener("click", () => dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  input.select();
}
