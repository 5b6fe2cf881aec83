type Control = HTMLButtonElement | HTMLInputElement;

const controls = "button, input";

/**
 * Makes the buttons and check boxes of a toolbar one tab stop: the arrow keys, Home and End move between the visible ones
 * (APG toolbar pattern).
 */
export class RovingFocus {
  readonly #toolbar: HTMLElement;
  #stop: Element | undefined;

  constructor(toolbar: HTMLElement) {
    this.#toolbar = toolbar;
    toolbar.addEventListener("focusin", ({ target }) => {
      if (target instanceof HTMLButtonElement || target instanceof HTMLInputElement) {
        this.#stop = target;
        this.update();
      }
    });
    toolbar.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /** Sets the tab stop again, because controls were added, hidden or disabled. */
  update(): void {
    const all = this.#toolbar.querySelectorAll<Control>(controls);
    const visible = reachableOf(all);
    // Before the toolbar is in the page, or in sight, nothing has a size.
    const reachable = visible.length > 0 ? visible : [...all].filter(({ disabled, hidden }) => !disabled && !hidden);
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
    const buttons = reachableOf(this.#toolbar.querySelectorAll<Control>(controls));
    const index = buttons.findIndex((button) => button === document.activeElement);
    const step = getComputedStyle(this.#toolbar).direction === "rtl" ? -1 : 1;
    const target = { ArrowRight: index + step, ArrowLeft: index - step, Home: 0, End: -1 }[event.key];
    if (index >= 0 && target !== undefined) {
      event.preventDefault();
      buttons.at(target % buttons.length)?.focus();
    }
  }
}

function reachableOf(all: Iterable<Control>): Control[] {
  return [...all].filter((control) => !control.disabled && control.offsetWidth > 0);
}
