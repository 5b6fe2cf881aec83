import * as vscode from "vscode";
import { loadOnce } from "../../base/load-once.ts";
import type { QueryTools, ToolServices, ToolTarget } from "./query-tools.ts";
import { toolNames } from "./tool-names.ts";

/** Registers the tools with which language models in VS Code's chat read the model, check queries and run them. */
export function register<Target extends ToolTarget>(services: ToolServices<Target>): vscode.Disposable {
  const tools = loadOnce<QueryTools<Target>>(() =>
    import("./query-tools.ts").then((loaded) => new loaded.QueryTools(services)),
  );
  return vscode.Disposable.from(
    vscode.lm.registerTool<unknown>(toolNames.searchModel, {
      invoke: async ({ input }, token) => (await tools()).searchModel(input, token),
    }),
    vscode.lm.registerTool<unknown>(toolNames.checkQuery, {
      invoke: async ({ input }) => (await tools()).checkQuery(input),
    }),
    vscode.lm.registerTool<unknown>(toolNames.runQuery, {
      prepareInvocation: async ({ input }) => (await tools()).describeRun(input),
      invoke: async ({ input }, token) => (await tools()).runQuery(input, token),
    }),
  );
}
