import { definitionScheme } from "../core/model/table-document.ts";
import { completeDefinition } from "../table-source/completion.ts";
import { defineUpstream } from "../table-source/definition.ts";
import { hoverDefinition } from "../table-source/hover.ts";
import { outlineDefinition } from "../table-source/outline.ts";
import { tableSourceSuffix } from "../table-source/table-source-schema.ts";
import type { JsonFileKind, JsonText } from "./json-files.ts";
import type { ServerParts } from "./server-parts.ts";
import {
  checkDefinitionText,
  type DefinitionParts,
  definitionSqlAt,
  fixableProblems,
  scopeOf,
} from "./table-source-text.ts";
import type { RegisteredTableSql } from "./table-sql.ts";

/** Returns the language features of table-source definitions (service-api, "Table sources"; sql-like-language 13.4). */
export function tableSourceFiles({ options, now }: ServerParts, { service, tables }: RegisteredTableSql): JsonFileKind {
  const partsOf = ({ isStale }: JsonText): DefinitionParts => ({
    service,
    options: { tables, timeColumn: options().timeColumn, now: now(), isStale },
  });
  return {
    suffix: tableSourceSuffix,
    schemes: ["file", definitionScheme],
    check: (file) => checkDefinitionText(file.text, partsOf(file)),
    fixable: (file, range) => fixableProblems(file.text, range, partsOf(file)),
    sqlAt: (file, offset) => definitionSqlAt(file.text, offset, partsOf(file)),
    complete: (file, offset) => completeDefinition(file.text, offset, scopeOf(partsOf(file))),
    hover: (file, offset) => hoverDefinition(file.text, offset, scopeOf(partsOf(file))),
    define: (file, offset) => defineUpstream(file.text, offset, scopeOf(partsOf(file))),
    outline: outlineDefinition,
  };
}
