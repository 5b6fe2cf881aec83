/** All texts of the page with the graph of materialized views, in English; the page fills in `{0}` and `{1}`. */
export const englishViewGraphStrings = {
  title: "Materialized Views",
  graph: "Graph of tables and views",
  keys: "Arrow keys move between tables and views; Enter opens a definition.",
  table: "table",
  view: "view",
  disabledView: "view, not enabled",
  missing: "does not exist",
  reads: "reads {0}",
  readBy: "read by {0}",
  warnings: "warnings: {0}",
  nodeName: "{0}, {1}",
  details: "Views and What They Read",
  noDependency: "No dependency is named.",
  loadFailed: "The page could not be opened.",
  retry: "Try Again",
  malformedAnswer: 'The response to "{0}" is not in the expected format. Try again, or reload the window.',
} as const;

export type ViewGraphStrings = Readonly<Record<keyof typeof englishViewGraphStrings, string>>;
