/** All texts of the page that reviews changes, in English; the page fills in `{0}`. */
export const englishReviewStrings = {
  review: "Review",
  development: "development",
  test: "test",
  production: "production",
  action: "Action",
  table: "Table",
  added: "Added",
  changed: "Changed",
  removed: "Removed",
  before: "Before",
  after: "After",
  upTo: "up to {0}",
  unknownCount: "unknown",
  totals: "Changes by Table",
  showRows: "Show the rows of {0}",
  failed: "Failed",
  moreTenants: "Show {0} More Tenants",
  copy: "Copy as Markdown",
  loadFailed: "The page could not be opened.",
  retry: "Try Again",
  malformedAnswer: 'The response to "{0}" is not in the expected format. Try again, or reload the window.',
} as const;

export type ReviewStrings = Readonly<Record<keyof typeof englishReviewStrings, string>>;
