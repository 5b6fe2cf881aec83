import { type Event, EventSource } from "../../base/event.ts";
import type { CallValues } from "../../protocol/operation-form.ts";
import { isCallValues, isPastCall, type PastCall } from "../../protocol/operations-view.ts";

/** Subset of VS Code's workspace state that stores the history of API calls. */
interface WorkspaceStore {
  get(key: string): unknown;
  update(key: string, value: unknown): Thenable<void>;
}

const key = "workforce.operations.history";

/** History of API calls, shared by all pages of the window. */
export class CallHistoryStore {
  readonly #memory: WorkspaceStore;
  readonly #changed = new EventSource<string>();
  /** Fires when the history has changed. The value is the name of the affected operation. */
  readonly onDidChange: Event<string> = this.#changed.event;

  constructor(memory: WorkspaceStore) {
    this.#memory = memory;
  }

  /** Returns the past calls of an operation, newest first. */
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

/** Stored API call. Its values contain no secrets and no files. */
export interface StoredCall extends PastCall {
  readonly operation: string;
  readonly values: CallValues;
}

/** Maximum number of stored calls per operation. A second limit applies to all operations together. */
const callsOfOperation = 20;
const callsOfAll = 300;
/**
 * Maximum length of a call's values as JSON. Larger values are left out of the history, because VS Code always reads
 * the complete workspace state.
 */
const maximumValueLength = 64 * 1024;

/** Returns a history of API calls with a call added at the start. Removes the oldest calls beyond the limits. */
export function addCall(history: readonly StoredCall[], call: StoredCall): StoredCall[] {
  const isLarge = JSON.stringify(call.values).length > maximumValueLength;
  const ofOperation = history.filter(({ operation }) => operation === call.operation).slice(0, callsOfOperation - 1);
  const remaining = history.filter((past) => past.operation !== call.operation || ofOperation.includes(past));
  return [isLarge ? { ...call, values: {} } : call, ...remaining].slice(0, callsOfAll);
}

function callsOf(history: readonly StoredCall[], operation: string): StoredCall[] {
  return history.filter((call) => call.operation === operation);
}

function removeCallsOf(history: readonly StoredCall[], operation: string): StoredCall[] {
  return history.filter((call) => call.operation !== operation);
}

/** Parses a stored history of API calls. Skips damaged entries and entries of older versions. */
export function readHistory(stored: unknown): StoredCall[] {
  return Array.isArray(stored) ? stored.filter(isStoredCall) : [];
}

function isStoredCall(value: unknown): value is StoredCall {
  if (!isPastCall(value)) {
    return false;
  }
  const { operation, values } = value as Partial<StoredCall>;
  return typeof operation === "string" && isCallValues(values);
}
