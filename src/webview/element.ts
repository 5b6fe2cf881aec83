type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Creates an element. Children that are strings become text, never markup; attributes that are undefined or false are
 * left out.
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

/** Sets an attribute only if it changes, because most cells of a scrolled grid keep theirs. */
export function setAttribute(target: Element, name: string, value: string | undefined): void {
  if (value === undefined) {
    if (target.hasAttribute(name)) {
      target.removeAttribute(name);
    }
  } else if (target.getAttribute(name) !== value) {
    target.setAttribute(name, value);
  }
}
