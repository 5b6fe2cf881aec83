import type { JobPath, ShownProblem } from "../../protocol/composer-view.ts";
import type { Json } from "../../protocol/operation-form.ts";
import { element, icon } from "../element.ts";
import { RovingFocus } from "../roving-focus.ts";
import { ProblemList } from "./field-frame.ts";
import type { JobField, ProblemAnchor } from "./job-field.ts";
import type { PageContext } from "./page-context.ts";

/** Actions that the buttons and keys of a card trigger. */
export interface CardActions {
  move(card: ItemCard, by: number): void;
  duplicate(card: ItemCard): void;
  remove(card: ItemCard): void;
  /** Handles another card that the user drops on this card. */
  drop(onto: ItemCard): void;
  startDrag(card: ItemCard): void;
}

/** Card of one list item, with title, fields and buttons. */
export class ItemCard implements ProblemAnchor {
  readonly element: HTMLElement;
  readonly field: JobField;
  /** Part of the item's value that determines which fields the card has. */
  readonly shape: string;
  readonly #context: PageContext;
  readonly #problems: ProblemList;
  readonly #title = element("h3", { class: "card-title" });
  readonly #tools: readonly (readonly [name: "moveUp" | "moveDown" | "duplicate" | "remove", HTMLButtonElement])[];
  readonly #toolbar: HTMLElement;
  readonly #focus: RovingFocus;
  path: JobPath = [];
  /** JSON of the value that the card shows. */
  json = "";
  title = "";

  constructor(context: PageContext, shape: string, field: JobField, actions: CardActions) {
    this.#context = context;
    this.shape = shape;
    this.field = field;
    this.#problems = new ProblemList(context, context.nextId());
    const tool = (name: "moveUp" | "moveDown" | "duplicate" | "remove", sign: string, act: () => void) => {
      const button = element("button", { type: "button", class: "icon-button" }, icon(sign));
      button.addEventListener("click", act);
      return [name, button] as const;
    };
    this.#tools = [
      tool("moveUp", "arrow-up", () => actions.move(this, -1)),
      tool("moveDown", "arrow-down", () => actions.move(this, 1)),
      tool("duplicate", "copy", () => actions.duplicate(this)),
      tool("remove", "trash", () => actions.remove(this)),
    ];
    const grip = element("span", { class: "grip", draggable: "true", title: context.strings.drag }, icon("gripper"));
    const buttons = this.#tools.map(([, button]) => button);
    this.#toolbar = element("span", { class: "card-tools", role: "toolbar" }, ...buttons);
    this.#focus = new RovingFocus(this.#toolbar);
    const head = element("div", { class: "card-head" }, grip, this.#title, this.#toolbar);
    this.element = element(
      "div",
      { class: "card", role: "listitem", tabindex: -1 },
      head,
      this.#problems.element,
      field.element,
    );
    this.element.addEventListener("keydown", (event) => this.#onKey(event, actions));
    grip.addEventListener("dragstart", (event) => {
      event.dataTransfer?.setDragImage(this.element, 0, 0);
      actions.startDrag(this);
    });
    this.element.addEventListener("dragover", (event) => event.preventDefault());
    this.element.addEventListener("drop", (event) => {
      event.preventDefault();
      actions.drop(this);
    });
  }

  show(value: Json, path: JobPath, title: string): void {
    this.path = path;
    this.json = JSON.stringify(value);
    this.field.show(value, path);
    if (title !== this.title) {
      this.title = title;
      this.#title.textContent = title;
      this.element.setAttribute("aria-label", title);
      this.#toolbar.setAttribute("aria-label", title);
      for (const [name, button] of this.#tools) {
        const text = this.#context.text(name, title);
        button.setAttribute("aria-label", text);
        button.title = text;
      }
    }
  }

  setPosition(index: number, count: number): void {
    for (const [name, button] of this.#tools) {
      button.disabled = (name === "moveUp" && index === 0) || (name === "moveDown" && index === count - 1);
    }
    this.#focus.update();
  }

  showProblems(problems: readonly ShownProblem[]): void {
    this.#problems.show(problems.map(({ severity, message }) => ({ severity, message })));
  }

  focus(): void {
    this.element.focus();
  }

  /** Moves the card by keyboard, except in the SQL editor, which uses these keys itself. */
  #onKey(event: KeyboardEvent, actions: CardActions): void {
    const isInEditor = event.target instanceof Element && event.target.closest(".sql-editor") !== null;
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (event.altKey && by !== 0 && !isInEditor) {
      event.preventDefault();
      event.stopPropagation();
      actions.move(this, by);
    }
  }
}
