/** Every command of the extension; a test holds the list against package.json. */
export const commandIds = {
  addConnection: "workforce.connections.add",
  editConnection: "workforce.connections.edit",
  removeConnection: "workforce.connections.remove",
  testConnection: "workforce.connections.test",
  useConnection: "workforce.connections.use",
  useLocalConnection: "workforce.connections.useLocal",
  selectTarget: "workforce.connections.select",
  refreshExplorer: "workforce.explorer.refresh",
  refreshExplorerItem: "workforce.explorer.refreshItem",
  filterExplorer: "workforce.explorer.filter",
  clearExplorerFilter: "workforce.explorer.clearFilter",
  openDetails: "workforce.explorer.openDetails",
  loadMore: "workforce.explorer.loadMore",
  copyName: "workforce.explorer.copyName",
  useTenant: "workforce.explorer.useTenant",
  useProject: "workforce.explorer.useProject",
  runQuery: "workforce.queries.run",
  runAllQueries: "workforce.queries.runAll",
  cancelQuery: "workforce.queries.cancel",
  newQuery: "workforce.queries.new",
  openResultInEditor: "workforce.results.openInEditor",
  exportResultCsv: "workforce.results.exportCsv",
  copyResult: "workforce.results.copy",
  copyResultWithHeaders: "workforce.results.copyWithHeaders",
  // Not `workforce.results.focus`: VS Code makes a command of that name for the view.
  focusResults: "workforce.results.focusGrid",
  stopLocalService: "workforce.localService.stop",
  showLog: "workforce.log.show",
  copyDiagnostics: "workforce.diagnostics.copy",
} as const;

export type CommandId = (typeof commandIds)[keyof typeof commandIds];
