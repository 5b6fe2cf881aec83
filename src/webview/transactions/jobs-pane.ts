import { fillCount, fillText } from "../../protocol/fill-text.ts";
import type { TransactionJob } from "../../protocol/transaction-view.ts";
import { element, icon } from "../element.ts";
import type { PageContext } from "./page-context.ts";
import { phaseIcons } from "./phase-display.ts";

/** List of a transaction's jobs, with the number of tenants by state and a button to run failed tenants again. */
export class JobsPane {
  readonly element: HTMLElement;
  readonly #context: PageContext;
  readonly #rows = element("tbody", {});
  readonly #table: HTMLElement;
  readonly #none: HTMLElement;
  #drawn = "";

  constructor(context: PageContext) {
    const { strings } = context;
    this.#context = context;
    const names = [strings.job, strings.state, strings.pending, strings.running, strings.succeeded, strings.failed];
    const header = element("tr", {}, ...names.map((name) => element("th", { scope: "col" }, name)));
    this.#table = element("table", { class: "jobs" }, element("thead", {}, header), this.#rows);
    this.#none = element("p", { class: "note" }, strings.noJobs);
    this.element = element(
      "section",
      { "aria-labelledby": "jobs-title" },
      element("h2", { id: "jobs-title" }, strings.jobs),
      this.#none,
      this.#table,
    );
  }

  show(jobs: readonly TransactionJob[]): void {
    // Redraws only after changes, because a focused button would lose the focus.
    const text = JSON.stringify(jobs);
    if (text !== this.#drawn) {
      this.#drawn = text;
      const focused = document.activeElement?.closest<HTMLElement>("tr[data-job]")?.dataset["job"];
      this.#none.hidden = jobs.length > 0;
      this.#table.hidden = jobs.length === 0;
      this.#rows.replaceChildren(...jobs.map((job) => this.#row(job)));
      if (focused !== undefined) {
        this.#rows.querySelector<HTMLElement>(`tr[data-job="${CSS.escape(focused)}"] button`)?.focus();
      }
    }
  }

  #row(job: TransactionJob): HTMLElement {
    const { numbers } = this.#context;
    const { pending, running, succeeded, failed } = job.counts;
    const state = element(
      "td",
      { "data-phase": job.phase },
      icon(phaseIcons[job.phase]),
      element("span", {}, job.state),
      ...(job.canRunAgain ? [this.#runAgain(job)] : []),
    );
    return element(
      "tr",
      { "data-job": job.jobId },
      element("th", { scope: "row", title: job.jobId }, job.name),
      state,
      ...[pending, running, succeeded, failed].map((count) =>
        element("td", { class: "number" }, numbers.format(count)),
      ),
    );
  }

  #runAgain({ jobId, name, counts: { failed } }: TransactionJob): HTMLElement {
    const { strings, numbers } = this.#context;
    const button = element(
      "button",
      {
        type: "button",
        class: "button is-secondary",
        "aria-label": fillCount(failed, [strings.runAgainNameOne, strings.runAgainName], numbers.format, name),
      },
      icon("debug-rerun"),
      fillText(strings.runAgain, numbers.format(failed)),
    );
    button.addEventListener("click", async () => {
      button.disabled = true;
      try {
        await this.#context.do("runAgain", { jobId });
      } finally {
        button.disabled = false;
      }
    });
    return button;
  }
}
