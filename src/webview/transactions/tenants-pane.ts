import { fillText } from "../../protocol/fill-text.ts";
import {
  type CellPhase,
  cellPhases,
  type MatrixRow,
  type TransactionSnapshot,
} from "../../protocol/transaction-view.ts";
import { element } from "../element.ts";
import type { PageContext } from "./page-context.ts";
import { translatePhase } from "./phase-display.ts";
import { TenantMatrix } from "./tenant-matrix.ts";

/** Tenants of a transaction in a matrix with search and filter, and the message of the active cell. */
export class TenantsPane {
  readonly element: HTMLElement;
  readonly #context: PageContext;
  readonly #matrix: TenantMatrix;
  readonly #find = element("input", { type: "search", class: "input", id: "find" });
  readonly #phase = element("select", { class: "select", id: "phase" });
  readonly #count = element("span", { class: "count" });
  readonly #tools: HTMLElement;
  readonly #none = element("p", { class: "note", hidden: true });
  readonly #message = element("p", { class: "cell-message" });
  #snapshot: TransactionSnapshot | undefined;
  #phases = "";

  constructor(context: PageContext) {
    const { strings } = context;
    this.#context = context;
    this.#matrix = new TenantMatrix(strings, ({ tenant }, cell) => this.#showMessage(tenant, cell?.message));
    const filter = () => {
      this.#draw();
      context.announce(this.#count.textContent ?? "");
    };
    this.#find.addEventListener("input", filter);
    this.#phase.addEventListener("change", filter);
    this.#tools = element(
      "div",
      { class: "matrix-tools" },
      element("label", { for: "find" }, strings.find),
      this.#find,
      element("label", { for: "phase" }, strings.filter),
      this.#phase,
      this.#count,
    );
    this.element = element(
      "section",
      { "aria-labelledby": "tenants-title" },
      element("h2", { id: "tenants-title" }, strings.tenants),
      this.#tools,
      this.#none,
      this.#matrix.element,
      this.#message,
    );
  }

  show(snapshot: TransactionSnapshot): void {
    this.#snapshot = snapshot;
    this.#offerPhases(phasesIn(snapshot.rows));
    this.#draw();
  }

  #draw(): void {
    const { strings, numbers } = this.#context;
    const { rows = [], jobs = [] } = this.#snapshot ?? {};
    const chosen = cellPhases.find((phase) => phase === this.#phase.value);
    const fitting = filterTenantRows(rows, { text: this.#find.value, phase: chosen });
    this.#matrix.show([strings.transaction, ...jobs.map(({ name }) => name)], fitting);
    this.#matrix.element.hidden = fitting.length === 0;
    this.#tools.hidden = rows.length === 0;
    this.#none.hidden = fitting.length > 0;
    this.#none.textContent = rows.length === 0 ? strings.noTenants : strings.noneFound;
    this.#count.textContent = fillText(strings.count, numbers.format(fitting.length), numbers.format(rows.length));
  }

  /** Updates the choices of the filter: existing phases and the chosen one. */
  #offerPhases(found: ReadonlySet<CellPhase>): void {
    const { strings } = this.#context;
    const chosen = this.#phase.value;
    const offered = cellPhases.filter((phase) => found.has(phase) || phase === chosen);
    if (offered.join() !== this.#phases || this.#phase.options.length === 0) {
      this.#phases = offered.join();
      this.#phase.replaceChildren(
        element("option", { value: "" }, strings.all),
        ...offered.map((phase) => element("option", { value: phase }, translatePhase(phase, strings))),
      );
      this.#phase.value = chosen;
    }
  }

  #showMessage(tenant: string, message: string | undefined): void {
    this.#message.textContent = `${tenant}: ${message ?? this.#context.strings.noMessage}`;
  }
}

/** Filter of the matrix. */
interface MatrixFilter {
  /** Case-insensitive part of a tenant's code or of a message; empty for all rows. */
  readonly text: string;
  /** Phase that at least one cell must have. */
  readonly phase: CellPhase | undefined;
}

/** Returns the tenants that match a text and a phase. */
export function filterTenantRows(rows: readonly MatrixRow[], { text, phase }: MatrixFilter): readonly MatrixRow[] {
  const part = text.trim().toLowerCase();
  if (part === "" && phase === undefined) {
    return rows;
  }
  return rows.filter(
    ({ tenant, cells }) =>
      (phase === undefined || cells.some((cell) => cell?.phase === phase)) &&
      (part === "" ||
        tenant.toLowerCase().includes(part) ||
        cells.some((cell) => cell?.message?.toLowerCase().includes(part))),
  );
}

/** Returns the job phases that occur in the rows of tenants. */
export function phasesIn(rows: readonly MatrixRow[]): ReadonlySet<CellPhase> {
  const found = new Set<CellPhase>();
  for (const { cells } of rows) {
    for (const cell of cells) {
      if (cell) {
        found.add(cell.phase);
      }
    }
  }
  return found;
}
