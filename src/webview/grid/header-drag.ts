/** Lookup and action for a dragged header. */
interface HeaderDragEvents {
  /** Returns the index of a header among the visible columns; undefined for another element. */
  columnOf(node: Element): number | undefined;
  move(column: number, target: number, isAfter: boolean): void;
}

/** Minimum distance of a drag; a shorter one is a click. */
const minimumDragPixels = 6;

/** Lets the user move columns by dragging their headers. Escape cancels a drag. */
export function listenToHeaderDrag(header: HTMLElement, events: HeaderDragEvents): void {
  header.addEventListener("pointerdown", (down) => {
    if (down.button !== 0 || down.defaultPrevented) {
      return;
    }
    const listening = new AbortController();
    const { signal } = listening;
    let target: { node: HTMLElement; isAfter: boolean } | undefined;
    let isDragging = false;
    const mark = (next: typeof target) => {
      target?.node.classList.remove("takes-before", "takes-after");
      target = next;
      target?.node.classList.add(target.isAfter ? "takes-after" : "takes-before");
    };
    const end = () => {
      mark(undefined);
      header.classList.remove("is-moving");
      listening.abort();
    };
    // On the window, because a fast pointer has left the header before its first move event.
    window.addEventListener(
      "pointermove",
      (move) => {
        if (!isDragging && Math.abs(move.clientX - down.clientX) < minimumDragPixels) {
          return;
        }
        if (!isDragging) {
          isDragging = true;
          header.setPointerCapture(down.pointerId);
          header.classList.add("is-moving");
        }
        mark(targetAt(move, header, events));
      },
      { signal },
    );
    window.addEventListener(
      "pointerup",
      () => {
        const column = events.columnOf(header);
        const over = target && events.columnOf(target.node);
        const isAfter = target?.isAfter ?? false;
        if (isDragging) {
          swallowClick(header);
        }
        end();
        if (isDragging && column !== undefined && over !== undefined && over !== column) {
          events.move(column, over, isAfter);
        }
      },
      { signal },
    );
    window.addEventListener("pointercancel", end, { signal });
    window.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Escape") {
          end();
        }
      },
      { signal },
    );
  });
}

/** Suppresses the click that ends a drag, which would sort. It is dispatched immediately or not at all. */
function swallowClick(header: HTMLElement): void {
  const listening = new AbortController();
  const { signal } = listening;
  header.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, signal });
  window.setTimeout(() => listening.abort(), 0);
}

function targetAt(
  { clientX, clientY }: PointerEvent,
  header: HTMLElement,
  events: HeaderDragEvents,
): { node: HTMLElement; isAfter: boolean } | undefined {
  const { top, height } = header.getBoundingClientRect();
  // The pointer may leave the header row during a drag.
  const y = Math.max(top + 1, Math.min(clientY, top + height - 1));
  const node = document.elementFromPoint(clientX, y)?.closest(".grid-header-cell");
  if (!(node instanceof HTMLElement) || node === header || events.columnOf(node) === undefined) {
    return undefined;
  }
  const { left, width } = node.getBoundingClientRect();
  const isRight = clientX > left + width / 2;
  return { node, isAfter: getComputedStyle(node).direction === "rtl" ? !isRight : isRight };
}
