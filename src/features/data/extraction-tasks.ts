import * as vscode from "vscode";
import { isStringArray } from "../../base/guards.ts";

export const extractionTaskType = "workforce-extract";

type OpenTerminal = (definition: vscode.TaskDefinition) => Promise<vscode.Pseudoterminal>;

/** Provides a task that extracts from all connectors, and resolves those that `tasks.json` defines. */
export class ExtractionTasks implements vscode.TaskProvider {
  readonly #openTerminal: OpenTerminal;

  constructor(openTerminal: OpenTerminal) {
    this.#openTerminal = openTerminal;
  }

  provideTasks(): vscode.Task[] {
    return [this.#task({ type: extractionTaskType }, vscode.TaskScope.Workspace)];
  }

  resolveTask({ definition, scope }: vscode.Task): vscode.Task | undefined {
    return definition.type === extractionTaskType
      ? this.#task(definition, scope ?? vscode.TaskScope.Workspace)
      : undefined;
  }

  #task(definition: vscode.TaskDefinition, scope: vscode.WorkspaceFolder | vscode.TaskScope): vscode.Task {
    const names: unknown = definition.connectors;
    const name = isStringArray(names)
      ? vscode.l10n.t("extract {0}", names.join(", "))
      : vscode.l10n.t("extract from all connectors");
    const execution = new vscode.CustomExecution(() => this.#openTerminal(definition));
    const task = new vscode.Task(definition, scope, name, "workforce", execution);
    task.detail = vscode.l10n.t("Reads source systems and waits for the jobs that follow");
    return task;
  }
}
