import "monaco-editor/esm/vs/editor/browser/coreCommands.js";
import "monaco-editor/esm/vs/editor/contrib/bracketMatching/browser/bracketMatching.js";
import "monaco-editor/esm/vs/editor/contrib/clipboard/browser/clipboard.js";
import "monaco-editor/esm/vs/editor/contrib/comment/browser/comment.js";
import "monaco-editor/esm/vs/editor/contrib/hover/browser/hoverContribution.js";
import "monaco-editor/esm/vs/editor/contrib/snippet/browser/snippetController2.js";
import "monaco-editor/esm/vs/editor/contrib/suggest/browser/suggestController.js";
import "monaco-editor/esm/vs/editor/contrib/toggleTabFocusMode/browser/toggleTabFocusMode.js";
import "monaco-editor/esm/vs/editor/contrib/wordOperations/browser/wordOperations.js";
import { editor, languages, MarkerSeverity, Range } from "monaco-editor/esm/vs/editor/editor.api";
import { conf, language } from "monaco-sql-languages/esm/languages/spark/spark";
import { smallestTextChange } from "../../protocol/composer-text.ts";
import type { CompletionOffer, ShownProblem } from "../../protocol/composer-view.ts";
import type { SqlEditor, SqlEditorGlobal, SqlEditorOptions } from "./sql-editor-port.ts";

const themeName = "workforce";

/** Colours of the embedded editor by the CSS variable in which VS Code provides them. */
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

/** Applies VS Code's theme, and again when it changes. */
function followTheme(): void {
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
  // The editor accepts only hexadecimal colours.
  return Object.fromEntries(entries.filter(([, color]) => /^#[\da-f]{3,8}$/i.test(color ?? "")));
}

const languageId = "sparksql";
const markerOwner = "workforce";
const heights = { least: 60, most: 480 };

/** Completion functions by the URI of the text model. */
const completers = new Map<string, SqlEditorOptions["complete"]>();

let isReady = false;

/** Registers the language in the editor, once. */
function prepare(): void {
  if (isReady) {
    return;
  }
  isReady = true;
  languages.register({ id: languageId });
  languages.setLanguageConfiguration(languageId, conf);
  languages.setMonarchTokensProvider(languageId, language);
  languages.registerCompletionItemProvider(languageId, {
    triggerCharacters: [".", "`", " "],
    provideCompletionItems: async (model, position, _context, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      const complete = completers.get(model.uri.toString());
      const found = await complete?.(model.getOffsetAt(position), controller.signal).catch(() => undefined);
      return {
        suggestions: (found?.offers ?? []).map((offer) => suggestionOf(offer, model)),
        incomplete: found?.isIncomplete ?? false,
      };
    },
  });
  followTheme();
}

function create(options: SqlEditorOptions): SqlEditor {
  prepare();
  const { container } = options;
  const model = editor.createModel(options.text, languageId);
  // Offsets count a line end as one character, whatever the file uses.
  model.setEOL(editor.EndOfLineSequence.LF);
  const key = model.uri.toString();
  completers.set(key, options.complete);
  const shown = editor.create(container, {
    model,
    ariaLabel: options.label,
    automaticLayout: true,
    // Tab leaves the editor like every other field of the page.
    tabFocusMode: true,
    fixedOverflowWidgets: true,
    minimap: { enabled: false },
    scrollBeyondLastLine: false,
    scrollbar: { alwaysConsumeMouseWheel: false },
    lineNumbers: "off",
    folding: false,
    lineDecorationsWidth: 8,
    renderLineHighlight: "none",
    overviewRulerLanes: 0,
    wordWrap: "on",
    contextmenu: false,
    // The following features would need a worker.
    links: false,
    colorDecorators: false,
    wordBasedSuggestions: "off",
    occurrencesHighlight: "off",
    unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: false },
    ...fontOf(container),
  });
  let isShowing = false;
  model.onDidChangeContent(() => {
    if (!isShowing) {
      options.onDidChange(model.getValue());
    }
  });
  shown.onDidBlurEditorWidget(() => options.onDidBlur());
  const grow = () => {
    const height = Math.min(heights.most, Math.max(heights.least, shown.getContentHeight()));
    container.style.height = `${height}px`;
    shown.layout();
  };
  shown.onDidContentSizeChange(grow);
  grow();
  return {
    setText: (text) => {
      const change = smallestTextChange(model.getValue(), text.replaceAll(/\r\n?/g, "\n"));
      if (change) {
        isShowing = true;
        const range = Range.fromPositions(model.getPositionAt(change.start), model.getPositionAt(change.end));
        model.applyEdits([{ range, text: change.text }]);
        isShowing = false;
      }
    },
    setLabel: (ariaLabel) => shown.updateOptions({ ariaLabel }),
    setProblems: (problems) =>
      editor.setModelMarkers(
        model,
        markerOwner,
        problems.flatMap((one) => markerOf(one, model)),
      ),
    focus: () => shown.focus(),
    dispose: () => {
      completers.delete(key);
      shown.dispose();
      model.dispose();
    },
  };
}

function fontOf(container: HTMLElement): editor.IEditorOptions {
  const style = getComputedStyle(container);
  return { fontFamily: style.fontFamily, fontSize: Number.parseFloat(style.fontSize) || 13 };
}

function suggestionOf(offer: CompletionOffer, model: editor.ITextModel): languages.CompletionItem {
  const { label, kind, insert, isSnippet, start, end, detail, documentation, filterText, sortText } = offer;
  const { CompletionItemKind, CompletionItemInsertTextRule } = languages;
  const kinds: Readonly<Record<string, unknown>> = { ...CompletionItemKind };
  const known = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  return {
    label,
    kind: typeof known === "number" ? known : CompletionItemKind.Text,
    insertText: insert,
    range: Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end)),
    ...(isSnippet && { insertTextRules: CompletionItemInsertTextRule.InsertAsSnippet }),
    ...(detail !== undefined && { detail }),
    ...(documentation !== undefined && { documentation }),
    ...(filterText !== undefined && { filterText }),
    ...(sortText !== undefined && { sortText }),
  };
}

const severities = {
  error: MarkerSeverity.Error,
  warning: MarkerSeverity.Warning,
  information: MarkerSeverity.Info,
} as const;

function markerOf({ span, message, severity, code }: ShownProblem, model: editor.ITextModel): editor.IMarkerData[] {
  if (!span) {
    return [];
  }
  const [from, to] = [model.getPositionAt(span.start), model.getPositionAt(Math.max(span.end, span.start + 1))];
  return [
    {
      message,
      code,
      severity: severities[severity],
      startLineNumber: from.lineNumber,
      startColumn: from.column,
      endLineNumber: to.lineNumber,
      endColumn: to.column,
    },
  ];
}

(globalThis as SqlEditorGlobal).workforceSqlEditor = { create };
