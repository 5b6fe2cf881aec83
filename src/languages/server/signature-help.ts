import { MarkupKind, type SignatureHelp } from "vscode-languageserver/node";
import { signatureHelpAt } from "../sql-like/hints/signature-help.ts";
import { documentPositionAt } from "./document-position.ts";
import { type FeatureCapabilities, nameScopeOf, type ServerContext } from "./server-parts.ts";

export const signatureHelpCapabilities: FeatureCapabilities = {
  signatureHelpProvider: { triggerCharacters: ["(", ","], retriggerCharacters: ["=", ")"] },
};

/** Registers signature help: the parameters of the call around the cursor. */
export function registerSignatureHelp(parts: ServerContext): void {
  const { connection, model } = parts;
  connection.onSignatureHelp(async ({ textDocument, position }, token): Promise<SignatureHelp | null> => {
    const location = documentPositionAt(parts, textDocument.uri, position);
    if (!location) {
      return null;
    }
    const { part, offset } = location;
    const read = () => signatureHelpAt(part, offset, nameScopeOf(part, parts));
    // Built-in functions are known without the model.
    const signature = read() ?? (await model.load(part).then(read));
    if (!signature || token.isCancellationRequested) {
      return null;
    }
    const { label, text, parameters, active = parameters.length } = signature;
    return {
      signatures: [
        {
          label,
          documentation: markdown(text),
          parameters: parameters.map((parameter) => ({
            label: parameter.label,
            documentation: markdown(parameter.text),
          })),
        },
      ],
      activeSignature: 0,
      activeParameter: active,
    };
  });
}

function markdown(value: string) {
  return { kind: MarkupKind.Markdown, value };
}
