/** Names of the tools, by which language models call them. */
export const toolNames = {
  searchModel: "workforce_searchModel",
  checkQuery: "workforce_checkQuery",
  runQuery: "workforce_runQuery",
} as const;

/** Maximum number of rows that the tool for running a query returns, and the number that it returns by default. */
export const toolRows = { most: 200, usual: 50 };
