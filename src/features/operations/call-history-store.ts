import { type Event, EventSource } from "../../base/event.ts";
import { addCall, callsOf, readHistory, removeCallsOf, type StoredCall } from "./call-history-model.ts";

/** The part of VS Code's workspace state that is used here. */
interface WorkspaceStore {
  get(key: string): unknown;
  update(key: string, value: unknown): Thenable<void>;
}

const key = "workforce.operations.history";

/** History of calls, shared by all pages of the window. */
export class CallHistoryStore {
  readonly #memory: WorkspaceStore;
  readonly #changed = new EventSource<string>();
  /** Fires with the name of the operation whose calls changed. */
  readonly onDidChange: Event<string> = this.#changed.event;

  constructor(memory: WorkspaceStore) {
    this.#memory = memory;
  }

  /** Calls of an operation, newest first. */
  of(operation: string): readonly StoredCall[] {
    return callsOf(this.#all(), operation);
  }

  async add(call: StoredCall): Promise<void> {
    await this.#memory.update(key, addCall(this.#all(), call));
    this.#changed.fire(call.operation);
  }

  async clear(operation: string): Promise<void> {
    await this.#memory.update(key, removeCallsOf(this.#all(), operation));
    this.#changed.fire(operation);
  }

  #all(): readonly StoredCall[] {
    return readHistory(this.#memory.get(key));
  }
}
