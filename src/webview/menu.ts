import { element, rememberFocus } from "./element.ts";

export interface MenuItem {
  readonly label: string;
  readonly icon?: string;
  /** Whether a line separates the item from the items before it. */
  readonly startsGroup?: boolean;
  /** Resolves to the reason why the item cannot be used, which the menu then shows; to undefined if it can. */
  readonly refusal?: Promise<string | undefined>;
  run(): void;
}

/**
 * Opens a menu under its anchor element. The arrow keys move within the menu. Escape or a click elsewhere closes the
 * menu and restores the focus.
 */
export function openMenu(anchor: HTMLElement, label: string, items: readonly MenuItem[]): void {
  const restoreFocus = rememberFocus();
  const menu = element("div", { class: "menu", role: "menu", "aria-label": label });
  const close = () => {
    window.removeEventListener("pointerdown", onPointerDown, true);
    window.removeEventListener("blur", close);
    menu.remove();
    restoreFocus();
  };
  const onPointerDown = (event: Event) => {
    if (!event.composedPath().includes(menu)) {
      close();
    }
  };
  const buttons = items.map((item) => {
    const button = element(
      "button",
      { class: "menu-item", role: "menuitem", type: "button", tabindex: -1 },
      element("span", { class: item.icon ? `codicon codicon-${item.icon}` : "menu-gap", "aria-hidden": "true" }),
      item.label,
    );
    button.addEventListener("pointermove", () => button.focus());
    button.addEventListener("click", () => {
      if (button.getAttribute("aria-disabled") !== "true") {
        close();
        item.run();
      }
    });
    void item.refusal?.then((reason) => {
      if (reason !== undefined) {
        button.setAttribute("aria-disabled", "true");
        button.append(element("span", { class: "menu-reason" }, reason));
        positionMenu(menu, anchor);
      }
    });
    return button;
  });
  for (const [index, button] of buttons.entries()) {
    if (index > 0 && items[index]?.startsGroup) {
      menu.append(element("div", { class: "menu-separator", role: "separator" }));
    }
    menu.append(button);
  }
  menu.addEventListener("keydown", (event) => {
    const index = buttons.findIndex((button) => button === document.activeElement);
    const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      buttons.at(target % buttons.length)?.focus();
    } else if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      close();
    }
    event.stopPropagation();
  });
  document.body.append(menu);
  positionMenu(menu, anchor);
  window.addEventListener("pointerdown", onPointerDown, true);
  window.addEventListener("blur", close);
  buttons[0]?.focus();
}

function positionMenu(menu: HTMLElement, anchor: HTMLElement): void {
  const { left, right, top, bottom } = anchor.getBoundingClientRect();
  const isRightToLeft = getComputedStyle(anchor).direction === "rtl";
  const wanted = isRightToLeft ? right - menu.offsetWidth : left;
  const under = bottom + menu.offsetHeight <= window.innerHeight ? bottom : Math.max(0, top - menu.offsetHeight);
  menu.style.left = `${Math.max(0, Math.min(wanted, window.innerWidth - menu.offsetWidth))}px`;
  menu.style.top = `${under}px`;
}
