import { createHash } from "node:crypto";

/** A result that a cell produced. */
interface StoredRun {
  readonly resultId: string;
  readonly title: string;
}

/** Identifies a cell across reloads: its notebook, its text, and its position among cells with that text. */
export interface CellKey {
  readonly notebookId: string | undefined;
  readonly language: string;
  readonly text: string;
  /** Index among cells of the same text, from 0. */
  readonly occurrence: number;
}

/** The part of VS Code's workspace state that is used here. */
interface WorkspaceStore {
  get<Value>(key: string): Value | undefined;
  update(key: string, value: unknown): PromiseLike<void>;
}

const runsKey = "workforce.notebookRuns";
const maxCells = 500;

type Stored = readonly (readonly [cell: string, runs: readonly StoredRun[]])[];

/**
 * Ids of the results that cells of this workspace's notebooks produced last, so that a notebook without saved outputs
 * can show them again.
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

  /** Stores the runs of a cell; an empty list deletes the entry. */
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

/** Index of a cell among those with the same text and language, from 0. */
export function occurrenceOf(cells: readonly Pick<CellKey, "language" | "text">[], index: number): number {
  const cell = cells[index];
  return cells.slice(0, index).filter(({ language, text }) => language === cell?.language && text === cell.text).length;
}

/** Hash that identifies a cell. The text is not stored, because it may contain values. */
function fingerprintOf({ notebookId, language, text, occurrence }: CellKey): string {
  const parts = JSON.stringify([notebookId ?? "", language, text, occurrence]);
  return createHash("sha256").update(parts).digest("base64url");
}
