import type { Offer } from "../../protocol/composer-view.ts";
import { element } from "../element.ts";
import type { PageContext } from "./page-context.ts";

/**
 * Suggests values for an input, loaded when it gets the focus. Returns the `datalist` element to insert beside the
 * input.
 */
export function offerValues(
  context: PageContext,
  input: HTMLInputElement,
  loadOffers: () => Promise<readonly Offer[]>,
): HTMLElement {
  const list = element("datalist", { id: context.nextId() });
  input.setAttribute("list", list.id);
  input.addEventListener("focus", () => {
    loadOffers()
      .then((offers) => {
        const options = offers.map(({ value, detail }) => element("option", { value }, detail));
        list.replaceChildren(...options);
      })
      .catch(context.report);
  });
  return list;
}
