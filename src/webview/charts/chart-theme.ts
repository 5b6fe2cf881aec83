import { createMutedColor, formatColor, mixColors, parseColor, type RgbColor, seriesColors } from "./series-colors.ts";

/** Colours and fonts of the editor for charts. */
export interface ChartTheme {
  readonly foreground: string;
  readonly muted: string;
  readonly grid: string;
  readonly fontFamily: string;
  readonly fontSize: number;
  /** Series colours in order, as `#rrggbb`. */
  readonly palette: readonly string[];
  /** Colour scale from the smallest to the largest number, as `#rrggbb`. */
  readonly ramp: readonly string[];
}

/**
 * Reads the colours and fonts that the editor provides to webviews. Series colours are chosen for the background of
 * `target`.
 */
export function readChartTheme(target: Element): ChartTheme {
  const style = getComputedStyle(target);
  const value = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  // In forced-colors mode the system colours are available only as computed style.
  const areForced = matchMedia("(forced-colors: active)").matches;
  const foreground = style.color;
  const line = value("--vscode-editorWidget-border", value("--vscode-panel-border", "GrayText"));
  const behind = backgroundsBehind(target);
  const background = blendColors(behind);
  const palette = seriesColors(background);
  const strong = parseColor(palette[0] ?? "#808080");
  return {
    foreground,
    muted: areForced ? foreground : value("--vscode-descriptionForeground", foreground),
    grid: formatColor(createMutedColor(blendColors([...behind, line]), background)),
    fontFamily: value("--vscode-font-family", "system-ui, sans-serif"),
    fontSize: Number.parseFloat(value("--vscode-font-size", "13px")) || 13,
    palette,
    ramp: [formatColor(mixColors(strong, background, 0.85)), formatColor(strong)],
  };
}

/**
 * Returns the resulting colour of several layers that are painted over one another, bottom first. Each layer is a CSS
 * colour.
 */
export function blendColors(layers: readonly string[]): RgbColor {
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

/** Returns the background colours of an element and of its ancestors, bottom first. */
export function backgroundsBehind(target: Element): string[] {
  const backgrounds: string[] = [];
  for (let node: Element | null = target; node; node = node.parentElement) {
    backgrounds.unshift(getComputedStyle(node).backgroundColor);
  }
  return backgrounds;
}
