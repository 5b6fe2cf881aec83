import * as vscode from "vscode";
import { loadOnce } from "../../base/load-once.ts";
import { type CommandId, commandIds } from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import type { ProjectsController } from "./projects-controller.ts";
import type { ProjectsServices } from "./projects-services.ts";

/** Registers the commands on projects and production versions. */
export function register(services: ProjectsServices): vscode.Disposable {
  let loaded: ProjectsController | undefined;
  const loadController = loadOnce<ProjectsController>(async () => {
    const module = await import("./projects-controller.ts");
    loaded = new module.ProjectsController(services);
    return loaded;
  });
  const onItem = (id: CommandId) =>
    registerCommand(services.log, id, async (item) => (await loadController()).run(id, item));
  return vscode.Disposable.from(
    onItem(commandIds.newProjectChange),
    onItem(commandIds.importProjectChanges),
    onItem(commandIds.showProjectCommits),
    onItem(commandIds.previewPublishing),
    onItem(commandIds.publishProject),
    onItem(commandIds.changeProjectStage),
    onItem(commandIds.exportProductionVersions),
    onItem(commandIds.rollBackToVersion),
    { dispose: () => loaded?.dispose() },
  );
}
