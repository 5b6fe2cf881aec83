import * as vscode from "vscode";

export const taskType = "workforce-sqljob";

/** Definition of a SQL job task in `tasks.json`. */
interface SqlJobTask extends vscode.TaskDefinition {
  /** Path of the job file, relative to the workspace folder. */
  readonly file: string;
  readonly dryRun?: boolean;
}

type OpenTerminal = (uri: vscode.Uri, isDryRun: boolean) => Promise<vscode.Pseudoterminal>;

/** Provides a task for each job file of the workspace, and resolves those that `tasks.json` defines. */
export class SqlJobTasks implements vscode.TaskProvider {
  readonly #openTerminal: OpenTerminal;

  constructor(openTerminal: OpenTerminal) {
    this.#openTerminal = openTerminal;
  }

  async provideTasks(): Promise<vscode.Task[]> {
    const found = await vscode.workspace.findFiles("**/*.sqljob.json", "**/node_modules/**");
    return found.flatMap((uri) => {
      const folder = vscode.workspace.getWorkspaceFolder(uri);
      const file = vscode.workspace.asRelativePath(uri, false);
      return folder ? [this.#task({ type: taskType, file }, folder)] : [];
    });
  }

  resolveTask({ definition, scope }: vscode.Task): vscode.Task | undefined {
    const folder = typeof scope === "object" ? scope : vscode.workspace.workspaceFolders?.[0];
    return isSqlJobTask(definition) && folder ? this.#task(definition, folder) : undefined;
  }

  #task(definition: SqlJobTask, folder: vscode.WorkspaceFolder): vscode.Task {
    const { file, dryRun = false } = definition;
    const name = dryRun ? vscode.l10n.t("{0} (dry run)", file) : file;
    const execution = new vscode.CustomExecution(() =>
      this.#openTerminal(vscode.Uri.joinPath(folder.uri, file), dryRun),
    );
    const task = new vscode.Task(definition, folder, name, "workforce", execution);
    task.detail = dryRun ? vscode.l10n.t("Shows what the SQL job would do") : vscode.l10n.t("Runs the SQL job");
    return task;
  }
}

function isSqlJobTask(definition: vscode.TaskDefinition): definition is SqlJobTask {
  return definition.type === taskType && typeof definition.file === "string";
}
