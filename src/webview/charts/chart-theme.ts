import { colorText, mixColors, parseColor } from "./color-contrast.ts";
import { backgroundsBehind, paintedColor } from "./painted-color.ts";
import { quietColor, seriesColors } from "./series-colors.ts";

/** Colours and fonts of the editor, as the chart takes them. */
export interface ChartTheme {
  readonly foreground: string;
  readonly muted: string;
  readonly grid: string;
  readonly fontFamily: string;
  readonly fontSize: number;
  /** `#rrggbb` for one series after the other. */
  readonly palette: readonly string[];
  /** `#rrggbb` from the least to the greatest of one number. */
  readonly ramp: readonly string[];
}

/** Reads the colours and fonts that the editor gives every webview; those of the series fit what is behind `target`. */
export function readChartTheme(target: Element): ChartTheme {
  const style = getComputedStyle(target);
  const value = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  // The system's own colours, where it forces them, are in the computed ones only.
  const areForced = matchMedia("(forced-colors: active)").matches;
  const foreground = style.color;
  const line = value("--vscode-editorWidget-border", value("--vscode-panel-border", "GrayText"));
  const behind = backgroundsBehind(target);
  const background = paintedColor(behind);
  const palette = seriesColors(background);
  const strong = parseColor(palette[0] ?? "#808080");
  return {
    foreground,
    muted: areForced ? foreground : value("--vscode-descriptionForeground", foreground),
    grid: colorText(quietColor(paintedColor([...behind, line]), background)),
    fontFamily: value("--vscode-font-family", "system-ui, sans-serif"),
    fontSize: Number.parseFloat(value("--vscode-font-size", "13px")) || 13,
    palette,
    ramp: [colorText(mixColors(strong, background, 0.85)), colorText(strong)],
  };
}
