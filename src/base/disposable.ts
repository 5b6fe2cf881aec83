export interface Disposable {
  dispose(): void;
}

/** Owns disposables and disposes them in the reverse order of their creation. */
export class DisposableStack implements Disposable {
  readonly #owned: Disposable[] = [];
  #isDisposed = false;

  /** Takes ownership; what is added after `dispose` is disposed at once. */
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
