import * as vscode from "vscode";

/** The extension's settings as they are now; defaults and limits stand in package.json. */
export interface Settings {
  readonly dataFolder: string;
  readonly people: number;
  readonly profile: string;
  readonly rowLimit: number;
  readonly memoryLimitMb: number;
  readonly resultLocation: "panel" | "editor";
  readonly queryTimeoutSeconds: number;
  readonly timeColumn: string;
}

export function readSettings(): Settings {
  const settings = vscode.workspace.getConfiguration("workforce");
  return {
    dataFolder: settings.get("localService.dataFolder", ""),
    people: settings.get("localService.people", 5000),
    profile: settings.get("localService.profile", ""),
    rowLimit: settings.get("results.rowLimit", 0),
    memoryLimitMb: settings.get("results.memoryLimitMb", 1024),
    resultLocation: settings.get("results.location", "panel"),
    queryTimeoutSeconds: settings.get("queries.timeoutSeconds", 600),
    timeColumn: settings.get("queries.timeColumn", "Service_Time"),
  };
}
