import { gridSize, rowOfText } from "./grid-source.ts";

/** A grid on its page, as the bench drives it. */
export interface BenchGrid {
  /** What scrolls. */
  readonly viewport: HTMLElement;
  /** Pixels from the top of the page to the first row in sight. */
  bodyTop(): number;
  /** Brings a row to the top. */
  goTo(row: number): void;
}

/** What the bench finds in the page. */
export interface GridPage {
  /** Milliseconds from before the script was asked for until the first rows were painted. */
  readonly firstPaint: Promise<number>;
  /** Milliseconds from the call until the rows from this one on were painted, in every part of the view. */
  jump(row: number): Promise<number>;
  /** Milliseconds of each frame while the view moves down by itself. */
  scroll(pixelsPerFrame: number, frames: number): Promise<number[]>;
}

declare global {
  interface Window {
    /** Set by the page before its script is loaded. */
    startedMs: number;
    bench: GridPage;
  }
}

/** Lets the bench drive the grid. */
export function offer(grid: BenchGrid): void {
  window.bench = {
    firstPaint: untilPainted(grid, 0).then((paintedMs) => paintedMs - window.startedMs),
    async jump(row) {
      const startedMs = performance.now();
      grid.goTo(row);
      return (await untilPainted(grid, row)) - startedMs;
    },
    async scroll(pixelsPerFrame, frames) {
      const times: number[] = [];
      let before = await nextFrame();
      while (times.length < frames) {
        const top = grid.viewport.scrollTop;
        grid.viewport.scrollTop += pixelsPerFrame;
        const now = await nextFrame();
        if (grid.viewport.scrollTop === top) {
          throw new Error("The page did not scroll.");
        }
        times.push(now - before);
        before = now;
      }
      return times;
    },
  };
}

/** Looks after every frame, when what it drew is on its way to the screen, whoever drew in it first. */
async function untilPainted(grid: BenchGrid, row: number): Promise<number> {
  for (;;) {
    await afterFrame();
    if (shows(grid, row)) {
      return performance.now();
    }
  }
}

/** Whether corners and middle of the view are what stands from this row on. */
function shows(grid: BenchGrid, row: number): boolean {
  const top = grid.bodyTop();
  const { width, bottom } = grid.viewport.getBoundingClientRect();
  const wholeRows = Math.floor((bottom - top) / gridSize.rowHeight) - 1;
  return [0, Math.floor(wholeRows / 2), wholeRows - 1].every((line) =>
    [0.15, 0.5, 0.9].every((part) => {
      const node = document.elementFromPoint(width * part, top + (line + 0.5) * gridSize.rowHeight);
      return rowOfText(node?.textContent) === row + line;
    }),
  );
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}

function afterFrame(): Promise<void> {
  return new Promise((resolve) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(undefined);
    }),
  );
}
