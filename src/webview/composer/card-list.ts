import type { JobPath } from "../../protocol/composer-view.ts";
import type { Json } from "../../protocol/operation-form.ts";
import { element, icon } from "../element.ts";
import { RovingFocus } from "../roving-focus.ts";
import { type CardActions, ItemCard } from "./item-card.ts";
import { arrayOrEmpty, type JobField, type ProblemAnchor } from "./job-field.ts";
import type { PageContext } from "./page-context.ts";

/** Describes how the items of one kind of list are shown as cards. */
export interface CardKind {
  /** Returns the part of an item that determines which fields its card has. */
  shapeOf(value: Json): string;
  titleOf(value: Json, number: number): string;
  createField(shape: string): JobField;
  /** Items that the user can add, each with the label of its button. */
  readonly additions: readonly { readonly label: string; readonly value: Json }[];
}

/** List of items, each shown as a card. Cards can be added, moved, copied and removed by mouse and keyboard. */
export class CardList implements JobField {
  readonly element: HTMLElement;
  readonly #context: PageContext;
  readonly #kind: CardKind;
  readonly #actions: CardActions;
  readonly #list: HTMLElement;
  readonly #empty: HTMLElement;
  readonly #adders: readonly HTMLButtonElement[];
  #cards: ItemCard[] = [];
  #path: JobPath = [];
  #dragged: ItemCard | undefined;
  /** Index of the card to focus when it appears. */
  #awaited: number | undefined;

  constructor(context: PageContext, label: string, kind: CardKind) {
    this.#context = context;
    this.#kind = kind;
    this.#list = element("div", { class: "cards", role: "list", "aria-label": label });
    this.#empty = element("p", { class: "field-note" }, context.strings.nothing);
    this.#adders = kind.additions.map((addition) => {
      const name = context.text("add", addition.label);
      const button = element(
        "button",
        { type: "button", class: "button is-secondary", "aria-label": name },
        icon("add"),
        addition.label,
      );
      button.addEventListener("click", () => this.#add(this.#cards.length, addition.value));
      return button;
    });
    const adders = element("div", { class: "adders", role: "toolbar", "aria-label": label }, ...this.#adders);
    new RovingFocus(adders).update();
    this.element = element("div", { class: "card-list" }, this.#empty, this.#list, adders);
    this.#actions = {
      move: (card, by) => this.#move(card, this.#cards.indexOf(card) + by),
      duplicate: (card) => this.#duplicate(card),
      remove: (card) => this.#remove(card),
      startDrag: (card) => {
        this.#dragged = card;
      },
      drop: (onto) => {
        if (this.#dragged && this.#dragged !== onto) {
          this.#move(this.#dragged, this.#cards.indexOf(onto));
        }
        this.#dragged = undefined;
      },
    };
  }

  show(value: Json | undefined, path: JobPath): void {
    this.#path = path;
    const items = arrayOrEmpty(value);
    const jsons = items.map((item) => JSON.stringify(item));
    const { start, end } = unchangedEnds(
      this.#cards.map(({ json }) => json),
      jsons,
    );
    const middle = this.#cards.slice(start, this.#cards.length - end);
    const cards = items.map((item, index) => {
      const isAtEnd = index >= items.length - end;
      const known = isAtEnd
        ? this.#cards[this.#cards.length - (items.length - index)]
        : index < start
          ? this.#cards[index]
          : middle[index - start];
      const shape = this.#kind.shapeOf(item);
      return known?.shape === shape
        ? known
        : new ItemCard(this.#context, shape, this.#kind.createField(shape), this.#actions);
    });
    this.#arrangeCards(cards);
    for (const [index, card] of cards.entries()) {
      const item = items[index] ?? null;
      card.show(item, [...path, index], this.#kind.titleOf(item, index + 1));
    }
    if (this.#awaited !== undefined && this.#awaited < cards.length) {
      cards[this.#awaited]?.field.focus();
      this.#awaited = undefined;
    }
  }

  anchors(): readonly ProblemAnchor[] {
    return this.#cards.flatMap((card) => [card, ...card.field.anchors()]);
  }

  flush(): void {
    for (const { field } of this.#cards) {
      field.flush();
    }
  }

  focus(): void {
    (this.#cards[0] ?? this.#adders[0])?.focus();
  }

  /** Arranges the cards in the page in this order; remaining cards keep the focus. */
  #arrangeCards(cards: ItemCard[]): void {
    const focused = document.activeElement;
    for (const card of this.#cards.filter((known) => !cards.includes(known))) {
      card.field.dispose?.();
      card.element.remove();
    }
    for (const [index, card] of cards.entries()) {
      const there = this.#list.children[index];
      if (there !== card.element) {
        this.#list.insertBefore(card.element, there ?? null);
      }
      card.setPosition(index, cards.length);
    }
    this.#cards = cards;
    this.#empty.hidden = cards.length > 0;
    if (focused instanceof HTMLElement && focused !== document.activeElement && this.#list.contains(focused)) {
      focused.focus();
    }
  }

  #add(index: number, value: Json): void {
    this.#awaited = index;
    this.#arrange({ kind: "insert", path: [...this.#path, index], value });
  }

  #duplicate(card: ItemCard): void {
    const index = this.#cards.indexOf(card);
    card.field.flush();
    this.#awaited = index + 1;
    this.#arrange({ kind: "duplicate", path: [...this.#path, index] });
  }

  #remove(card: ItemCard): void {
    const index = this.#cards.indexOf(card);
    const { title } = card;
    const next = this.#cards[index + 1] ?? this.#cards[index - 1];
    this.#arrange({ kind: "remove", path: [...this.#path, index] }, () => {
      this.#context.announce(this.#context.text("removed", title));
      (next ?? this.#adders[0])?.focus();
    });
  }

  #move(card: ItemCard, to: number): void {
    const from = this.#cards.indexOf(card);
    if (to < 0 || to >= this.#cards.length || from === to) {
      return;
    }
    card.field.flush();
    const { title } = card;
    const cards = [...this.#cards];
    cards.splice(from, 1);
    cards.splice(to, 0, card);
    // Moves the card before the file changes, so that pending input moves with it.
    this.#arrangeCards(cards);
    if (!card.element.contains(document.activeElement)) {
      card.focus();
    }
    this.#arrange({ kind: "move", path: this.#path, from, to }, () =>
      this.#context.announce(this.#context.text("moved", title, String(to + 1), String(cards.length))),
    );
  }

  #arrange(edit: Parameters<PageContext["arrange"]>[0], then?: () => void): void {
    this.#context
      .arrange(edit)
      .then((isDone) => {
        if (isDone) {
          then?.();
        } else {
          this.#awaited = undefined;
          this.#context.settled();
        }
      })
      .catch(this.#context.report);
  }
}

/** Returns the number of unchanged items at the start and at the end of a list. */
function unchangedEnds(before: readonly string[], after: readonly string[]): { start: number; end: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) {
    start++;
  }
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) {
    end++;
  }
  return { start, end };
}
