/**
 * Has the file's own history undo and redo, wherever in the page the keys are pressed: no field hears them, and VS Code, which
 * listens at the window, hears them once `flush` has put what is typed into the file. Pressed within the pause that makes a
 * step they would otherwise undo the step before, and what was typed would stay.
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
