import type { WorkspaceSymbol } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type OutlineEntry, outlineOf } from "../sql-like/structure/outline.ts";
import { type DocumentStatement, QueryDocument } from "../sql-like/syntax/query-document.ts";
import { rangeOf } from "./document-position.ts";
import { pathOf, type QueryFile, QueryFiles } from "./query-files.ts";
import type { FeatureCapabilities, ServerContext } from "./server-parts.ts";
import { outlineSymbolKinds } from "./structure.ts";

export const workspaceSymbolCapabilities: FeatureCapabilities = { workspaceSymbolProvider: true };

const maxSymbols = 1000;

/** Workspace symbols of a query file, cached until the file changes. */
interface ReadFile {
  readonly document: TextDocument;
  readonly entries: readonly (readonly [DocumentStatement, OutlineEntry])[];
}

/**
 * Registers workspace symbols for saved queries, which are named by the comment before each. For an open file, the text
 * in the editor is used.
 */
export function registerWorkspaceSymbols({ connection, documents, workspaceFolders, now }: ServerContext): void {
  const files = new QueryFiles(now);
  const read = new WeakMap<QueryFile, ReadFile>();
  const entriesOf = (file: QueryFile): ReadFile => {
    const known = read.get(file) ?? readEntries(file);
    read.set(file, known);
    return known;
  };
  connection.onWorkspaceSymbol(async ({ query }, token) => {
    const symbols: WorkspaceSymbol[] = [];
    // Editors differ in how they spell a URI.
    const open = new Map(documents.all().map((document) => [pathOf(document.uri), document]));
    for (const file of await files.read(workspaceFolders())) {
      if (token.isCancellationRequested || symbols.length >= maxSymbols) {
        break;
      }
      const text = open.get(file.path)?.getText() ?? file.text;
      const { document, entries } = text === file.text ? entriesOf(file) : readEntries({ ...file, text });
      for (const [placed, entry] of entries) {
        if (isLike(entry.title, query)) {
          const location = { uri: file.uri, range: rangeOf(document, placed, entry) };
          symbols.push({
            name: entry.title,
            kind: outlineSymbolKinds[entry.kind],
            containerName: entry.detail,
            location,
          });
        }
      }
    }
    return token.isCancellationRequested ? [] : symbols.slice(0, maxSymbols);
  });
}

function readEntries({ uri, text }: Omit<QueryFile, "path">): ReadFile {
  const { parts } = QueryDocument.create(text);
  return {
    document: TextDocument.create(uri, "workforce-sqllike", 0, text),
    entries: parts.flatMap((placed) => outlineOf(placed).map((entry) => [placed, entry] as const)),
  };
}

/** Whether a title contains the letters of a search text in the same order, not necessarily adjacent. */
function isLike(title: string, query: string): boolean {
  const folded = title.toLowerCase();
  let from = 0;
  for (const letter of query.toLowerCase().replace(/\s+/g, "")) {
    const found = folded.indexOf(letter, from);
    if (found < 0) {
      return false;
    }
    from = found + 1;
  }
  return true;
}
