import * as vscode from "vscode";
import { loadOnce } from "../../base/load-once.ts";
import * as commandIds from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import type { CommandId } from "../../host/contributions.ts";
import type { ProjectsController } from "./projects-controller.ts";
import type { ProjectsServices } from "./projects-services.ts";

/** Registers the commands on projects and production versions. */
export function register(services: ProjectsServices): vscode.Disposable {
  const loadController = loadOnce<ProjectsController>(() =>
    import("./projects-controller.ts").then((loaded) => new loaded.ProjectsController(services)),
  );
  const onItem = (id: CommandId) =>
    registerCommand(services.log, id, async (item) => (await loadController()).run(id, item));
  return vscode.Disposable.from(
    onItem(commandIds.newProjectChange),
    onItem(commandIds.importProjectChanges),
    onItem(commandIds.showProjectCommits),
    onItem(commandIds.previewPublishing),
    onItem(commandIds.publishProject),
    onItem(commandIds.changeProjectStage),
    onItem(commandIds.shareProject),
    onItem(commandIds.exportProductionVersions),
    onItem(commandIds.rollBackToVersion),
    { dispose: () => loadController.ifLoaded((loaded) => loaded.dispose()) },
  );
}
