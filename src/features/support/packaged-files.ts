import * as vscode from "vscode";

/** Asks the user for a page of the packaged documentation and shows it as a Markdown preview with working links. */
export async function openDocumentation(extensionUri: vscode.Uri): Promise<void> {
  const folder = vscode.Uri.joinPath(extensionUri, "docs");
  const names = (await vscode.workspace.fs.readDirectory(folder))
    .map(([name]) => name)
    .filter((name) => name.endsWith(".md"));
  const pages = await Promise.all(names.map((name) => readPage(vscode.Uri.joinPath(folder, name))));
  const items = [
    await readPage(vscode.Uri.joinPath(extensionUri, "README.md")),
    ...pages.toSorted((one, other) => one.label.localeCompare(other.label)),
  ];
  const page = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t("Open Documentation"),
    placeHolder: vscode.l10n.t("Choose a page"),
    matchOnDetail: true,
  });
  if (page) {
    await vscode.commands.executeCommand("markdown.showPreview", page.uri);
  }
}

/** Copies the packaged samples into a new folder at a location that the user chooses, and opens that folder. */
export async function openSampleFolder(extensionUri: vscode.Uri): Promise<void> {
  const [place] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t("Choose where to put the sample folder"),
      openLabel: vscode.l10n.t("Put Samples Here"),
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  if (!place) {
    return;
  }
  const target = await findFreeName(place, "workforce-samples");
  await vscode.workspace.fs.copy(vscode.Uri.joinPath(extensionUri, "samples"), target);
  const isEmptyWindow = vscode.workspace.workspaceFolders === undefined;
  await vscode.commands.executeCommand("vscode.openFolder", target, { forceNewWindow: !isEmptyWindow });
}

interface PageItem extends vscode.QuickPickItem {
  readonly uri: vscode.Uri;
}

/** Reads the title and the first sentence of a documentation page. The title is the first heading. */
async function readPage(uri: vscode.Uri): Promise<PageItem> {
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  const label = /^# (.+)$/m.exec(text)?.[1] ?? uri.path.slice(uri.path.lastIndexOf("/") + 1);
  const detail = /^[A-Z*][^\n]*(?:\n[^\n]+)*/m.exec(text.replace(/^# .+$/m, ""))?.[0] ?? "";
  return { uri, label, detail: plainText(detail) };
}

/** Converts Markdown to plain text on one line, without links and emphasis. */
function plainText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*`]/g, "")
    .replace(/\s+/g, " ");
}

/** Returns the first of `name`, `name-2`, `name-3`, ... that does not exist in a folder. */
async function findFreeName(folder: vscode.Uri, name: string): Promise<vscode.Uri> {
  const taken = new Set((await vscode.workspace.fs.readDirectory(folder)).map(([entry]) => entry));
  let free = name;
  for (let number = 2; taken.has(free); number++) {
    free = `${name}-${number}`;
  }
  return vscode.Uri.joinPath(folder, free);
}
