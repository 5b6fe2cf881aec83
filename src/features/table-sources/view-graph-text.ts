import * as vscode from "vscode";
import { assertNever } from "../../base/assert-never.ts";
import { reportText } from "../../host/link-free.ts";
import { type TableTarget, targetText } from "./table-target.ts";
import type { GraphEdge, GraphView, GraphWarning } from "./view-graph-model.ts";

/** Renders the views with their dependencies and warnings as Markdown. */
export function viewGraphText(target: TableTarget, views: readonly GraphView[]): string {
  const warnings = views.reduce((count, view) => count + view.warnings.length, 0);
  const head =
    views.length === 0
      ? vscode.l10n.t("There is no materialized view.")
      : `${viewCountText(views.length)}, ${warningCountText(warnings)}.`;
  const names = new Map(views.map((view) => [view.id, view]));
  const title = vscode.l10n.t("# Materialized views of {0}", targetText(target));
  return reportText([title, "", head, "", ...views.flatMap((view) => viewLines(view, names))]);
}

function viewCountText(count: number): string {
  return count === 1 ? vscode.l10n.t("1 materialized view") : vscode.l10n.t("{0} materialized views", count);
}

function warningCountText(count: number): string {
  return count === 1 ? vscode.l10n.t("1 warning") : vscode.l10n.t("{0} warnings", count);
}

function viewLines(view: GraphView, views: ReadonlyMap<string, GraphView>): string[] {
  const title = view.isEnabled ? view.name : vscode.l10n.t("{0} (not enabled)", view.name);
  return [
    `## ${title}`,
    "",
    ...(view.upstream.length === 0 ? [vscode.l10n.t("- No dependency is named.")] : []),
    ...view.upstream.flatMap((edge) => edgeLines(edge, views, 0, new Set([view.id]))),
    "",
    ...view.warnings.map((warning) => vscode.l10n.t("- Warning: {0}", warningText(warning))),
    ...(view.warnings.length > 0 ? [""] : []),
  ];
}

/** Renders a dependency and, if it is a view, its own dependencies below it. Stops at a view that is already above. */
function edgeLines(
  { id, name, isView, joinFilter }: GraphEdge,
  views: ReadonlyMap<string, GraphView>,
  depth: number,
  above: ReadonlySet<string>,
): string[] {
  const shown = name === undefined ? vscode.l10n.t("{0} (does not exist)", id) : name;
  const kind = isView ? vscode.l10n.t("{0} (view)", shown) : shown;
  const line = `${"  ".repeat(depth)}- ${kind}${joinFilter === "" ? "" : `: \`${joinFilter}\``}`;
  const below = isView && !above.has(id) ? (views.get(id)?.upstream ?? []) : [];
  const next = new Set([...above, id]);
  return [line, ...below.flatMap((edge) => edgeLines(edge, views, depth + 1, next))];
}

function warningText(warning: GraphWarning): string {
  switch (warning.kind) {
    case "notThere":
      return vscode.l10n.t("a dependency names the table {0}, which does not exist.", warning.id);
    case "notNamed":
      return vscode.l10n.t(
        "the query reads {0}, which no dependency names: its changes do not reach the view.",
        warning.name,
      );
    case "notRead":
      return vscode.l10n.t("a dependency names {0}, which the query does not read.", warning.name);
    case "cycle":
      return vscode.l10n.t("the view is upstream of itself: {0}.", warning.names.join(" ← "));
    default:
      return assertNever(warning);
  }
}
