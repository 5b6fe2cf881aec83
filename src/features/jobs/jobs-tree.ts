import * as vscode from "vscode";
import { assertNever } from "../../base/assert-never.ts";
import type { JobPhase } from "../../contract/job-status.ts";
import { commandIds } from "../../host/command-ids.ts";
import type { JobFacts, JobItem } from "./job-item.ts";

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

/** Shows the jobs as VS Code's tree; computes nothing. */
export class JobsTree implements vscode.TreeDataProvider<JobItem>, vscode.Disposable {
  readonly #children: (item: JobItem | undefined) => Promise<readonly JobItem[]>;
  readonly #changed = new vscode.EventEmitter<JobItem | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(children: (item: JobItem | undefined) => Promise<readonly JobItem[]>) {
    this.#children = children;
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  async getChildren(item?: JobItem): Promise<JobItem[]> {
    return [...(await this.#children(item))];
  }

  getTreeItem(item: JobItem): vscode.TreeItem {
    const treeItem = describe(item);
    treeItem.id = item.key;
    return treeItem;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

const icons: Readonly<Record<JobPhase, vscode.ThemeIcon>> = {
  waiting: new vscode.ThemeIcon("clock"),
  running: new vscode.ThemeIcon("sync~spin"),
  succeeded: new vscode.ThemeIcon("pass", new vscode.ThemeColor("testing.iconPassed")),
  failed: new vscode.ThemeIcon("error", new vscode.ThemeColor("testing.iconFailed")),
  cancelled: new vscode.ThemeIcon("circle-slash"),
};

function describe(item: JobItem): vscode.TreeItem {
  switch (item.kind) {
    case "job":
    case "child":
      return job(item.facts, typeOf(item.facts), item.kind === "job" && item.hasChildren, contextOf("job", item.facts));
    case "watched": {
      const shown = job(item.facts, item.label, item.hasChildren, contextOf("watchedJob", item.facts));
      if (item.problem !== undefined) {
        shown.iconPath = new vscode.ThemeIcon("warning");
        shown.description = item.problem;
        shown.tooltip = item.problem;
      }
      return shown;
    }
    case "problem": {
      const shown = new vscode.TreeItem(item.message, None);
      shown.iconPath = new vscode.ThemeIcon("error");
      shown.contextValue = "problem";
      shown.tooltip = vscode.l10n.t("{0}\n\nSelect to try again.", item.message);
      shown.command = { command: commandIds.refreshJobs, title: vscode.l10n.t("Retry") };
      return shown;
    }
    case "empty": {
      const shown = new vscode.TreeItem(vscode.l10n.t("No jobs in this time"), None);
      shown.iconPath = new vscode.ThemeIcon("info");
      shown.tooltip = vscode.l10n.t("Select to look further back.");
      shown.command = { command: commandIds.selectJobWindow, title: vscode.l10n.t("Look Further Back") };
      return shown;
    }
    default:
      return assertNever(item);
  }
}

function job(facts: JobFacts, label: string, hasChildren: boolean, contextValue: string): vscode.TreeItem {
  const shown = new vscode.TreeItem(label, hasChildren ? Collapsed : None);
  const started = facts.startTime === undefined ? undefined : timeText(facts.startTime);
  const parts = [facts.status, facts.tenant, started].filter((part) => part !== undefined);
  shown.description = parts.join(" · ");
  shown.iconPath = icons[facts.phase];
  shown.contextValue = contextValue;
  const tooltip = new vscode.MarkdownString();
  tooltip.appendText([label, ...parts, facts.id, facts.message ?? ""].filter((line) => line !== "").join("\n"));
  shown.tooltip = tooltip;
  shown.accessibilityInformation = { label: [label, ...parts].join(", ") };
  return shown;
}

/** A job that goes on can be cancelled; the menus look at this word. */
function contextOf(kind: "job" | "watchedJob", { phase }: JobFacts): string {
  return phase === "waiting" || phase === "running" ? `${kind}Open` : `${kind}Ended`;
}

function typeOf({ jobType, id }: JobFacts): string {
  return jobType ? `${jobType.slice(0, 1).toUpperCase()}${jobType.slice(1).toLowerCase()}` : id;
}

function timeText(startTime: string): string {
  const time = new Date(startTime);
  return Number.isNaN(time.getTime()) ? startTime : time.toLocaleString(vscode.env.language);
}
