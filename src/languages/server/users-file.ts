import { CompletionItemKind, type TextDocumentIdentifier } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { checkUsersFile } from "../core/users/check-users.ts";
import { completeUsersFile } from "../core/users/complete-users.ts";
import { usersLanguageId } from "../core/users/parse-users.ts";
import { lspDiagnosticOf } from "./diagnostic-of.ts";
import { rangeOf } from "./document-position.ts";
import type { ServerContext } from "./server-parts.ts";
import { fixesOf } from "./table-sql-answers.ts";

const wholeDocument = { start: 0 };

/** Registers the language features of users files: problems, quick fixes and completion. */
export function registerUsersFiles({ connection, documents }: ServerContext): void {
  const find = ({ uri }: TextDocumentIdentifier): TextDocument | undefined => {
    const document = documents.get(uri);
    return document?.languageId === usersLanguageId ? document : undefined;
  };
  documents.onDidChangeContent(({ document }) => {
    if (find(document)) {
      const diagnostics = checkUsersFile(document.getText()).problems.map((one) => lspDiagnosticOf(document, one));
      void connection.sendDiagnostics({ uri: document.uri, version: document.version, diagnostics });
    }
  });
  connection.onCompletion(({ textDocument, position }) => {
    const document = find(textDocument);
    const found = document && completeUsersFile(document.getText(), document.offsetAt(position));
    if (!document || !found) {
      return null;
    }
    const range = rangeOf(document, wholeDocument, found.replace);
    const items = found.suggestions.map(({ text, detail }, index) => ({
      label: text,
      detail,
      kind: CompletionItemKind.Value,
      textEdit: { range, newText: text },
      sortText: String(index).padStart(5, "0"),
    }));
    return { isIncomplete: false, items };
  });
  connection.onCodeAction(async (params, token) => {
    const document = find(params.textDocument);
    const check = async (text: string) => checkUsersFile(text).problems;
    return document ? await fixesOf(document, params, token, () => check(document.getText()), check) : null;
  });
}
