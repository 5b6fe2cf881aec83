import * as vscode from "vscode";

/** View type of the composer's custom editor. */
export const composerType = "workforce.sqlJobComposer";

/** Opens a job file in the composer and closes its text tab. */
export async function openComposer(uri: vscode.Uri): Promise<void> {
  const before = tabOf(uri, (input) => input instanceof vscode.TabInputText);
  await vscode.commands.executeCommand("vscode.openWith", uri, composerType, before?.group.viewColumn);
  await closeUnlessChanged(before);
}

/** Opens the text of a job file and closes its composer tab. */
export async function openText(uri: vscode.Uri, selection?: vscode.Range): Promise<void> {
  const before = tabOf(uri, (input) => input instanceof vscode.TabInputCustom && input.viewType === composerType);
  await vscode.commands.executeCommand("vscode.openWith", uri, "default", {
    ...(before && { viewColumn: before.group.viewColumn }),
    ...(selection && { selection }),
  });
  await closeUnlessChanged(before);
}

/** Closes the tab unless it has changes: VS Code would ask about them, although the other tab has them too. */
async function closeUnlessChanged(tab: vscode.Tab | undefined): Promise<void> {
  if (tab && !tab.isDirty) {
    await vscode.window.tabGroups.close(tab, true);
  }
}

/** Finds the tab of a file, preferably the active one. */
function tabOf(uri: vscode.Uri, isKind: (input: unknown) => boolean): vscode.Tab | undefined {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const found = tabs.filter(({ input }) => isKind(input) && isTabOf(input, uri));
  const active = vscode.window.tabGroups.activeTabGroup.activeTab;
  return found.find((tab) => tab === active) ?? found[0];
}

function isTabOf(input: unknown, uri: vscode.Uri): boolean {
  return (
    (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) &&
    input.uri.toString() === uri.toString()
  );
}

/** Returns the job file of a command: that of its menu, else the active one. Throws an error if there is none. */
export function jobFileOf(target: unknown): vscode.Uri {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const active = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
  const uri = target instanceof vscode.Uri ? target : active;
  if (!uri?.path.endsWith(".sqljob.json")) {
    throw new Error(vscode.l10n.t("Open a *.sqljob.json file to compose its job."));
  }
  return uri;
}
