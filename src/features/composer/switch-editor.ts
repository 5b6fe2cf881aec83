import * as vscode from "vscode";

/** VS Code view type of the custom editor for job files. */
export const composerType = "workforce.sqlJobComposer";

/** Opens a job file in the visual editor and closes its text editor tab. */
export async function openComposer(uri: vscode.Uri): Promise<void> {
  const before = tabOf(uri, (input) => input instanceof vscode.TabInputText);
  await vscode.commands.executeCommand("vscode.openWith", uri, composerType, before?.group.viewColumn);
  await closeUnlessChanged(before);
}

/** Opens a job file in the text editor and closes its visual editor tab. */
export async function openInTextEditor(uri: vscode.Uri, selection?: vscode.Range): Promise<void> {
  const before = tabOf(uri, (input) => input instanceof vscode.TabInputCustom && input.viewType === composerType);
  await vscode.commands.executeCommand("vscode.openWith", uri, "default", {
    ...(before && { viewColumn: before.group.viewColumn }),
    ...(selection && { selection }),
  });
  await closeUnlessChanged(before);
}

/**
 * Closes a tab unless it has unsaved changes. VS Code would ask the user to save them, although another tab shows them
 * too.
 */
async function closeUnlessChanged(tab: vscode.Tab | undefined): Promise<void> {
  if (tab && !tab.isDirty) {
    await vscode.window.tabGroups.close(tab, true);
  }
}

/** Returns the tab that shows a file, preferably the active tab. */
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

/**
 * Returns the job file on which a command was started from a menu, or else the active job file. Throws an error if
 * there is none.
 */
export function jobFileOf(target: unknown): vscode.Uri {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const active = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
  const uri = target instanceof vscode.Uri ? target : active;
  if (!uri?.path.endsWith(".sqljob.json")) {
    throw new Error(vscode.l10n.t("Open a *.sqljob.json file to compose its job."));
  }
  return uri;
}
