import { createHash } from "node:crypto";
import { isStoredLayout, type StoredLayout } from "../../protocol/result-columns.ts";

const layoutsKey = "workforce.resultLayouts";
const mostLayouts = 200;

/** Keeps values by name, as the editor's state of a workspace does. */
interface LayoutMemory {
  get<Value>(key: string): Value | undefined;
  update(key: string, value: unknown): PromiseLike<void>;
}

type Stored = readonly (readonly [fingerprint: string, layout: StoredLayout])[];

/** How the columns of queries were laid out last, so that a query that is run again shows them so. */
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

  async keep(query: string, layout: StoredLayout): Promise<void> {
    const fingerprint = fingerprintOf(query);
    const others = this.#stored().filter(([known]) => known !== fingerprint);
    await this.#state.update(layoutsKey, [...others, [fingerprint, layout]].slice(-mostLayouts));
  }

  #stored(): Stored {
    return this.#state.get<Stored>(layoutsKey) ?? [];
  }
}

/** The same for texts that differ in white space only. The text itself is not kept: it may hold values. */
function fingerprintOf(query: string): string {
  return createHash("sha256").update(query.replace(/\s+/g, " ").trim()).digest("base64url");
}
