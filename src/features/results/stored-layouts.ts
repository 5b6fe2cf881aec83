import { createHash } from "node:crypto";
import { isStoredLayout, type StoredLayout } from "../../protocol/result-columns.ts";

const layoutsKey = "workforce.resultLayouts";
const maxLayouts = 200;

/** Key-value storage of column layouts, such as VS Code's workspace state. */
interface LayoutMemory {
  get<Value>(key: string): Value | undefined;
  update(key: string, value: unknown): PromiseLike<void>;
}

type Stored = readonly (readonly [fingerprint: string, layout: StoredLayout])[];

/** Storage of the last column layout of each query, so that a repeated query is shown with the same layout. */
export class StoredLayouts {
  readonly #state: LayoutMemory;

  constructor(state: LayoutMemory) {
    this.#state = state;
  }

  find(query: string): StoredLayout | undefined {
    const fingerprint = fingerprintOf(query);
    const found = this.#stored().find(([known]) => known === fingerprint)?.[1];
    return isStoredLayout(found) ? found : undefined;
  }

  async store(query: string, layout: StoredLayout): Promise<void> {
    const fingerprint = fingerprintOf(query);
    const others = this.#stored().filter(([known]) => known !== fingerprint);
    await this.#state.update(layoutsKey, [...others, [fingerprint, layout]].slice(-maxLayouts));
  }

  #stored(): Stored {
    return this.#state.get<Stored>(layoutsKey) ?? [];
  }
}

/**
 * Returns a hash of a query, ignoring differences in white space. The text itself is not stored, because it may contain
 * confidential values.
 */
function fingerprintOf(query: string): string {
  return createHash("sha256").update(query.replace(/\s+/g, " ").trim()).digest("base64url");
}
