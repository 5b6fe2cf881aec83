/** What VS Code gives the renderer of a notebook's outputs; a part of its renderer API. */
export interface RendererContext {
  postMessage?(message: unknown): void;
  onDidReceiveMessage?(listener: (message: unknown) => void): { dispose(): void };
  getState(): unknown;
  setState(state: unknown): void;
}

/** One item of an output. */
export interface OutputItemData {
  readonly id: string;
  json(): unknown;
}

export interface OutputRenderer {
  renderOutputItem(item: OutputItemData, place: HTMLElement): void;
  /** No id stands for every output. */
  disposeOutputItem(id?: string): void;
}
