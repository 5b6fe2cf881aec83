/** A row of the model: a key that may be missing and a text that may be. */
export interface ModelRow {
  readonly k: number | null;
  readonly v: string | null;
}

export type ModelChange =
  | { readonly kind: "insert"; readonly rows: readonly ModelRow[] }
  | { readonly kind: "overwrite"; readonly rows: readonly ModelRow[] }
  | { readonly kind: "insertOther" | "upsert" | "replace" }
  | { readonly kind: "delete" | "rename" | "rekey"; readonly divisor: number; readonly rest: number }
  | { readonly kind: "merge"; readonly rows: readonly ModelRow[]; readonly limit: number }
  | { readonly kind: "reset"; readonly back: number };

interface State {
  committed: readonly ModelRow[];
  mine: readonly ModelRow[];
  snapshots: readonly (readonly ModelRow[])[];
}

/** Two tables as arrays, each with its own writer, which sees its own state of it and the committed one of the other. */
export class TableModel {
  readonly #states = new Map<string, State>();

  add(name: string, rows: readonly ModelRow[]): void {
    this.#states.set(name, { committed: rows, mine: rows, snapshots: [rows] });
  }

  committed(name: string): readonly ModelRow[] {
    return this.#state(name).committed;
  }

  mine(name: string): readonly ModelRow[] {
    return this.#state(name).mine;
  }

  snapshotCount(name: string): number {
    return this.#state(name).snapshots.length;
  }

  commit(name: string): void {
    const state = this.#state(name);
    state.committed = state.mine;
    state.snapshots = [...state.snapshots, state.mine];
  }

  rollback(name: string): void {
    const state = this.#state(name);
    state.mine = state.committed;
  }

  /** False for a change that cannot be: it leaves the rows as they are. */
  change(name: string, other: string, change: ModelChange): boolean {
    const state = this.#state(name);
    const rows = changed(state, this.#state(other).committed, change);
    state.mine = rows ?? state.mine;
    return rows !== undefined;
  }

  #state(name: string): State {
    const state = this.#states.get(name);
    if (!state) {
      throw new Error(`The model has no table ${name}.`);
    }
    return state;
  }
}

/** Whether a row is one that `delete`, `rename` and `rekey` look for. */
function isChosen({ k }: ModelRow, { divisor, rest }: { readonly divisor: number; readonly rest: number }): boolean {
  return k !== null && k % divisor === rest;
}

function changed(
  { mine, snapshots }: State,
  source: readonly ModelRow[],
  change: ModelChange,
): readonly ModelRow[] | undefined {
  switch (change.kind) {
    case "insert":
      return [...mine, ...change.rows];
    case "overwrite":
      return change.rows;
    case "insertOther":
      return [...mine, ...source];
    case "replace":
      return source;
    case "upsert": {
      const keys = source.flatMap(({ k }) => k ?? []);
      const stays = ({ k }: ModelRow) => k === null || !keys.includes(k);
      return new Set(keys).size < keys.length ? undefined : [...mine.filter(stays), ...source];
    }
    case "delete":
      return mine.filter((row) => !isChosen(row, change));
    case "rename":
      return mine.map((row) => (isChosen(row, change) ? { ...row, v: `${row.v ?? ""}!` } : row));
    case "rekey":
      return mine.map((row) => (isChosen(row, change) ? { ...row, k: (row.k ?? 0) + 1 } : row));
    case "merge":
      return merged(mine, change.rows, change.limit);
    case "reset":
      return snapshots[Math.max(0, snapshots.length - 1 - change.back)];
  }
}

/**
 * `MERGE ... ON t.k = s.k WHEN MATCHED AND s.v IS NULL THEN DELETE WHEN MATCHED THEN UPDATE SET v = s.v
 * WHEN NOT MATCHED THEN INSERT * WHEN NOT MATCHED BY SOURCE AND t.k < limit THEN DELETE`
 */
function merged(
  mine: readonly ModelRow[],
  source: readonly ModelRow[],
  limit: number,
): readonly ModelRow[] | undefined {
  const matches = (row: ModelRow) => source.filter(({ k }) => k !== null && k === row.k);
  if (mine.some((row) => matches(row).length > 1)) {
    return undefined;
  }
  const kept = mine.flatMap((row) => {
    const [match] = matches(row);
    if (match) {
      return match.v === null ? [] : [{ ...row, v: match.v }];
    }
    return row.k !== null && row.k < limit ? [] : [row];
  });
  return [...kept, ...source.filter(({ k }) => k === null || !mine.some((row) => row.k === k))];
}
