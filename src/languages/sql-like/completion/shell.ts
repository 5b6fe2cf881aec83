import { assertNever } from "../../../base/assert-never.ts";
import { parseScript } from "../syntax/parse-script.ts";
import { isSignToken, isWordToken } from "../syntax/token.ts";
import type { ShellSlot } from "./context.ts";
import { createNameSuggestion } from "./items.ts";
import { anyContainsTypedText } from "./model-name.ts";
import type { CompletionScope } from "./scope.ts";
import { suggestQueryStarts } from "./start.ts";
import { type CompletionSuggestion, createSuggestion, escapeSnippet } from "./suggestion.ts";

/** Maximum number of files that completion proposes. Further typing narrows the list. */
const maxFiles = 200;

/** Access to the files that a script of the command-line shell may load. */
export interface ShellFiles {
  /**
   * Returns the names in a folder, given relative to the script's folder. Names of folders end in `/`. Undefined if
   * files cannot be listed.
   */
  readonly list?: ((folder: string) => Promise<readonly string[]>) | undefined;
}

/**
 * Returns completion items for the file of a COPY statement, data files first. The path is inserted in single quotes,
 * which cannot be escaped (sql-like-language 12).
 */
async function shellFileOffers(
  { context: { prefix, quote, isOpen }, names }: Pick<CompletionScope, "context" | "names">,
  files: ShellFiles | undefined,
): Promise<CompletionSuggestion[]> {
  const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  const offered = ((await files?.list?.(folder)) ?? []).filter(isOffered);
  const isCut = offered.length > maxFiles;
  names.isIncomplete ||= isCut;
  const typed = prefix.slice(folder.length);
  const shown = isCut ? offered.filter((name) => anyContainsTypedText(typed, name)).slice(0, maxFiles) : offered;
  return shown.map((name) => {
    const path = folder + name;
    const text = escapeSnippet(path);
    const isFolder = name.endsWith("/");
    const close = quote === undefined || isOpen ? "'" : "";
    const whole = `${quote === undefined ? "'" : ""}${text}${isFolder && close !== "" ? "$1" : ""}${close}`;
    return createSuggestion(path, isFolder ? "folder" : "file", isFolder ? 1 : name.endsWith(".csv") ? 0 : 2, {
      snippet: whole,
      ...(isFolder && { leadsOn: true }),
    });
  });
}

function isOffered(name: string): boolean {
  return !/'|^\.|[\r\n]|\.wfshell$/.test(name);
}

type ShellState = "analytic" | "staging" | "transaction";

/**
 * Number added to the sort rank of shell statements that are not allowed in the current state. They are still proposed,
 * because a script may be written in any order.
 */
const otherStateRank = 100;

interface ShellStatementHelp {
  readonly label: string;
  readonly state: ShellState;
  readonly documentation: string;
  /** First words of the statement, inserted without the arguments that the user still has to choose. */
  readonly open?: string;
}

/** Statements of the command-line shell in their usual order (sql-like-language 12). */
const statements: readonly ShellStatementHelp[] = [
  {
    label: "SET schema TO staging",
    state: "analytic",
    documentation: "Goes from queries to loading: transactions are begun in the schema staging.",
  },
  {
    label: "BEGIN TRANSACTION",
    state: "staging",
    documentation: "Starts a transaction of the data intake. COPY loads into it until COMMIT or ROLLBACK ends it.",
  },
  {
    label: "COPY",
    state: "transaction",
    documentation: "Uploads a local file for an object: COPY object FROM 'path'. The path is seen from the script.",
    open: "COPY ",
  },
  {
    label: "COMMIT",
    state: "transaction",
    documentation: "Ends the transaction and keeps what was loaded. The schema is staging again.",
  },
  {
    label: "ROLLBACK",
    state: "transaction",
    documentation: "Ends the transaction and drops what was loaded. The schema is staging again.",
  },
  {
    label: "SET schema TO analytic",
    state: "staging",
    documentation: "Goes from loading back to queries.",
  },
];

const load = [
  "SET schema TO staging;",
  "BEGIN TRANSACTION;",
  "COPY ${1:Object} FROM '${2:file.csv}';",
  "COMMIT;",
  "SET schema TO analytic;",
].join("\n");

/**
 * Returns completion items for the start of a shell statement: first the statements that are allowed in the current
 * state, then all others.
 */
export function suggestShellStatements(scope: CompletionScope): CompletionSuggestion[] {
  const { context } = scope;
  const { text, replace } = context;
  const state = shellStateAfter(text.slice(0, replace.start));
  const rankOf = (wanted: ShellState) => (state === wanted ? 0 : otherStateRank);
  const end = isSignToken(context.after, ";") ? "" : ";";
  const own = statements.map(({ label, state: wanted, documentation, open }, index) => {
    const detail = state === wanted ? "Statement of the shell" : `Statement of the shell in the state ${wanted}`;
    const lead = open === undefined ? { snippet: `${label}${end}` } : { snippet: open, leadsOn: true };
    const first = { snippet: label.split(" ", 1)[0] ?? label };
    return createSuggestion(label, "keyword", rankOf(wanted) + 10 + index, {
      detail,
      documentation,
      ...(goesOn(scope) ? first : lead),
    });
  });
  const whole = createSuggestion("SET schema ... COPY ... COMMIT", "snippet", rankOf("analytic") + 20, {
    detail: "Loads a file in a transaction",
    documentation: "The statements that load a file, from queries and back to them.",
    snippet: load,
  });
  const queries = suggestQueryStarts(scope).map((offer) => ({ ...offer, rank: offer.rank + rankOf("analytic") }));
  return [...queries, ...own, ...(goesOn(scope) ? [] : [whole])];
}

/** Whether the line already contains the remainder of the statement after the cursor. */
function goesOn({ context: { after, replace, text } }: CompletionScope): boolean {
  const isLast = after === undefined || after.kind === "end" || isSignToken(after, ";");
  return !isLast && !/[\r\n]/.test(text.slice(replace.end, after.start));
}

/**
 * Returns the state of the shell at the end of a script. Derived from the parser's problems, because the parser rejects
 * statements that the state does not allow.
 */
function shellStateAfter(script: string): ShellState {
  const takes = (statement: string) =>
    parseScript(`${script}\n${statement}`, { isShellScript: true }).problems.every(({ end }) => end <= script.length);
  return takes("SET schema TO staging") ? "analytic" : takes("BEGIN TRANSACTION") ? "staging" : "transaction";
}

/** Returns completion items inside a shell statement. */
export async function suggestInShellStatement(
  scope: CompletionScope,
  slot: ShellSlot,
  files: ShellFiles | undefined,
): Promise<CompletionSuggestion[]> {
  const { context } = scope;
  const isFollowed = goesOn(scope);
  switch (slot.expected) {
    case "schema":
      return [
        createSuggestion("schema", "keyword", 0, {
          detail: "The only thing that SET sets",
          ...(isFollowed ? {} : { snippet: "schema TO ", leadsOn: true }),
        }),
      ];
    case "TO":
      return [createSuggestion("TO", "keyword", 0, isFollowed ? {} : { snippet: "TO ", leadsOn: true })];
    case "schemaName":
      return schemaOffers(shellStateAfter(context.text.slice(0, slot.start)));
    case "TRANSACTION":
      return [createSuggestion("TRANSACTION", "keyword", 0)];
    case "object":
      return await loadedObjectOffers(scope);
    case "FROM":
      return [createSuggestion("FROM", "keyword", 0, isFollowed ? {} : { snippet: "FROM '$1'", leadsOn: true })];
    case "file":
      return await shellFileOffers(scope, files);
    case "end":
      return [];
    default:
      return assertNever(slot.expected);
  }
}

/**
 * Returns completion items for schema names. The schema that is not active comes first, because setting the active one
 * is an error.
 */
function schemaOffers(state: ShellState): CompletionSuggestion[] {
  return [
    createSuggestion("staging", "value", state === "analytic" ? 0 : 1, { detail: "Where files are loaded" }),
    createSuggestion("analytic", "value", state === "analytic" ? 1 : 0, { detail: "Where queries run" }),
  ];
}

/**
 * Returns completion items for the objects that a file can be loaded into. Omits names with characters other than
 * letters, digits and underscores, because COPY cannot name them.
 */
async function loadedObjectOffers(scope: CompletionScope): Promise<CompletionSuggestion[]> {
  const kinds = ["subject", "event", "overlay"];
  const hasFrom = isWordToken(scope.context.after, "FROM");
  return (await scope.names.of("object"))
    .filter(({ id }) => /^\w+$/.test(id))
    .map((name) => {
      const kind = kinds.indexOf(name.objectKind ?? "");
      const id = escapeSnippet(name.id);
      return createNameSuggestion(name, kind < 0 ? kinds.length : kind, { snippet: hasFrom ? id : `${id} FROM '$1'` });
    });
}
