import { isLike } from "./match.ts";
import { type CompletionOffer, escapeSnippet, offerOf } from "./offer.ts";
import type { CompletionScope } from "./scope.ts";

/** Files that are offered at most; typing on narrows them down. */
const mostFiles = 200;

/** The files that a script of the shell may load. */
export interface ShellFiles {
  /** Names in a folder, which is seen from that of the script; folders end in `/`. Absent where nobody may look. */
  readonly list?: ((folder: string) => Promise<readonly string[]>) | undefined;
}

/** Files for COPY, those with data first; their path stands in single quotes that nothing can escape (sql-like-language 12). */
export async function shellFileOffers(
  { context: { prefix, quote, isOpen }, names }: Pick<CompletionScope, "context" | "names">,
  files: ShellFiles | undefined,
): Promise<CompletionOffer[]> {
  const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  const offered = ((await files?.list?.(folder)) ?? []).filter(isOffered);
  const isCut = offered.length > mostFiles;
  names.isIncomplete ||= isCut;
  const typed = prefix.slice(folder.length);
  const shown = isCut ? offered.filter((name) => isLike(typed, name)).slice(0, mostFiles) : offered;
  return shown.map((name) => {
    const path = folder + name;
    const text = escapeSnippet(path);
    const isFolder = name.endsWith("/");
    const close = quote === undefined || isOpen ? "'" : "";
    const whole = `${quote === undefined ? "'" : ""}${text}${isFolder && close !== "" ? "$1" : ""}${close}`;
    return offerOf(path, isFolder ? "folder" : "file", isFolder ? 1 : name.endsWith(".csv") ? 0 : 2, {
      snippet: whole,
      ...(isFolder && { leadsOn: true }),
    });
  });
}

function isOffered(name: string): boolean {
  return !/'|^\.|[\r\n]|\.wfshell$/.test(name);
}
