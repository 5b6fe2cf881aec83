import { createHash } from "node:crypto";

/** Result that a notebook cell produced. */
interface StoredRun {
  readonly resultId: string;
  readonly title: string;
}

/** Identity of a notebook cell across reloads: its notebook, its text, and its index among cells with the same text. */
export interface CellKey {
  readonly notebookId: string | undefined;
  readonly language: string;
  readonly text: string;
  /** Zero-based index among the notebook's cells with the same text. */
  readonly occurrence: number;
}

/** Subset of VS Code's workspace state that stores the results of cells. */
interface WorkspaceStore {
  get<Value>(key: string): Value | undefined;
  update(key: string, value: unknown): PromiseLike<void>;
}

const runsKey = "workforce.notebookRuns";
const maxCells = 500;

type Stored = readonly (readonly [cell: string, runs: readonly StoredRun[]])[];

/**
 * Ids of the latest results of notebook cells in this workspace. They allow a notebook without saved outputs to show
 * its results again.
 */
export class StoredRuns {
  readonly #state: WorkspaceStore;

  constructor(state: WorkspaceStore) {
    this.#state = state;
  }

  find(key: CellKey): readonly StoredRun[] {
    const fingerprint = fingerprintOf(key);
    return this.#stored().find(([cell]) => cell === fingerprint)?.[1] ?? [];
  }

  /** Stores the latest results of a cell. An empty list deletes the entry. */
  async store(key: CellKey, runs: readonly StoredRun[]): Promise<void> {
    const fingerprint = fingerprintOf(key);
    const others = this.#stored().filter(([cell]) => cell !== fingerprint);
    const remaining: Stored = runs.length === 0 ? others : [...others, [fingerprint, runs]];
    await this.#state.update(runsKey, remaining.slice(-maxCells));
  }

  #stored(): Stored {
    return this.#state.get<Stored>(runsKey) ?? [];
  }
}

/** Returns the zero-based index of a cell among the cells with the same text and language. */
export function occurrenceOf(cells: readonly Pick<CellKey, "language" | "text">[], index: number): number {
  const cell = cells[index];
  return cells.slice(0, index).filter(({ language, text }) => language === cell?.language && text === cell.text).length;
}

/**
 * Returns a hash that identifies a notebook cell. The text of the cell is not stored, because it may contain
 * confidential values.
 */
function fingerprintOf({ notebookId, language, text, occurrence }: CellKey): string {
  const parts = JSON.stringify([notebookId ?? "", language, text, occurrence]);
  return createHash("sha256").update(parts).digest("base64url");
}
