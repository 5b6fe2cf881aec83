import * as vscode from "vscode";
import * as commandIds from "../../host/command-ids.ts";
import { registerCommand, showFailure } from "../../host/commands.ts";
import { requireTrust } from "../../host/trust.ts";
import { resultRendererId } from "../../protocol/notebook-output.ts";
import type { NotebookController } from "./notebook-controller.ts";
import type { NotebookServices } from "./notebook-services.ts";

const type = "workforce-notebook";

/**
 * Registers the notebook feature: its file type, the running of cells on the active connection, and the requests from
 * cell outputs.
 */
export function register(services: NotebookServices): vscode.Disposable {
  const { log } = services;
  const messaging = vscode.notebooks.createRendererMessaging(resultRendererId);
  let loading: Promise<NotebookController> | undefined;
  const loadController = () => {
    loading ??= import("./notebook-controller.ts").then(
      ({ NotebookController }) => new NotebookController(services, messaging),
    );
    return loading;
  };
  const controller = vscode.notebooks.createNotebookController(type, type, "Workforce Analytics");
  controller.supportedLanguages = ["workforce-sqllike", "workforce-tablesql"];
  controller.supportsExecutionOrder = true;
  controller.executeHandler = async (cells) => {
    try {
      requireTrust(vscode.l10n.t("Notebooks do not run in Restricted Mode."));
      await (await loadController()).runs.run(cells, controller);
    } catch (error) {
      await showFailure(log, error);
    }
  };
  const showTarget = () => {
    const { connection, tenant } = services.currentTarget();
    controller.label = tenant === undefined ? connection : `${connection} / ${tenant}`;
    controller.description = vscode.l10n.t("the active connection of Workforce Analytics");
  };
  showTarget();
  return vscode.Disposable.from(
    controller,
    vscode.Disposable.from(services.onDidChangeTarget(showTarget)),
    // Outputs send requests as soon as they are drawn, perhaps before anything else has loaded the controller.
    messaging.onDidReceiveMessage(async ({ editor, message }) =>
      (await loadController()).outputs.receive(editor, message),
    ),
    vscode.workspace.registerNotebookSerializer(
      type,
      {
        deserializeNotebook: async (content) => (await loadController()).serializer.deserializeNotebook(content),
        serializeNotebook: async (data) => (await loadController()).serializer.serializeNotebook(data),
      },
      // Saved outputs are metadata of their cells: a run changes the file only if outputs are saved.
      { transientOutputs: true },
    ),
    registerCommand(log, commandIds.newNotebook, async () => (await loadController()).create()),
    registerCommand(log, commandIds.toggleNotebookOutputs, async () =>
      (await loadController()).toggleSaveOutputs(activeNotebook()),
    ),
    { dispose: () => void loading?.then((loaded) => loaded.dispose()) },
  );
}

function activeNotebook(): vscode.NotebookDocument {
  const notebook = vscode.window.activeNotebookEditor?.notebook;
  if (notebook?.notebookType !== type) {
    throw new Error(vscode.l10n.t("Open a notebook (*.workforce-notebook) to choose whether its outputs are saved."));
  }
  return notebook;
}
