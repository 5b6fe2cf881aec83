import * as vscode from "vscode";
import { fieldsOf, isRecord } from "../../base/guards.ts";
import {
  escapeMarkdownLine,
  escapeTableCell,
  formatCodeBlock,
  formatInlineCode,
} from "../../languages/core/text/markdown.ts";
import { type FileChange, isChangeDocument } from "./change-file-model.ts";

/** Renders changes of a project as Markdown: what each adds, removes or changes. */
export function renderChanges(
  title: string,
  committed: readonly FileChange[],
  uncommitted: readonly FileChange[],
): string {
  const none = vscode.l10n.t("No changes yet. Import a file of changes, or roll production back.");
  return [
    `# ${escapeMarkdownLine(title)}`,
    ...committed.map(renderChange),
    ...(uncommitted.length > 0 ? [vscode.l10n.t("# Not committed yet")] : []),
    ...uncommitted.map(renderChange),
    ...(committed.length + uncommitted.length === 0 ? [none] : []),
    "",
  ].join("\n\n");
}

function renderChange({ name, description, document }: FileChange): string {
  const lines = [`## ${escapeMarkdownLine(name)}`, ...(description ? [escapeMarkdownLine(description)] : [])];
  if (isChangeDocument(document)) {
    const { kind, object, id, before, after } = document;
    const subject = `${escapeMarkdownLine(kind)} ${formatInlineCode(object === undefined ? id : `${object}.${id}`)}`;
    if (isRecord(before) && isRecord(after)) {
      lines.push(vscode.l10n.t("Changes {0}:", subject), renderFields(before, after));
    } else if (isRecord(after)) {
      lines.push(vscode.l10n.t("Adds {0}:", subject), jsonBlock(after));
    } else if (isRecord(before)) {
      lines.push(vscode.l10n.t("Removes {0}:", subject), jsonBlock(before));
    }
  }
  return lines.join("\n\n");
}

function renderFields(before: object, after: object): string {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const cell = (value: unknown) =>
    value === undefined ? "" : escapeTableCell(formatInlineCode(JSON.stringify(value) ?? ""));
  const changed = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (field) => JSON.stringify(old[field]) !== JSON.stringify(now[field]),
  );
  return [
    `| ${vscode.l10n.t("Field")} | ${vscode.l10n.t("Before")} | ${vscode.l10n.t("After")} |`,
    "| --- | --- | --- |",
    ...changed.map(
      (field) => `| ${escapeTableCell(escapeMarkdownLine(field))} | ${cell(old[field])} | ${cell(now[field])} |`,
    ),
  ].join("\n");
}

function jsonBlock(value: unknown): string {
  return formatCodeBlock(JSON.stringify(value, undefined, 2), "json");
}
