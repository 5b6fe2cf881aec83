import { modelFileSuffix } from "../core/model/model-file.ts";
import { readModelFile } from "../core/model/read-model-file.ts";
import { diagnosticOf } from "./diagnostic-of.ts";
import type { ServerParts } from "./server-parts.ts";

/** Publishes the problems of model files while they are edited. */
export function registerModelFiles({ connection, documents }: ServerParts): void {
  documents.onDidChangeContent(({ document }) => {
    if (document.uri.endsWith(modelFileSuffix)) {
      const { problems } = readModelFile(document.getText());
      const diagnostics = problems.map((problem) => diagnosticOf(document, problem));
      void connection.sendDiagnostics({ uri: document.uri, version: document.version, diagnostics });
    }
  });
}
