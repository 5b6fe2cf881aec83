import * as vscode from "vscode";
import * as commandIds from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import type { ComposerController } from "./composer-controller.ts";
import type { ComposerServices } from "./composer-services.ts";
import { composerType, jobFileOf, openComposer, openInTextEditor } from "./switch-editor.ts";

/**
 * Registers the visual editor for SQL jobs: a custom editor for `*.sqljob.json`, and commands that switch between it
 * and the text editor.
 */
export function register(services: ComposerServices): vscode.Disposable {
  const { log } = services;
  let loading: Promise<ComposerController> | undefined;
  const loadController = () => {
    loading ??= import("./composer-controller.ts").then(({ ComposerController }) => new ComposerController(services));
    return loading;
  };
  return vscode.Disposable.from(
    vscode.window.registerCustomEditorProvider(
      composerType,
      { resolveCustomTextEditor: async (document, tab) => (await loadController()).open(document, tab) },
      { webviewOptions: { retainContextWhenHidden: true } },
    ),
    registerCommand(log, commandIds.openComposer, async (item) => openComposer(jobFileOf(item))),
    registerCommand(log, commandIds.openComposerAsJson, async (item) => openInTextEditor(jobFileOf(item))),
    { dispose: () => void loading?.then((loaded) => loaded.dispose()) },
  );
}
