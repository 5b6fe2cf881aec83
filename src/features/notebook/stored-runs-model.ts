import { createHash } from "node:crypto";

/** A result that a cell gave. */
interface StoredRun {
  readonly resultId: string;
  readonly title: string;
}

/** What names a cell through reloads: its notebook, its text, and which of several with that text it is. */
export interface CellKey {
  readonly notebookId: string | undefined;
  readonly language: string;
  readonly text: string;
  /** From 0. */
  readonly occurrence: number;
}

/** Keeps values by name, as the editor's state of a workspace does. */
interface RunMemory {
  get<Value>(key: string): Value | undefined;
  update(key: string, value: unknown): PromiseLike<void>;
}

const runsKey = "workforce.notebookRuns";
const mostCells = 500;

type Stored = readonly (readonly [cell: string, runs: readonly StoredRun[]])[];

/** Which results the cells of this workspace's notebooks gave last, so that a notebook without saved outputs shows them again. */
export class StoredRuns {
  readonly #state: RunMemory;

  constructor(state: RunMemory) {
    this.#state = state;
  }

  find(place: CellKey): readonly StoredRun[] {
    const fingerprint = fingerprintOf(place);
    return this.#stored().find(([cell]) => cell === fingerprint)?.[1] ?? [];
  }

  /** No runs forget the cell. */
  async keep(place: CellKey, runs: readonly StoredRun[]): Promise<void> {
    const fingerprint = fingerprintOf(place);
    const others = this.#stored().filter(([cell]) => cell !== fingerprint);
    const kept: Stored = runs.length === 0 ? others : [...others, [fingerprint, runs]];
    await this.#state.update(runsKey, kept.slice(-mostCells));
  }

  #stored(): Stored {
    return this.#state.get<Stored>(runsKey) ?? [];
  }
}

/** Which of the cells with the same text and language the one at this index is. */
export function occurrenceOf(cells: readonly Pick<CellKey, "language" | "text">[], index: number): number {
  const cell = cells[index];
  return cells.slice(0, index).filter(({ language, text }) => language === cell?.language && text === cell.text).length;
}

/** The text itself is not kept: it may hold values. */
function fingerprintOf({ notebookId, language, text, occurrence }: CellKey): string {
  const parts = JSON.stringify([notebookId ?? "", language, text, occurrence]);
  return createHash("sha256").update(parts).digest("base64url");
}
