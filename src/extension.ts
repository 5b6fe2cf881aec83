import type * as vscode from "vscode";
import * as administration from "./features/administration/index.ts";
import * as assistant from "./features/assistant/index.ts";
import * as composer from "./features/composer/index.ts";
import * as connections from "./features/connections/index.ts";
import * as data from "./features/data/index.ts";
import * as explorer from "./features/explorer/index.ts";
import * as dataExports from "./features/exports/index.ts";
import * as jobs from "./features/jobs/index.ts";
import * as language from "./features/language/index.ts";
import * as languageModelTools from "./features/language-model-tools/index.ts";
import * as notebook from "./features/notebook/index.ts";
import * as operations from "./features/operations/index.ts";
import * as projects from "./features/projects/index.ts";
import * as queries from "./features/queries/index.ts";
import * as results from "./features/results/index.ts";
import * as sqlJobs from "./features/sql-jobs/index.ts";
import * as support from "./features/support/index.ts";
import * as tableSources from "./features/table-sources/index.ts";
import * as transactions from "./features/transactions/index.ts";
import * as transfers from "./features/transfers/index.ts";
import * as webhooks from "./features/webhooks/index.ts";
import { createLog } from "./host/log.ts";
import { withSharedState } from "./host/shared-state.ts";

/** Creates the services, registers every feature and passes each the services of the others. */
export function activate(extensionContext: vscode.ExtensionContext): void {
  const context = withSharedState(extensionContext);
  const log = createLog();
  // Called only once a query has been open for a while.
  const prepareResults = () => resultFeature.prepare();
  const connectionFeature = connections.register({ log, context, prepareResults });
  const guardOf = (connectionId: string) => connectionFeature.connections.guardOf(connectionId);
  const resultFeature = results.register({ log, context, guardOf });
  const currentSession = () => connectionFeature.connections.current();
  // What the functions of this object refer to is registered further down, before any command can run.
  const dataFeature = data.register({
    log,
    context,
    connections: connectionFeature.connections,
    watchJob: (...args) => jobFeature.jobs.watch(...args),
    refreshTree: (target, path) => explorerFeature.refreshGroup(target, path),
    runQueries: (document, target, project, signal) => {
      const bound = connectionFeature.connections.targetFor({ ...target, ...(project && { project }) });
      return queryFeature.queries.runOn(document, bound, signal);
    },
    refreshModel: () => languageFeature.language.refreshModel(),
  });
  const exportFeature = dataExports.register({
    log,
    context,
    connections: connectionFeature.connections,
    watchJob: (...args) => jobFeature.jobs.watch(...args),
    refreshTree: (target, path) => explorerFeature.refreshGroup(target, path),
  });
  const webhookFeature = webhooks.register({
    log,
    connections: connectionFeature.connections,
    refreshTree: (target, path) => explorerFeature.refreshGroup(target, path),
  });
  const explorerFeature = explorer.register({
    log,
    branches: [dataFeature.branch, exportFeature.branch, webhookFeature.branch],
    connections: connectionFeature.connections,
    results: resultFeature.results,
    // Both features are registered further down, before any command can run.
    names: {
      readNames: (...args) => languageFeature.language.readNames(...args),
      describeName: (...args) => languageFeature.language.describeName(...args),
    },
    showTableQuery: (query, target) => sqlJobFeature.tableSql.showQuery(query, target),
  });
  const languageFeature = language.register({
    log,
    extensionUri: context.extensionUri,
    storageUri: context.globalStorageUri,
    currentSession,
    currentTarget: () => connectionFeature.connections.target,
    guardOf,
    displayedTarget: () => connectionFeature.connections.currentTarget(),
    connectionIds: () => connectionFeature.connections.list().map(({ id }) => id),
    onDidChangeTarget: connectionFeature.connections.onDidChange,
    onDidRefreshTables: explorerFeature.onDidRefresh,
    tenants: (connectionId) => connectionFeature.connections.tenants(connectionId),
    timeColumn: () => connectionFeature.connections.timeColumn(),
  });
  const jobFeature = jobs.register({
    log,
    context,
    connections: connectionFeature.connections,
    endActions: async (end) => [
      ...(await transferFeature.endActions(end)),
      ...(await dataFeature.endActions(end)),
      ...(await exportFeature.endActions(end)),
    ],
  });
  const transferFeature = transfers.register({
    log,
    context,
    currentTarget: () => connectionFeature.connections.currentTarget(),
    targetFor: (target) => connectionFeature.connections.targetFor(target),
    onDidChangeTarget: connectionFeature.connections.onDidChange,
    watchJob: (...args) => jobFeature.jobs.watch(...args),
    checkLoadFile: (...args) => resultFeature.results.checkLoadFile(...args),
    onSent: ({ connectionId, tenant }) => tenant !== undefined && dataFeature.refresh({ connectionId, tenant }),
  });
  const transactionFeature = transactions.register({ log, context, connections: connectionFeature.connections });
  const queryFeature = queries.register({
    log,
    workspaceState: context.workspaceState,
    currentTarget: () => connectionFeature.connections.currentTarget(),
    onDidChangeTarget: connectionFeature.connections.onDidChange,
    results: resultFeature.results,
    columnTypes: languageFeature.language.columnTypes,
    columnAdditivity: languageFeature.language.columnAdditivity,
    lower: languageFeature.language.lower,
    recordsQuery: languageFeature.language.recordsQuery,
    memberNames: languageFeature.language.memberNames,
    onDataVersion: languageFeature.language.readDataVersion,
    readStatements: languageFeature.language.readStatements,
    refreshTree: (target, path) => explorerFeature.refreshGroup(target, path),
  });
  const sqlJobFeature = sqlJobs.register({
    log,
    context,
    currentTarget: () => connectionFeature.connections.currentTarget(),
    sessionFor: (connectionId, tenant) => connectionFeature.connections.sessionFor(connectionId, tenant),
    results: resultFeature.results,
    jsonProblems: languageFeature.language.jsonProblems,
    storeTransaction: transactionFeature.transactions.store,
    notifyKeptOpen: transactionFeature.transactions.notifyKeptOpen,
    boundTransaction: transactionFeature.transactions.activeFor,
  });
  context.subscriptions.push(
    log,
    connectionFeature,
    resultFeature,
    dataFeature,
    exportFeature,
    webhookFeature,
    explorerFeature,
    languageFeature,
    queryFeature,
    jobFeature,
    transactionFeature,
    operations.register({
      log,
      context,
      currentTarget: () => connectionFeature.connections.currentTarget(),
      results: resultFeature.results,
      watchJob: async (connectionId, job, label) => {
        await transactionFeature.transactions.storeJob(connectionId, job, label);
        await jobFeature.jobs.watch(connectionId, job, label);
      },
    }),
    composer.register({
      log,
      extensionUri: context.extensionUri,
      workspaceState: context.workspaceState,
      currentSession,
      onDidChangeTarget: connectionFeature.connections.onDidChange,
      tenants: (connectionId) => connectionFeature.connections.tenants(connectionId),
    }),
    projects.register({
      log,
      context,
      connections: connectionFeature.connections,
      refreshTree: (target, path) => explorerFeature.refreshGroup(target, path),
      refreshModel: () => languageFeature.language.refreshModel(),
      columnAdditivity: languageFeature.language.columnAdditivity,
    }),
    sqlJobFeature,
    administration.register({ log, context, connections: connectionFeature.connections }),
    assistant.register({
      log,
      memory: context.workspaceState,
      currentTarget: () => connectionFeature.connections.currentTarget(),
      runText: queryFeature.queries.runText,
      results: resultFeature.results,
    }),
    languageModelTools.register({
      currentTarget: () => connectionFeature.connections.currentTarget(),
      readNames: languageFeature.language.readNames,
      queryProblems: languageFeature.language.queryProblems,
      runText: queryFeature.queries.runText,
      results: resultFeature.results,
    }),
    notebook.register({
      log,
      context,
      currentTarget: () => connectionFeature.connections.currentTarget(),
      onDidChangeTarget: connectionFeature.connections.onDidChange,
      results: resultFeature.results,
      queries: queryFeature.queries,
      tableSql: sqlJobFeature.tableSql,
    }),
    tableSources.register({
      log,
      context,
      connections: connectionFeature.connections,
      results: resultFeature.results,
      storeTransaction: transactionFeature.transactions.store,
      ownTransactions: () => transactionFeature.transactions.list(),
      watchJob: jobFeature.jobs.watch,
      refreshTables: ({ connectionId, tenant: named }, tableId) => {
        const tenant = named ?? connectionFeature.connections.knownLoginTenant(connectionId);
        // No list of an unknown tenant is shown, but its tables are offered in SQL.
        explorerFeature.refreshTables({ connectionId, tenant: tenant ?? "" }, tableId);
      },
    }),
    transferFeature,
    support.register({ log, context, target: () => connectionFeature.connections.target }),
  );
}
