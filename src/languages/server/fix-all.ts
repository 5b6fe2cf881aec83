import { type CodeAction, CodeActionKind, type CodeActionParams } from "vscode-languageserver/node";
import type { FixedText } from "../core/text/fix-all.ts";

/**
 * LSP code action kind that applies all safe, verified fixes of a document. Editors request it on demand or on save.
 */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.workforce`;

/**
 * Whether a code action request asks for actions of a kind. A request for `source.fixAll` includes
 * `source.fixAll.workforce`.
 */
export function asksForKind({ context }: CodeActionParams, kind: string): boolean {
  return context.only === undefined || context.only.some((only) => kind === only || kind.startsWith(`${only}.`));
}

/**
 * Adds the action that applies all fixes of a document. It is a source action if the request asks for that kind.
 * Otherwise it is only added next to other quick fixes, because computing it checks the whole document.
 */
export async function withFixAll(
  params: CodeActionParams,
  quickFixes: readonly CodeAction[],
  fix: () => Promise<FixedText>,
  editOf: (fixed: FixedText, title: string) => CodeAction["edit"],
): Promise<CodeAction[]> {
  const isSource = params.context.only !== undefined && asksForKind(params, fixAllKind);
  if (!isSource && quickFixes.length === 0) {
    return [];
  }
  const fixed = await fix();
  if (fixed.fixed < (isSource ? 1 : 2)) {
    return [...quickFixes];
  }
  const title = titleOf(fixed);
  const edit = editOf(fixed, title);
  const action = { title, kind: isSource ? fixAllKind : CodeActionKind.QuickFix, ...(edit && { edit }) };
  return [...quickFixes, action];
}

function titleOf({ fixed, left }: FixedText): string {
  if (left > 0) {
    return `Fix ${fixed} of ${fixed + left} problems in this file`;
  }
  return fixed === 1 ? "Fix the problem in this file" : `Fix all ${fixed} problems in this file`;
}
