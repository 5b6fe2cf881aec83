import { parseProblemLines, splitFailureText } from "../../base/failure.ts";
import type { ConnectionRemedy } from "../../base/refused-credentials.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import { element, icon } from "../element.ts";

/** Line and column in the text of a query, counted from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

interface FailureActions {
  rerun(): void;
  copyText(text: string): void;
  /** Shows a position in the editor; undefined if the query has no file. */
  readonly goTo: ((place: TextPosition) => void) | undefined;
  /** Buttons that correct the connection, if it is the reason of the failure. The first one is the main one. */
  readonly remedies: readonly Remedy[];
}

/** A button that corrects the connection of a result. */
export interface Remedy {
  readonly label: string;
  run(): void;
}

/** Creates the buttons for a failure that is due to its connection, as its notification has them. */
export function createRemedies(
  remedy: ConnectionRemedy | undefined,
  { editApiKey, editConnection, signIn }: Pick<ResultsStrings, "editApiKey" | "editConnection" | "signIn">,
  correct: (action: "edit" | "signIn") => void,
): readonly Remedy[] {
  if (!remedy) {
    return [];
  }
  const edit = { label: remedy.field === "apiKey" ? editApiKey : editConnection, run: () => correct("edit") };
  return remedy.canSignIn ? [{ label: signIn, run: () => correct("signIn") }, edit] : [edit];
}

/**
 * Creates the view that replaces the rows after a failure. It shows the problems first and the technical details
 * collapsed.
 */
export function createFailureView(
  text: string | undefined,
  strings: ResultsStrings,
  actions: FailureActions,
): HTMLElement {
  const { message, details } = splitFailureText(text ?? "");
  const lines = parseProblemLines(message);
  const first = lines.find(({ place }) => place !== undefined)?.place;
  const { goTo } = actions;
  const run = element("button", { class: "button", type: "button" }, strings.rerun);
  run.addEventListener("click", () => actions.rerun());
  const buttons: HTMLElement[] = [run];
  if (actions.remedies.length > 0) {
    run.classList.add("is-secondary");
    buttons.unshift(
      ...actions.remedies.map(({ label, run: correct }, index) => {
        const button = element(
          "button",
          { class: index === 0 ? "button" : "button is-secondary", type: "button" },
          label,
        );
        button.addEventListener("click", correct);
        return button;
      }),
    );
  }
  if (first && goTo) {
    const button = element("button", { class: "button", type: "button" }, strings.goToError);
    button.addEventListener("click", () => goTo(first));
    run.classList.add("is-secondary");
    buttons.unshift(button);
  }
  return element(
    "div",
    { class: "state" },
    icon("error"),
    element("p", { class: "state-title" }, strings.failed),
    element(
      "ul",
      { class: "problems" },
      ...lines.map(({ before, place, after }) =>
        element("li", {}, before, ...(place ? [placeText(place, goTo, before.trim() === "")] : []), after),
      ),
    ),
    element("div", { class: "state-actions" }, ...buttons),
    ...(details === "" ? [] : [createFailureDetails(details, strings, actions)]),
  );
}

/** Creates the collapsed technical details of a failure, with a button that copies them. */
export function createFailureDetails(
  details: string,
  strings: ResultsStrings,
  { copyText }: Pick<FailureActions, "copyText">,
): HTMLElement {
  const copy = element("button", { class: "link-button", type: "button" }, strings.copy);
  copy.addEventListener("click", () => copyText(details));
  return element(
    "details",
    { class: "failure-details" },
    element("summary", {}, strings.details),
    element("pre", {}, details),
    copy,
  );
}

function placeText(
  place: TextPosition & { readonly text: string },
  goTo: ((place: TextPosition) => void) | undefined,
  isFirst: boolean,
): Node | string {
  const text = isFirst ? place.text.charAt(0).toUpperCase() + place.text.slice(1) : place.text;
  if (!goTo) {
    return text;
  }
  const link = element("button", { class: "link-button", type: "button" }, text);
  link.addEventListener("click", () => goTo(place));
  return link;
}
