/** The part of VS Code's renderer API that the notebook renderer uses. */
export interface RendererContext {
  postMessage?(message: unknown): void;
  onDidReceiveMessage?(listener: (message: unknown) => void): { dispose(): void };
  getState(): unknown;
  setState(state: unknown): void;
}

/** One item of a cell output. */
export interface OutputItemData {
  readonly id: string;
  json(): unknown;
}

export interface OutputRenderer {
  renderOutputItem(item: OutputItemData, container: HTMLElement): void;
  /** Disposes of one output, or of all if `id` is undefined. */
  disposeOutputItem(id?: string): void;
}
