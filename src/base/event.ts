import type { Disposable } from "./disposable.ts";

/** Subscribes a listener. Has the same type as `vscode.Event`, so that the two are interchangeable. */
export type Event<Value> = (listener: (value: Value) => void) => Disposable;

export class EventSource<Value> implements Disposable {
  readonly #listeners = new Set<(value: Value) => void>();

  readonly event: Event<Value> = (listener) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  fire(value: Value): void {
    for (const listener of [...this.#listeners]) {
      listener(value);
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
