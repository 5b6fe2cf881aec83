/** Scheme of the documents that definitions of table sources at a service are; their path ends like the name of a file. */
export const definitionScheme = "workforce-tablesource";
