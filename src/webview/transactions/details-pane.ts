import { fillText } from "../../protocol/fill-text.ts";
import type { TransactionStrings } from "../../protocol/transaction-strings.ts";
import type { TransactionAction, TransactionDetails } from "../../protocol/transaction-view.ts";
import { element, icon } from "../element.ts";
import { RovingFocus } from "../roving-focus.ts";
import type { PageContext } from "./page-context.ts";

const tickMs = 5000;

/** Header of the transaction page, with the transaction's details, remaining time and actions. */
export class DetailsPane {
  readonly element: HTMLElement;
  readonly #context: PageContext;
  readonly #title = element("h1", {});
  readonly #state = element("span", { class: "badge" });
  readonly #tenantText = element("span", { class: "place" });
  readonly #problem = element("p", { class: "message is-error", role: "alert", hidden: true });
  readonly #details = element("dl", { class: "facts" });
  readonly #left = element("span", { class: "left" });
  readonly #buttons: ReadonlyMap<TransactionAction, HTMLButtonElement>;
  readonly #extended = element("input", { type: "checkbox", id: "extended" });
  readonly #extendedField: HTMLElement;
  readonly #focus: RovingFocus;
  #shown: TransactionDetails | undefined;
  #drawn = "";

  constructor(context: PageContext) {
    const { strings } = context;
    this.#context = context;
    this.#buttons = new Map(actionsOf(strings).map((action) => [action.name, this.#button(action)]));
    this.#extended.addEventListener("change", () => {
      void context.do("setExtended", { isExtended: this.#extended.checked });
    });
    this.#extendedField = element(
      "span",
      { class: "inline-field" },
      this.#extended,
      element("label", { for: "extended" }, strings.extended),
    );
    const actions = element(
      "div",
      { class: "actions", role: "toolbar", "aria-label": strings.actions },
      ...this.#buttons.values(),
      this.#extendedField,
    );
    this.#focus = new RovingFocus(actions);
    this.element = element(
      "header",
      { class: "transaction-header" },
      element("div", { class: "route" }, this.#title, this.#state, this.#tenantText),
      this.#problem,
      actions,
      this.#details,
    );
    setInterval(() => this.#showLeft(), tickMs);
  }

  /** Shows the details of a transaction. After a failed job, rolling back is the main action. */
  show(details: TransactionDetails, hasFailedJob: boolean): void {
    const { strings } = this.#context;
    const before = this.#shown;
    this.#shown = details;
    this.#title.textContent = details.name;
    this.#state.textContent = details.state;
    this.#state.dataset["open"] = String(details.isOpen);
    this.#tenantText.textContent = [details.connection, details.tenant]
      .filter((part) => part !== undefined)
      .join(" · ");
    this.#problem.textContent = details.problem ?? "";
    this.#problem.hidden = details.problem === undefined;
    this.#extended.checked = details.isExtended;
    this.#extendedField.hidden = !details.isOpen;
    const isShown: Readonly<Record<TransactionAction, boolean>> = {
      commit: details.isOpen && details.isWriting,
      rollBack: details.isOpen && details.isWriting,
      close: details.isOpen && !details.isWriting,
      extend: details.isOpen,
      lookInside: details.isOpen,
      refresh: true,
      copyId: true,
    };
    for (const [action, button] of this.#buttons) {
      button.hidden = !isShown[action];
      const isMain = action === (hasFailedJob ? "rollBack" : "commit");
      button.classList.toggle("is-secondary", !isMain);
    }
    this.#focus.update();
    this.#showDetails(details);
    this.#showLeft();
    if (before && before.state !== details.state) {
      this.#context.announce(`${strings.state}: ${details.state}`);
    }
  }

  #showDetails(details: TransactionDetails): void {
    const { strings, times } = this.#context;
    const time = (atMs: number | undefined) => (atMs === undefined ? undefined : times.format(atMs));
    const lock = details.isLocked ? strings.locked : strings.lockedByFirstJob;
    const tables = details.tables.length === 0 ? strings.readOnly : details.tables.join(", ");
    const rows: readonly (readonly [string, string | undefined])[] = [
      [strings.tables, details.isOpen && details.tables.length > 0 ? `${tables} (${lock})` : tables],
      [strings.inputs, details.inputs.join(", ") || undefined],
      [strings.createdBy, details.createdBy],
      [strings.createdAt, time(details.createdAt)],
      [strings.startedAt, time(details.startedAt)],
      [strings.expiresAt, time(details.expiresAt)],
      [strings.closedAt, time(details.closedAt)],
      [strings.transactionId, details.transactionId],
    ];
    // Unchanged details are not redrawn, because the user may be copying them.
    const text = JSON.stringify(rows);
    if (text !== this.#drawn) {
      this.#drawn = text;
      const shown = rows.filter(([, value]) => value !== undefined && value !== "");
      this.#details.replaceChildren(
        ...shown.flatMap(([name, value]) => [
          element("dt", {}, name),
          element("dd", {}, value ?? "", ...(name === strings.expiresAt ? [" ", this.#left] : [])),
        ]),
      );
    }
  }

  #showLeft(): void {
    const { expiresAt } = this.#shown ?? {};
    const { strings } = this.#context;
    const text = expiresAt === undefined ? "" : `(${timeLeftText(expiresAt - Date.now(), strings)})`;
    if (this.#left.textContent !== text) {
      this.#left.textContent = text;
    }
  }

  #button({ name, label, iconName }: Action): HTMLButtonElement {
    const button = element("button", { type: "button", class: "button is-secondary" }, icon(iconName), label);
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        await this.#context.do("act", { action: name });
      } finally {
        button.disabled = false;
      }
    });
    return button;
  }
}

interface Action {
  readonly name: TransactionAction;
  readonly label: string;
  readonly iconName: string;
}

function actionsOf(strings: TransactionStrings): readonly Action[] {
  return [
    { name: "commit", label: strings.commit, iconName: "check" },
    { name: "rollBack", label: strings.rollBack, iconName: "discard" },
    { name: "close", label: strings.close, iconName: "close" },
    { name: "extend", label: strings.extend, iconName: "history" },
    { name: "lookInside", label: strings.lookInside, iconName: "search" },
    { name: "refresh", label: strings.refresh, iconName: "refresh" },
    { name: "copyId", label: strings.copyId, iconName: "copy" },
  ];
}

/** Formats the remaining time, with seconds only in the last two minutes. */
function timeLeftText(leftMs: number, strings: TransactionStrings): string {
  if (leftMs <= 0) {
    return strings.timeOver;
  }
  const minutes = Math.floor(leftMs / 60_000);
  const time =
    minutes < 2
      ? fillText(strings.seconds, String(Math.floor(leftMs / 1000)))
      : minutes < 60
        ? fillText(strings.minutes, String(minutes))
        : fillText(strings.hoursMinutes, String(Math.floor(minutes / 60)), String(minutes % 60));
  return fillText(strings.left, time);
}
