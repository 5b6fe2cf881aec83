import { EventSource } from "../../base/event.ts";

/** Operations that services do not support, by connection: those to which a service responded with status 501. */
export class UnavailableOperations {
  readonly #byConnection = new Map<string, ReadonlySet<string>>();
  readonly #changed = new EventSource<void>();
  readonly onDidChange = this.#changed.event;

  /** Returns the names of the operations that a connection's service does not support. Empty if none are known. */
  of(connectionId: string): ReadonlySet<string> {
    return this.#byConnection.get(connectionId) ?? new Set();
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
