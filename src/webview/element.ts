type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Creates an HTML element. String children become text, never markup. Attributes that are undefined or false are left
 * out.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) {
      made.setAttribute(name, value === true ? "" : String(value));
    }
  }
  made.append(...children);
  return made;
}

export function icon(name: string): HTMLElement {
  return element("span", { class: `codicon codicon-${name}`, "aria-hidden": "true" });
}

/** Sets an attribute only if its value differs. Most cells of a scrolled grid keep their attributes. */
export function setAttribute(target: Element, name: string, value: string | undefined): void {
  if (value === undefined) {
    if (target.hasAttribute(name)) {
      target.removeAttribute(name);
    }
  } else if (target.getAttribute(name) !== value) {
    target.setAttribute(name, value);
  }
}

/** Returns a function that moves the focus back to the element that has it now, without scrolling. */
export function rememberFocus(): () => void {
  const { activeElement } = document;
  return () => {
    if (activeElement instanceof HTMLElement) {
      activeElement.focus({ preventScroll: true });
    }
  };
}
