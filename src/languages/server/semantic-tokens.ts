import { type Range, type SemanticTokens, SemanticTokensBuilder } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { semanticTokenModifiers, semanticTokensOf, semanticTokenTypes } from "../sql-like/structure/semantic-tokens.ts";
import type { DocumentStatement } from "../sql-like/syntax/query-document.ts";
import { type FeatureCapabilities, nameScopeOf, type ServerContext } from "./server-parts.ts";

export const semanticTokensCapabilities: FeatureCapabilities = {
  semanticTokensProvider: {
    legend: { tokenTypes: [...semanticTokenTypes], tokenModifiers: [...semanticTokenModifiers] },
    full: { delta: true },
    range: true,
  },
};

/**
 * Registers semantic highlighting, which colours names by their kind in the business model. It is refreshed when more
 * names become known.
 */
export function registerSemanticTokens(parts: ServerContext): void {
  const { connection, documents, queries, model, client } = parts;
  const { semanticTokens: answers } = connection.languages;
  const builders = new Map<string, SemanticTokensBuilder>();
  const builderOf = (uri: string): SemanticTokensBuilder => {
    const builder = builders.get(uri) ?? new SemanticTokensBuilder();
    builders.set(uri, builder);
    return builder;
  };
  /** Adds the semantic tokens of the statements that overlap a range. Without a range, adds those of all statements. */
  const push = (builder: SemanticTokensBuilder, uri: string, range?: Range): void => {
    const document = documents.get(uri);
    const start = range ? (document?.offsetAt(range.start) ?? 0) : 0;
    const end = range ? (document?.offsetAt(range.end) ?? 0) : Number.POSITIVE_INFINITY;
    for (const placed of queries.get(uri)?.parts ?? []) {
      if (document && placed.start <= end && placed.start + placed.part.text.length >= start) {
        pushPart(builder, document, placed, parts);
      }
    }
  };
  answers.on(({ textDocument: { uri } }): SemanticTokens => {
    builders.delete(uri);
    const builder = builderOf(uri);
    push(builder, uri);
    return builder.build();
  });
  answers.onDelta(({ textDocument: { uri }, previousResultId }) => {
    const builder = builderOf(uri);
    builder.previousResult(previousResultId);
    push(builder, uri);
    return builder.buildEdits();
  });
  answers.onRange(({ textDocument: { uri }, range }) => {
    const builder = new SemanticTokensBuilder();
    push(builder, uri, range);
    return { data: builder.build().data };
  });
  documents.onDidClose(({ document }) => builders.delete(document.uri));
  model.onDidChange(() => {
    if (client().workspace?.semanticTokens?.refreshSupport) {
      void answers.refresh();
    }
  });
}

function pushPart(
  builder: SemanticTokensBuilder,
  document: TextDocument,
  { part, start: partStart }: DocumentStatement,
  parts: ServerContext,
): void {
  for (const { start, end, type, modifier } of semanticTokensOf(part, nameScopeOf(part, parts))) {
    const { line, character } = document.positionAt(partStart + start);
    const modifiers = modifier === undefined ? 0 : 1 << semanticTokenModifiers.indexOf(modifier);
    builder.push(line, character, end - start, semanticTokenTypes.indexOf(type), modifiers);
  }
}
