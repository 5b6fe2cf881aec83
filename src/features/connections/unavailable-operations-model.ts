import { EventSource } from "../../base/event.ts";

/**
 * Operations that services do not support, by connection. The local service reports them; a hosted service responds to
 * them with status 501.
 */
export class UnavailableOperations {
  readonly #byConnection = new Map<string, ReadonlySet<string>>();
  readonly #changed = new EventSource<void>();
  readonly onDidChange = this.#changed.event;

  /** Returns the names of the operations that a connection's service does not support. Empty if none are known. */
  of(connectionId: string): ReadonlySet<string> {
    return this.#byConnection.get(connectionId) ?? new Set();
  }

  /** Whether it is known which operations a connection's service does not support. */
  isKnown(connectionId: string): boolean {
    return this.#byConnection.has(connectionId);
  }

  /** Replaces the list of operations that a connection's service does not support. */
  set(connectionId: string, operations: readonly string[]): void {
    const before = this.#byConnection.get(connectionId);
    if (!before || before.size !== operations.length || operations.some((name) => !before.has(name))) {
      this.#byConnection.set(connectionId, new Set(operations));
      this.#changed.fire();
    }
  }

  /** Records an operation to which a connection's service responded with status 501. */
  add(connectionId: string, operation: string): void {
    if (!this.of(connectionId).has(operation)) {
      this.#byConnection.set(connectionId, new Set([...this.of(connectionId), operation]));
      this.#changed.fire();
    }
  }

  /** Clears the unsupported operations of a connection, because an edited connection may have another service. */
  forget(connectionId: string): void {
    if (this.#byConnection.delete(connectionId)) {
      this.#changed.fire();
    }
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
