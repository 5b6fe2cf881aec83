/** Scheme of the documents that definitions at a service are. */
export const definitionScheme = "workforce-tablesource";
