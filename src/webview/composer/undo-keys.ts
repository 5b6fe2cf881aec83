/**
 * Lets the undo and redo keys act on the file's history, wherever they are pressed in the page. Fields do not receive
 * them; VS Code, which listens on the window, receives them after `flush` has written pending input to the file.
 * Otherwise, within the typing pause, they would undo the previous step and keep the pending input.
 */
export function flushBeforeUndo(flush: () => Promise<void>): void {
  window.addEventListener("keydown", (event) => hold(event, flush), { capture: true });
}

function hold(event: KeyboardEvent, flush: () => Promise<void>): void {
  if (!event.isTrusted || !isUndoOrRedo(event)) {
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  const { key, code, keyCode, ctrlKey, metaKey, shiftKey } = event;
  const options = { key, code, keyCode, ctrlKey, metaKey, shiftKey, cancelable: true };
  const again = () => window.dispatchEvent(new KeyboardEvent("keydown", options));
  void flush().finally(again);
}

function isUndoOrRedo({ ctrlKey, metaKey, shiftKey, altKey, key }: KeyboardEvent): boolean {
  const name = key.toLowerCase();
  return (ctrlKey || metaKey) && !altKey && (name === "z" || (name === "y" && !shiftKey));
}
