/**
 * Keeps the keys of a result to itself: in a notebook a plain letter is a command, such as one that deletes the cell. What has
 * Ctrl, Alt or Meta and is not taken by the result goes on to VS Code. Escape that nothing in the result takes leaves it.
 */
export function listenToOutputKeys(output: HTMLElement, leave: () => void): void {
  output.addEventListener("keydown", (event) => {
    const isFunctionKey = /^F\d+$/.test(event.key);
    const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey && !isFunctionKey;
    if (event.key === "Escape" && !event.defaultPrevented) {
      event.preventDefault();
      event.stopPropagation();
      leave();
    } else if (event.defaultPrevented || (isPlain && event.key !== "Tab" && event.key !== "Enter")) {
      event.stopPropagation();
    }
  });
}
