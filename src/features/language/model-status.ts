import * as vscode from "vscode";
import * as commandIds from "../../host/command-ids.ts";
import { disableIcons, disableLinks } from "../../host/untrusted-text.ts";
import { describeAge } from "./model-age-model.ts";
import type { ModelFileWatch } from "./model-file-watch.ts";
import type { ModelSearcher } from "./model-search.ts";

interface ModelStatusParts {
  readonly searcher: ModelSearcher;
  readonly files: ModelFileWatch;
  /** Returns the labels of the active connection, tenant and project. */
  readonly displayedTarget: () => readonly string[];
  readonly languages: readonly string[];
}

/**
 * Creates the language status item that shows which analytics model the names of queries are checked against, and its
 * age.
 */
export function createModelStatus({
  searcher,
  files,
  displayedTarget,
  languages,
}: ModelStatusParts): vscode.Disposable {
  const selector = languages.map((language) => ({ language }));
  const item = vscode.languages.createLanguageStatusItem("workforce.model", selector);
  item.name = vscode.l10n.t("Workforce Model");
  let latest = 0;
  const show = async () => {
    const current = ++latest;
    const [used, state] = await Promise.all([files.used(), searcher.state()]);
    if (current !== latest) {
      return;
    }
    item.busy = state.isBusy && !used;
    item.severity = vscode.LanguageStatusSeverity.Information;
    item.command = { command: commandIds.refreshModel, title: vscode.l10n.t("Refresh") };
    if (used) {
      const names = used.uris.map((uri) => vscode.workspace.asRelativePath(uri)).join(", ");
      item.text = `$(file-code) ${disableIcons(names)}`;
      // The message contains text of the file, in which VS Code would find links and icons.
      const problem = used.problem && disableIcons(disableLinks(used.problem.message));
      item.detail = problem ?? vscode.l10n.t("Names are checked with this model file");
      if (used.problem) {
        item.severity = vscode.LanguageStatusSeverity.Error;
        const title = vscode.l10n.t("Open");
        item.command = { command: "vscode.open", title, arguments: [used.problem.uri] };
      }
      return;
    }
    item.text = `$(database) ${disableIcons(displayedTarget().join(" · "))}`;
    const age =
      state.oldest === undefined ? undefined : describeAge(state.oldest, Date.now(), vscode.env.language || "en");
    if (state.isOffline) {
      item.severity = vscode.LanguageStatusSeverity.Warning;
      item.detail = age
        ? vscode.l10n.t("The service does not answer; the model is from {0}", age)
        : vscode.l10n.t("The service does not answer; names are not checked");
    } else {
      item.detail = age ? vscode.l10n.t("Model read {0}", age) : vscode.l10n.t("The model has not been read yet");
    }
  };
  const update = () => void show().catch(() => undefined);
  update();
  // Updates the displayed age even if nothing else changes.
  const timer = setInterval(update, 60_000);
  return vscode.Disposable.from(item, searcher.onDidChangeState(update), files.onDidChange(update), {
    dispose: () => clearInterval(timer),
  });
}
