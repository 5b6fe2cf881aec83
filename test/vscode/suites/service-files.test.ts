import assert from "node:assert/strict";
import * as vscode from "vscode";
import { ConnectorSettingsStore } from "../../../src/features/data/connector-settings-store.ts";
import { ServiceFiles } from "../../../src/host/service-files.ts";

const scheme = "workforce-test-settings";
const uri = vscode.Uri.from({ scheme, path: "/acme/WFF_demo/WFF_demo.workforce-connectors.json" });

/** A service with the settings of one connector, and the values of it that it was sent. */
function connectorService() {
  const sent: (string | undefined)[] = [];
  const client = {
    getConnectorSettings: async () => ({
      connectors: [{ connectorId: "feed", connectorSettings: [{ settingKey: "tables", value: sent.at(-1) ?? "" }] }],
    }),
    updateConnectorSettings: async ({ body }: Update) => {
      sent.push(body.connectors[0]?.tenants[0]?.connectorSettings[0]?.value);
      return {};
    },
  };
  const services = {
    connections: { sessionFor: async () => ({ client }) },
    refreshTree: () => undefined,
    reloadSettings: () => undefined,
  };
  return {
    sent,
    store: new ConnectorSettingsStore(services as unknown as ConstructorParameters<typeof ConnectorSettingsStore>[0]),
  };
}

interface Update {
  readonly body: {
    readonly connectors: readonly {
      readonly tenants: readonly { readonly connectorSettings: readonly { readonly value: string }[] }[];
    }[];
  };
}

suite("What a service has, as a file in VS Code", () => {
  const saving = () => vscode.workspace.getConfiguration("files");
  const configure = async (mode: string | undefined, delayMs: number | undefined) => {
    await saving().update("autoSaveDelay", delayMs, vscode.ConfigurationTarget.Global);
    await saving().update("autoSave", mode, vscode.ConfigurationTarget.Global);
  };
  teardown(async () => {
    await configure(undefined, undefined);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  test("is sent when the user saves it, and not by automatic saving", async () => {
    const { sent, store } = connectorService();
    const files = new ServiceFiles(scheme, async () => store);
    try {
      await configure("off", undefined);
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(document);
      const write = async (value: string) => {
        const edit = new vscode.WorkspaceEdit();
        const text = JSON.stringify({ feed: { tables: value } });
        edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
        await vscode.workspace.applyEdit(edit);
      };
      const begun = new Promise<vscode.TextDocumentSaveReason>((resolve) => {
        const watch = vscode.workspace.onWillSaveTextDocument((event) => {
          if (event.document === document) {
            watch.dispose();
            resolve(event.reason);
          }
        });
      });
      await write("half");
      await configure("afterDelay", 1);
      assert.equal(await begun, vscode.TextDocumentSaveReason.AfterDelay);
      await configure("off", undefined);
      await write("whole");
      assert.ok(await document.save());
      assert.deepEqual(sent, ["whole"]);
      assert.equal(document.isDirty, false);
    } finally {
      files.dispose();
    }
  });
});
