import type { TextDocuments } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { QueryDocument } from "../sql-like/syntax/query-document.ts";

const queryLanguage = "workforce-sqllike";
/** Language id of documents that are scripts of the command-line shell (sql-like-language 12). */
const shellLanguage = "workforce-sqllike-shell";

interface ReadDocument {
  readonly version: number;
  readonly query: QueryDocument;
}

/**
 * Syntax trees of the open documents in the SQL-like language. After a change, only the changed statements are parsed
 * again.
 */
export class OpenQueries {
  readonly #documents: TextDocuments<TextDocument>;
  readonly #read = new Map<string, ReadDocument>();

  constructor(documents: TextDocuments<TextDocument>) {
    this.#documents = documents;
    documents.onDidClose(({ document }) => this.#read.delete(document.uri));
  }

  /**
   * Returns the current syntax tree of a document. Undefined if the document is not open or not in the SQL-like
   * language.
   */
  get(uri: string): QueryDocument | undefined {
    const document = this.#documents.get(uri);
    if (!document || !isQueryLanguage(document)) {
      return undefined;
    }
    const known = this.#read.get(uri);
    if (known?.version === document.version) {
      return known.query;
    }
    const query =
      known?.query.withText(document.getText()) ??
      QueryDocument.create(document.getText(), { isShellScript: isShellScriptDocument(document) });
    this.#read.set(uri, { version: document.version, query });
    return query;
  }

  /** Returns the URIs of the open documents in the SQL-like language. */
  uris(): string[] {
    return this.#documents
      .all()
      .filter(isQueryLanguage)
      .map(({ uri }) => uri);
  }
}

export function isShellScriptDocument({ languageId }: TextDocument): boolean {
  return languageId === shellLanguage;
}

function isQueryLanguage({ languageId }: TextDocument): boolean {
  return languageId === queryLanguage || languageId === shellLanguage;
}
