import type { ExtensionContext } from "vscode";
import type { JobReference } from "../../contract/job-reference.ts";
import type { Log } from "../../host/log.ts";
import type { ResultSink } from "../../protocol/result-sink.ts";
import type { CallTarget } from "./call-target.ts";

export interface OperationServices {
  readonly log: Log;
  readonly context: ExtensionContext;
  /** Returns the active connection and tenant. */
  readonly currentTarget: () => CallTarget;
  readonly results: ResultSink;
  /** Starts polling a job that an API call started. */
  readonly watchJob: (connectionId: string, reference: JobReference, label: string) => Promise<void>;
}

/**
 * View type of the API operation page, by which VS Code restores the page after a reload. package.json contains it,
 * too.
 */
export const panelType = "workforce.operationPanel";
