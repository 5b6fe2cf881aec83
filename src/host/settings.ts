import * as vscode from "vscode";

/** The extension's settings as they are now; defaults and limits stand in package.json. */
export interface Settings {
  readonly isLocalOffered: boolean;
  readonly dataFolder: string;
  readonly people: number;
  readonly profile: string;
  readonly rowLimit: number;
  readonly memoryLimitMb: number;
  readonly resultLocation: "panel" | "editor";
  readonly density: "compact" | "comfortable";
  readonly numberFormat: "locale" | "exact";
  readonly hasColumnSummaries: boolean;
  readonly neutralisesFormulas: boolean;
  readonly keepDays: number;
  readonly keepMegabytes: number;
  readonly queryTimeoutSeconds: number;
  readonly savesNotebookOutputs: boolean;
}

/** Fires when a setting of ours was changed. */
export function onDidChangeSettings(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration("workforce")) {
      listener();
    }
  });
}

/** Offers the embedded service again on this machine. */
export async function offerLocalService(): Promise<void> {
  await vscode.workspace.getConfiguration("workforce").update("localService.enabled", true, true);
}

/** Keeps a row limit for the runs to come: in the workspace where that has one of its own, which would hide the user's. */
export async function storeRowLimit(rowLimit: number): Promise<void> {
  const settings = vscode.workspace.getConfiguration("workforce");
  const isOfWorkspace = settings.inspect("results.rowLimit")?.workspaceValue !== undefined;
  const target = isOfWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await settings.update("results.rowLimit", rowLimit, target);
}

export function readSettings(): Settings {
  const settings = vscode.workspace.getConfiguration("workforce");
  return {
    isLocalOffered: settings.get("localService.enabled", true),
    dataFolder: settings.get("localService.dataFolder", ""),
    people: settings.get("localService.people", 5000),
    profile: settings.get("localService.profile", ""),
    rowLimit: Math.max(0, Math.trunc(settings.get("results.rowLimit", 0))),
    memoryLimitMb: settings.get("results.memoryLimitMb", 1024),
    resultLocation: settings.get("results.location", "panel"),
    density: settings.get<string>("results.density", "compact") === "comfortable" ? "comfortable" : "compact",
    numberFormat: settings.get<string>("results.numberFormat", "locale") === "exact" ? "exact" : "locale",
    hasColumnSummaries: settings.get("results.columnSummaries", true),
    neutralisesFormulas: settings.get("results.neutraliseFormulas", true),
    keepDays: settings.get("results.keepDays", 14),
    keepMegabytes: settings.get("results.keepMegabytes", 2048),
    queryTimeoutSeconds: settings.get("queries.timeoutSeconds", 600),
    savesNotebookOutputs: settings.get("notebook.saveOutputs", false),
  };
}
