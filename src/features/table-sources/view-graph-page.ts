import * as vscode from "vscode";
import { assertNever } from "../../base/assert-never.ts";
import { DisposableStack } from "../../base/disposable.ts";
import { isCancellation } from "../../host/cancellation.ts";
import { openPageChannel, showPanelPage } from "../../host/webview-page.ts";
import { viewGraphHtml } from "../../protocol/page-html.ts";
import { englishViewGraphStrings } from "../../protocol/view-graph-strings.ts";
import {
  type EventsToViewGraph,
  type GraphNode,
  type RequestsFromViewGraph,
  type ViewGraphSnapshot,
  viewGraphGuards,
} from "../../protocol/view-graph-view.ts";
import type { GraphView, GraphWarning } from "./view-graph-model.ts";

type Nothing = Record<never, never>;

/** Shows a graph of materialized views in an editor tab of its own, which closes with the window. */
export function showViewGraph(
  extensionUri: vscode.Uri,
  snapshot: ViewGraphSnapshot,
  openDefinition: (id: string) => Promise<void>,
): void {
  const title = vscode.l10n.t("Views of {0}", snapshot.place);
  const panel = vscode.window.createWebviewPanel("workforce.views", title, vscode.ViewColumn.Active, {
    enableScripts: true,
    retainContextWhenHidden: true,
  });
  const owned = new DisposableStack();
  openPageChannel<Nothing, RequestsFromViewGraph, EventsToViewGraph, Nothing>(panel.webview, owned, {
    handlers: {
      ready: async () => snapshot,
      open: async ({ id }) => {
        await openDefinition(id).catch((error: unknown) => {
          if (!isCancellation(error)) {
            throw error;
          }
        });
        return undefined;
      },
    },
    guards: viewGraphGuards,
  });
  owned.add(panel.onDidDispose(() => owned.dispose()));
  showPanelPage(panel, extensionUri, {
    name: "views",
    english: englishViewGraphStrings,
    html: viewGraphHtml,
  });
}

/** Returns the content of the page: the views, and the tables that they name. */
export function viewGraphSnapshot(place: string, views: readonly GraphView[]): ViewGraphSnapshot {
  const nodes = new Map<string, GraphNode>();
  for (const { id, name, isEnabled, upstream, warnings } of views) {
    nodes.set(id, {
      id,
      name,
      kind: isEnabled ? "view" : "disabledView",
      upstream: upstream.map((edge) => ({ id: edge.id, joinFilter: edge.joinFilter })),
      warnings: warnings.map(warningText),
    });
  }
  for (const { id, name } of views.flatMap(({ upstream }) => upstream)) {
    if (!nodes.has(id)) {
      nodes.set(id, {
        id,
        name: name ?? id,
        kind: name === undefined ? "missing" : "table",
        upstream: [],
        warnings: [],
      });
    }
  }
  const warningCount = views.reduce((count, view) => count + view.warnings.length, 0);
  const summary =
    views.length === 0
      ? vscode.l10n.t("There is no materialized view.")
      : `${viewCountText(views.length)}, ${warningCountText(warningCount)}.`;
  return { place, summary, nodes: [...nodes.values()] };
}

function viewCountText(count: number): string {
  return count === 1 ? vscode.l10n.t("1 materialized view") : vscode.l10n.t("{0} materialized views", count);
}

function warningCountText(count: number): string {
  return count === 1 ? vscode.l10n.t("1 warning") : vscode.l10n.t("{0} warnings", count);
}

function warningText(warning: GraphWarning): string {
  switch (warning.kind) {
    case "notThere":
      return vscode.l10n.t("A dependency names the table {0}, which does not exist.", warning.id);
    case "notNamed":
      return vscode.l10n.t(
        "The query reads {0}, which no dependency names: its changes do not reach the view.",
        warning.name,
      );
    case "notRead":
      return vscode.l10n.t("A dependency names {0}, which the query does not read.", warning.name);
    case "cycle":
      return vscode.l10n.t("The view is upstream of itself: {0}.", warning.names.join(" ← "));
    default:
      return assertNever(warning);
  }
}
