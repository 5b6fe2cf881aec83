import { editor } from "monaco-editor/esm/vs/editor/editor.api";

const themeName = "workforce";

/** Colours of the editor that are the editor's own, by the variable that VS Code gives them in. */
const colors: Readonly<Record<string, string>> = {
  "editor.background": "--vscode-editor-background",
  "editor.foreground": "--vscode-editor-foreground",
  "editor.selectionBackground": "--vscode-editor-selectionBackground",
  "editorCursor.foreground": "--vscode-editorCursor-foreground",
  "editorSuggestWidget.background": "--vscode-editorSuggestWidget-background",
  "editorSuggestWidget.foreground": "--vscode-editorSuggestWidget-foreground",
  "editorSuggestWidget.selectedBackground": "--vscode-editorSuggestWidget-selectedBackground",
  "editorSuggestWidget.selectedForeground": "--vscode-editorSuggestWidget-selectedForeground",
  "editorHoverWidget.background": "--vscode-editorHoverWidget-background",
  "editorHoverWidget.foreground": "--vscode-editorHoverWidget-foreground",
  focusBorder: "--vscode-focusBorder",
};

/** Looks as VS Code does, and changes when it does. */
export function followTheme(): void {
  const apply = () => {
    editor.defineTheme(themeName, { base: baseTheme(), inherit: true, rules: [], colors: currentColors() });
    editor.setTheme(themeName);
  };
  apply();
  new MutationObserver(apply).observe(document.body, {
    attributes: true,
    attributeFilter: ["class", "data-vscode-theme-id"],
  });
}

function baseTheme(): editor.BuiltinTheme {
  const { classList } = document.body;
  if (classList.contains("vscode-high-contrast-light")) {
    return "hc-light";
  }
  if (classList.contains("vscode-high-contrast")) {
    return "hc-black";
  }
  return classList.contains("vscode-light") ? "vs" : "vs-dark";
}

function currentColors(): Record<string, string> {
  const style = getComputedStyle(document.documentElement);
  const entries = Object.entries(colors).map(([name, variable]) => [name, style.getPropertyValue(variable).trim()]);
  // The editor takes colours in hexadecimal form only.
  return Object.fromEntries(entries.filter(([, color]) => /^#[\da-f]{3,8}$/i.test(color ?? "")));
}
