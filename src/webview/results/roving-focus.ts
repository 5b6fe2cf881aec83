/**
 * Makes the buttons of a toolbar one tab stop. The arrow keys, Home and End move between the visible buttons (APG
 * toolbar pattern).
 */
export class RovingFocus {
  readonly #toolbar: HTMLElement;
  #stop: Element | undefined;

  constructor(toolbar: HTMLElement) {
    this.#toolbar = toolbar;
    toolbar.addEventListener("focusin", ({ target }) => {
      if (target instanceof HTMLButtonElement) {
        this.#stop = target;
        this.update();
      }
    });
    toolbar.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** Determines the tab stop again, because buttons were added, hidden or disabled. */
  update(): void {
    const all = this.#toolbar.querySelectorAll("button");
    const reachable = reachableOf(all);
    const pressed = reachable.find((button) => button.getAttribute("aria-pressed") === "true");
    const stop = reachable.find((button) => button === this.#stop) ?? pressed ?? reachable[0];
    for (const button of all) {
      button.tabIndex = button === stop ? 0 : -1;
    }
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) {
      return;
    }
    const buttons = reachableOf(this.#toolbar.querySelectorAll("button"));
    const index = buttons.findIndex((button) => button === document.activeElement);
    const step = getComputedStyle(this.#toolbar).direction === "rtl" ? -1 : 1;
    const target = { ArrowRight: index + step, ArrowLeft: index - step, Home: 0, End: -1 }[event.key];
    if (index >= 0 && target !== undefined) {
      event.preventDefault();
      buttons.at(target % buttons.length)?.focus();
    }
  }
}

function reachableOf(buttons: Iterable<HTMLButtonElement>): HTMLButtonElement[] {
  return [...buttons].filter((button) => !button.disabled && button.offsetWidth > 0);
}
