import type { ChartTheme } from "./chart-spec.ts";

const paletteVariables = [
  "--vscode-charts-blue",
  "--vscode-charts-orange",
  "--vscode-charts-green",
  "--vscode-charts-purple",
  "--vscode-charts-red",
  "--vscode-charts-yellow",
  "--vscode-terminal-ansiCyan",
  "--vscode-terminal-ansiMagenta",
];

/** Reads the colours that the editor gives every webview. */
export function readChartTheme(target: Element): ChartTheme {
  const style = getComputedStyle(target);
  const value = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  const foreground = value("--vscode-foreground", "CanvasText");
  return {
    foreground,
    muted: value("--vscode-descriptionForeground", foreground),
    grid: value("--vscode-editorWidget-border", value("--vscode-panel-border", "GrayText")),
    fontFamily: value("--vscode-font-family", "system-ui, sans-serif"),
    fontSize: Number.parseFloat(value("--vscode-font-size", "13px")) || 13,
    palette: paletteVariables.flatMap((name) => value(name, "") || []),
  };
}
