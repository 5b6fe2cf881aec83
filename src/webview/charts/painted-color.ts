import type { Color } from "./color-contrast.ts";

/** Returns the resulting colour of layers in any CSS notation painted over one another, bottom first. */
export function paintedColor(layers: readonly string[]): Color {
  const canvas = document.createElement("canvas");
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  for (const layer of ["Canvas", ...layers]) {
    if (context) {
      context.fillStyle = layer;
      context.fillRect(0, 0, 1, 1);
    }
  }
  const [red = 255, green = 255, blue = 255] = context?.getImageData(0, 0, 1, 1).data ?? [];
  return [red, green, blue];
}

/** Returns the backgrounds of an element and its ancestors, bottom first. */
export function backgroundsBehind(target: Element): string[] {
  const backgrounds: string[] = [];
  for (let node: Element | null = target; node; node = node.parentElement) {
    backgrounds.unshift(getComputedStyle(node).backgroundColor);
  }
  return backgrounds;
}
