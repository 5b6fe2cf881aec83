export interface Disposable {
  dispose(): void;
}

/** Owns disposables and disposes of them in reverse order of creation. */
export class DisposableStack implements Disposable {
  readonly #owned: Disposable[] = [];
  #isDisposed = false;

  /** Adds a disposable. If this object is already disposed, the new one is disposed immediately. */
  add<Owned extends Disposable>(owned: Owned): Owned {
    if (this.#isDisposed) {
      owned.dispose();
    } else {
      this.#owned.push(owned);
    }
    return owned;
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const owned of this.#owned.splice(0).reverse()) {
      owned.dispose();
    }
  }
}
