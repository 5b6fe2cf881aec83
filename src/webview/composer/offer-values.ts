import type { Offer } from "../../protocol/composer-view.ts";
import { element } from "../element.ts";
import type { PageContext } from "./page-context.ts";

/** Offers values under an input; they are asked for when it gets the focus. Gives the list, which belongs beside the input. */
export function offerValues(
  context: PageContext,
  input: HTMLInputElement,
  ask: () => Promise<readonly Offer[]>,
): HTMLElement {
  const list = element("datalist", { id: context.nextId() });
  input.setAttribute("list", list.id);
  input.addEventListener("focus", () => {
    ask()
      .then((offers) => {
        const options = offers.map(({ value, detail }) => element("option", { value }, detail));
        list.replaceChildren(...options);
      })
      .catch(context.report);
  });
  return list;
}
