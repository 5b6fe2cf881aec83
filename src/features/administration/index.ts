import * as vscode from "vscode";
import { loadOnce } from "../../base/load-once.ts";
import * as commandIds from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import type { Log } from "../../host/log.ts";
import type { AdministrationController, AdministrationServices } from "./administration-controller.ts";

/** Registers the commands on files with the users of a tenant. */
export function register({ log, ...services }: AdministrationServices & { readonly log: Log }): vscode.Disposable {
  const controller = loadOnce<AdministrationController>(() =>
    import("./administration-controller.ts").then((loaded) => new loaded.AdministrationController(services)),
  );
  return vscode.Disposable.from(
    registerCommand(log, commandIds.newUsersFile, async () => (await controller()).create()),
    registerCommand(log, commandIds.applyUsers, async (file) => (await controller()).apply(file)),
    { dispose: () => controller.ifLoaded((loaded) => loaded.dispose()) },
  );
}
