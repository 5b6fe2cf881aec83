import { EventSource } from "../../base/event.ts";

/** Operations that the services of connections do not offer: what the local one says of itself, and what a hosted one answered with 501. */
export class UnavailableOperations {
  readonly #byConnection = new Map<string, ReadonlySet<string>>();
  readonly #changed = new EventSource<void>();
  readonly onDidChange = this.#changed.event;

  /** Empty for a connection of which nothing is known. */
  of(connectionId: string): ReadonlySet<string> {
    return this.#byConnection.get(connectionId) ?? new Set();
  }

  /** Whether the service of a connection said of itself what it lacks, or was seen to lack something. */
  isKnown(connectionId: string): boolean {
    return this.#byConnection.has(connectionId);
  }

  /** Takes what a service says of itself, in place of what was known. */
  set(connectionId: string, operations: readonly string[]): void {
    const before = this.#byConnection.get(connectionId);
    if (!before || before.size !== operations.length || operations.some((name) => !before.has(name))) {
      this.#byConnection.set(connectionId, new Set(operations));
      this.#changed.fire();
    }
  }

  /** Remembers an operation that was answered with 501. */
  add(connectionId: string, operation: string): void {
    if (!this.of(connectionId).has(operation)) {
      this.#byConnection.set(connectionId, new Set([...this.of(connectionId), operation]));
      this.#changed.fire();
    }
  }

  /** For a connection that was edited: its service may be another one. */
  forget(connectionId: string): void {
    if (this.#byConnection.delete(connectionId)) {
      this.#changed.fire();
    }
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
