import { type CodeAction, CodeActionKind, type CodeActionParams } from "vscode-languageserver/node";
import type { FixedText } from "../core/text/fix-all.ts";

/** Applies all proved fixes of a document that need no review, on demand or on save. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.workforce`;

/** Whether a request wants actions of a kind, such as `source.fixAll.workforce` for `source.fixAll`. */
export function isAsked({ context }: CodeActionParams, kind: string): boolean {
  return context.only === undefined || context.only.some((only) => kind === only || kind.startsWith(`${only}.`));
}

/**
 * Adds the action that applies all fixes of a document: as a source action if the request names that kind, else as a
 * quick fix beside others, since it checks the whole document and the editor asks at each move of the cursor.
 */
export async function withFixAll(
  params: CodeActionParams,
  quickFixes: readonly CodeAction[],
  fix: () => Promise<FixedText>,
  editOf: (fixed: FixedText, title: string) => CodeAction["edit"],
): Promise<CodeAction[]> {
  const isSource = params.context.only !== undefined && isAsked(params, fixAllKind);
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
