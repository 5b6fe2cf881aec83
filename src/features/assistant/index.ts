import type * as vscode from "vscode";
import { loadOnce } from "../../base/load-once.ts";
import * as commandIds from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import type { Log } from "../../host/log.ts";
import type { QuestionController, QuestionServices, QuestionTarget } from "./question-controller.ts";

/** Registers the command that asks the service's assistant a question. */
export function register<Target extends QuestionTarget>({
  log,
  ...services
}: QuestionServices<Target> & { readonly log: Log }): vscode.Disposable {
  const controller = loadOnce<QuestionController<Target>>(() =>
    import("./question-controller.ts").then((loaded) => new loaded.QuestionController(services)),
  );
  return registerCommand(log, commandIds.askQuestion, async () => (await controller()).ask());
}
