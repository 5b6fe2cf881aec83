import type { CompletionContext } from "./completion-context.ts";
import { type CompletionOffer, escapeSnippet, offerOf } from "./completion-offer.ts";

/** The files that a script of the shell may load. */
export interface ShellFiles {
  /** Names in a folder, which is seen from that of the script; folders end in `/`. Absent where nobody may look. */
  readonly list?: ((folder: string) => Promise<readonly string[]>) | undefined;
}

/** Files for COPY, those with data first; their path stands in single quotes that nothing can escape (sql-like-language 12). */
export async function shellFileOffers(
  { prefix, quote, isOpen }: Pick<CompletionContext, "prefix" | "quote" | "isOpen">,
  files: ShellFiles | undefined,
): Promise<CompletionOffer[]> {
  const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  const names = (await files?.list?.(folder)) ?? [];
  return names.filter(isOffered).map((name) => {
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
