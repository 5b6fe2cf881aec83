/** URI scheme of documents that show a table source's definition at a service; the path ends like a file name. */
export const definitionScheme = "workforce-tablesource";
