import * as vscode from "vscode";
import * as commandIds from "../../host/command-ids.ts";
import type { CommandId } from "../../host/contributions.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";
import { TextDocuments } from "../../host/text-documents.ts";
import { changeStage, importChanges, newChange, showChanges } from "./change-project.ts";
import { exportVersions, rollBackToVersion } from "./production-versions.ts";
import {
  type ProjectsParts,
  type ProjectsServices,
  type ProjectTarget,
  projectOf,
  tenantOf,
} from "./projects-services.ts";
import { previewProject, publishProject } from "./publish-project.ts";
import { shareProject } from "./share-project.ts";

const onProject: {
  readonly [Id in CommandId]?: (on: ProjectTarget, parts: ProjectsParts) => Promise<void>;
} = {
  [commandIds.newProjectChange]: newChange,
  [commandIds.importProjectChanges]: (on, parts) => importChanges(on, parts),
  [commandIds.showProjectCommits]: showChanges,
  [commandIds.previewPublishing]: previewProject,
  [commandIds.publishProject]: publishProject,
  [commandIds.changeProjectStage]: changeStage,
  [commandIds.shareProject]: shareProject,
};

const onTenant: {
  readonly [Id in CommandId]?: (target: TenantTarget, parts: ProjectsParts) => Promise<void>;
} = {
  [commandIds.exportProductionVersions]: exportVersions,
  [commandIds.rollBackToVersion]: rollBackToVersion,
};

/** Commands on projects and production versions. Loaded on first use, to keep activation fast. */
export class ProjectsController implements vscode.Disposable {
  readonly #parts: ProjectsParts;

  constructor(services: ProjectsServices) {
    const missing = vscode.l10n.t("This page is no longer in memory. Open it again from the project in the explorer.");
    this.#parts = { ...services, documents: new TextDocuments("workforce-projects", missing) };
  }

  dispose(): void {
    this.#parts.documents.dispose();
  }

  async run(id: CommandId, item: unknown): Promise<void> {
    const [project, target] = [projectOf(item), tenantOf(item)];
    if (project) {
      await onProject[id]?.(project, this.#parts);
    } else if (target) {
      await onTenant[id]?.(target, this.#parts);
    }
  }
}
