import {
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  InsertTextFormat,
} from "vscode-languageserver/node";
import { completeQuery, queryTriggerCharacters } from "../sql-like/completion/completion.ts";
import { describeSuggestion } from "../sql-like/completion/documentation.ts";
import { type OptionSuggestion, suggestOptions } from "../sql-like/completion/option-suggestions.ts";
import { type CompletionSuggestion, expandSnippet } from "../sql-like/completion/suggestion.ts";
import { queryKind } from "../sql-like/syntax/query-kind.ts";
import { type DocumentPosition, documentPositionAt, rangeOf } from "./document-position.ts";
import { jobFilesOf } from "./job-files.ts";
import { isShellScriptDocument } from "./open-queries.ts";
import { RecordCounter } from "./record-counter.ts";
import type { FeatureCapabilities, ServerContext } from "./server-parts.ts";

const optionKinds: Readonly<Record<OptionSuggestion["kind"], CompletionItemKind>> = {
  options: CompletionItemKind.Struct,
  option: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
};

/**
 * Returns completion of option names and values within a comment that precedes a query. Returns undefined elsewhere.
 */
export function completeOptions(location: DocumentPosition): CompletionList | undefined {
  const query = location.part.statements.find(({ kind }) => kind === "query");
  const kind = query?.kind === "query" ? queryKind(query) : "list";
  const found = suggestOptions(location.part.text, location.offset, kind);
  if (!found) {
    return undefined;
  }
  const range = rangeOf(location.document, location, found.replace);
  const written = location.document.getText(range);
  const items = found.offers.map(
    ({ kind: sort, label, text, documentation }, index): CompletionItem => ({
      label,
      kind: optionKinds[sort],
      textEdit: { range, newText: text },
      // The filter text must begin like the text that is replaced.
      filterText: written.startsWith('"') && !label.startsWith('"') ? `"${label}` : label,
      sortText: String(index).padStart(4, "0"),
      ...(documentation !== undefined && { documentation }),
    }),
  );
  return { isIncomplete: false, items };
}

export const completionCapabilities: FeatureCapabilities = {
  completionProvider: { triggerCharacters: [...queryTriggerCharacters], resolveProvider: true },
};

/**
 * Data attached to an LSP completion item: the number of the completion response that contains it, and its index in
 * that response.
 */
interface ItemData {
  readonly answer: number;
  readonly offer: number;
}

/** Registers the LSP handlers for completion in the SQL-like language (sql-like-language 10). */
export function registerCompletion(parts: ServerContext): void {
  const { connection, model, options, now, client, workspaceFolders } = parts;
  const search = model.search.bind(model);
  const counts = new RecordCounter(parts);
  // Editors request details only for items of the list that is shown, which is the last one.
  let last: { readonly answer: number; readonly offers: readonly CompletionSuggestion[] } = { answer: 0, offers: [] };

  connection.onCompletion(async ({ textDocument, position, context }, token): Promise<CompletionList | null> => {
    const location = documentPositionAt(parts, textDocument.uri, position);
    if (!location) {
      return null;
    }
    const ofOptions = completeOptions(location);
    if (ofOptions) {
      return ofOptions;
    }
    await model.load(location.part);
    if (token.isCancellationRequested) {
      return null;
    }
    const {
      suggestions: offers,
      replace,
      isIncomplete,
    } = await completeQuery(location.part.text, location.offset, {
      timeColumn: options().timeColumn,
      now: now(),
      model: model.source,
      search,
      typed: context?.triggerCharacter,
      ...(isShellScriptDocument(location.document) && {
        shell: { list: jobFilesOf(location.document.uri, workspaceFolders())?.list },
      }),
    });
    if (token.isCancellationRequested) {
      return null;
    }
    last = { answer: last.answer + 1, offers };
    const { answer } = last;
    const isSnippet = client().textDocument?.completion?.completionItem?.snippetSupport === true;
    const range = rangeOf(location.document, location, replace);
    return {
      isIncomplete,
      items: offers.map((offer, index) => ({
        ...itemOf(offer, location, isSnippet, index),
        textEdit: { range, newText: isSnippet ? offer.snippet : expandSnippet(offer.snippet) },
        data: { answer, offer: index } satisfies ItemData,
      })),
    };
  });

  connection.onCompletionResolve(async (item, token) => {
    const data: Partial<ItemData> | undefined = item.data;
    const offer = data?.answer === last.answer ? last.offers[data.offer ?? -1] : undefined;
    if (offer?.member) {
      return { ...item, ...(await counts.describe(offer.member, token)) };
    }
    const documentation = offer && (await describeSuggestion(offer, { model: model.source, search }));
    return documentation === undefined ? item : { ...item, documentation };
  });
}

const itemKinds: Readonly<Record<CompletionSuggestion["kind"], CompletionItemKind>> = {
  keyword: CompletionItemKind.Keyword,
  snippet: CompletionItemKind.Snippet,
  metric: CompletionItemKind.Function,
  dimension: CompletionItemKind.Enum,
  property: CompletionItemKind.Field,
  concept: CompletionItemKind.Interface,
  reference: CompletionItemKind.Reference,
  object: CompletionItemKind.Class,
  time: CompletionItemKind.Event,
  function: CompletionItemKind.Method,
  parameter: CompletionItemKind.Variable,
  unit: CompletionItemKind.Unit,
  value: CompletionItemKind.Value,
  level: CompletionItemKind.EnumMember,
  label: CompletionItemKind.Text,
  member: CompletionItemKind.EnumMember,
  file: CompletionItemKind.File,
  folder: CompletionItemKind.Folder,
};

/**
 * Editor command that opens the completion list again. It exists in VS Code and in editors that use its command ids.
 */
const askAgain = { title: "Suggest", command: "editor.action.triggerSuggest" };

function itemOf(
  offer: CompletionSuggestion,
  location: DocumentPosition,
  isSnippet: boolean,
  index: number,
): CompletionItem {
  const { label, kind, detail, filter, edits = [], leadsOn = false } = offer;
  return {
    label,
    kind: itemKinds[kind],
    insertTextFormat: isSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    filterText: filter ?? label,
    sortText: String(index).padStart(5, "0"),
    ...(detail !== undefined && { detail }),
    // In plain text the cursor is already at the right position to continue.
    ...(leadsOn && isSnippet && { command: askAgain }),
    ...(edits.length > 0 && {
      additionalTextEdits: edits.map((edit) => ({
        range: rangeOf(location.document, location, edit),
        newText: edit.text,
      })),
    }),
  };
}
