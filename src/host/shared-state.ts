import { TaskQueue } from "../base/task-queue.ts";

/** Global state of an extension context, as VS Code provides it. */
interface GlobalState {
  keys(): readonly string[];
  get<Value>(key: string): Value | undefined;
  get<Value>(key: string, fallback: Value): Value;
  update(key: string, value: unknown): PromiseLike<void>;
  setKeysForSync(keys: readonly string[]): void;
}

/** Replaces the global state of an extension context by one that stores its updates one after the other. */
export function withSharedState<Context extends { readonly globalState: GlobalState }>(context: Context): Context {
  return Object.create(context, { globalState: { value: new SharedState(context.globalState), enumerable: true } });
}

/**
 * Stores the updates of the state that all windows share one after the other. VS Code stores the values of all keys
 * together and then replaces those in memory by the stored ones, so that an update made meanwhile, of any key, can be
 * lost.
 */
export class SharedState implements GlobalState {
  readonly #state: GlobalState;
  /** Values that are not stored yet, by key. */
  readonly #pending = new Map<string, { readonly value: unknown }>();
  readonly #updates = new TaskQueue();

  constructor(state: GlobalState) {
    this.#state = state;
  }

  keys(): readonly string[] {
    return this.#state.keys();
  }

  get<Value>(key: string): Value | undefined;
  get<Value>(key: string, fallback: Value): Value;
  get<Value>(key: string, fallback?: Value): Value | undefined {
    const pending = this.#pending.get(key);
    const value = pending ? (pending.value as Value | undefined) : this.#state.get<Value>(key);
    return value === undefined ? fallback : value;
  }

  update(key: string, value: unknown): Promise<void> {
    const pending = { value };
    this.#pending.set(key, pending);
    return this.#updates.run(async () => {
      try {
        await this.#state.update(key, value);
      } finally {
        if (this.#pending.get(key) === pending) {
          this.#pending.delete(key);
        }
      }
    });
  }

  setKeysForSync(keys: readonly string[]): void {
    this.#state.setKeysForSync(keys);
  }
}
