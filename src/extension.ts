import type * as vscode from "vscode";
import * as composer from "./features/composer/index.ts";
import * as connections from "./features/connections/index.ts";
import * as explorer from "./features/explorer/index.ts";
import * as jobs from "./features/jobs/index.ts";
import * as language from "./features/language/index.ts";
import * as notebook from "./features/notebook/index.ts";
import * as operations from "./features/operations/index.ts";
import * as queries from "./features/queries/index.ts";
import * as results from "./features/results/index.ts";
import * as sqlJobs from "./features/sql-jobs/index.ts";
import * as support from "./features/support/index.ts";
import * as tableSources from "./features/table-sources/index.ts";
import * as transactions from "./features/transactions/index.ts";
import * as transfers from "./features/transfers/index.ts";
import { createLog } from "./host/log.ts";

/** Builds the services and registers each feature; what one feature has for another is handed over here. */
export function activate(context: vscode.ExtensionContext): void {
  const log = createLog();
  const connected = connections.register({ log, context });
  const guardOf = (connectionId: string) => connected.connections.guardOf(connectionId);
  const shown = results.register({ log, context, guardOf });
  const currentSession = () => connected.connections.current();
  const explored = explorer.register({ log, connections: connected.connections });
  const spoken = language.register({
    log,
    extensionUri: context.extensionUri,
    storageUri: context.globalStorageUri,
    currentSession,
    currentTarget: () => connected.connections.target,
    guardOf,
    shownPlace: () => connected.connections.currentPlace(),
    connectionIds: () => connected.connections.list().map(({ id }) => id),
    onDidChangeTarget: connected.connections.onDidChange,
    onDidRefreshTables: explored.onDidRefresh,
    tenants: (connectionId) => connected.connections.tenants(connectionId),
    timeColumn: () => connected.connections.timeColumn(),
  });
  const watched = jobs.register({ log, context, connections: connected.connections });
  const cockpit = transactions.register({ log, context, connections: connected.connections });
  const asked = queries.register({
    log,
    workspaceState: context.workspaceState,
    currentPlace: () => connected.connections.currentPlace(),
    onDidChangeTarget: connected.connections.onDidChange,
    results: shown.results,
    columnTypes: spoken.language.columnTypes,
    columnAdditivity: spoken.language.columnAdditivity,
    lower: spoken.language.lower,
    readStatements: spoken.language.readStatements,
  });
  const written = sqlJobs.register({
    log,
    context,
    currentPlace: () => connected.connections.currentPlace(),
    sessionFor: (connectionId, tenant) => connected.connections.sessionFor(connectionId, tenant),
    results: shown.results,
    jsonProblems: spoken.language.jsonProblems,
    noteTransaction: cockpit.transactions.note,
    tellKeptOpen: cockpit.transactions.tellKeptOpen,
    boundTransaction: cockpit.transactions.activeFor,
  });
  context.subscriptions.push(
    log,
    connected,
    shown,
    explored,
    spoken,
    asked,
    watched,
    cockpit,
    operations.register({
      log,
      context,
      currentPlace: () => connected.connections.currentPlace(),
      results: shown.results,
      watchJob: async (connectionId, job, label) => {
        await cockpit.transactions.noteJob(connectionId, job, label);
        await watched.jobs.watch(connectionId, job, label);
      },
    }),
    composer.register({
      log,
      extensionUri: context.extensionUri,
      workspaceState: context.workspaceState,
      currentSession,
      onDidChangeTarget: connected.connections.onDidChange,
      tenants: (connectionId) => connected.connections.tenants(connectionId),
    }),
    written,
    notebook.register({
      log,
      context,
      currentPlace: () => connected.connections.currentPlace(),
      onDidChangeTarget: connected.connections.onDidChange,
      results: shown.results,
      queries: asked.queries,
      tableSql: written.tableSql,
    }),
    tableSources.register({
      log,
      context,
      connections: connected.connections,
      results: shown.results,
      noteTransaction: cockpit.transactions.note,
      watchJob: watched.jobs.watch,
    }),
    transfers.register({
      log,
      context,
      currentPlace: () => connected.connections.currentPlace(),
      onDidChangeTarget: connected.connections.onDidChange,
      watchJob: watched.jobs.watch,
    }),
    support.register({ log, context, target: () => connected.connections.target }),
  );
}
