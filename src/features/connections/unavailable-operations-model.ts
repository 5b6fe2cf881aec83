import { EventSource } from "../../base/event.ts";

/**
 * Operations that services do not offer, by connection: the local service reports them, a hosted one answers calls with
 * 501.
 */
export class UnavailableOperations {
  readonly #byConnection = new Map<string, ReadonlySet<string>>();
  readonly #changed = new EventSource<void>();
  readonly onDidChange = this.#changed.event;

  /** Missing operations of a connection; empty if none are known. */
  of(connectionId: string): ReadonlySet<string> {
    return this.#byConnection.get(connectionId) ?? new Set();
  }

  /** Whether anything is known about what the service of a connection lacks. */
  isKnown(connectionId: string): boolean {
    return this.#byConnection.has(connectionId);
  }

  /** Replaces what is known about a connection by what its service reports. */
  set(connectionId: string, operations: readonly string[]): void {
    const before = this.#byConnection.get(connectionId);
    if (!before || before.size !== operations.length || operations.some((name) => !before.has(name))) {
      this.#byConnection.set(connectionId, new Set(operations));
      this.#changed.fire();
    }
  }

  /** Records an operation that was answered with 501. */
  add(connectionId: string, operation: string): void {
    if (!this.of(connectionId).has(operation)) {
      this.#byConnection.set(connectionId, new Set([...this.of(connectionId), operation]));
      this.#changed.fire();
    }
  }

  /** Clears what is known about a connection; an edited one may have another service. */
  forget(connectionId: string): void {
    if (this.#byConnection.delete(connectionId)) {
      this.#changed.fire();
    }
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
