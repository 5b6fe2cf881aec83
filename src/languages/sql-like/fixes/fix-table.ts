import type { DiagnosticCode } from "../syntax/diagnostics.ts";
import type { FixMaker } from "./fix.ts";
import { listColumns, removeClause, useMetric } from "./foreign-sql.ts";
import { writeToday } from "./old-edition.ts";
import { repairArguments } from "./repair-arguments.ts";
import {
  callMetric,
  changeFrom,
  numberLabel,
  removeLevelCall,
  replaceFunction,
  writeAsInModel,
  writeKnownName,
  writeMember,
  writeName,
  writeString,
} from "./repair-names.ts";
import { moveOptions, setQueryMode } from "./repair-options.ts";
import { closeString, removeQuoting, repairCharacter, write } from "./repair-signs.ts";
import {
  closeBracket,
  insertAs,
  insertComma,
  insertFrom,
  keepFirst,
  removeDangling,
  repairUnexpected,
} from "./repair-syntax.ts";
import { insertFilter, swapDates, turnIntoPeriods, turnIntoRange } from "./repair-time.ts";
import { appendTrue, changeLiteral, compareConcept, rewritePredicate, writeCount } from "./repair-values.ts";
import { moveToTop, removeSecond, rewriteTimeTest } from "./rewrite-time-test.ts";

/** Functions that create fixes, by diagnostic code (sql-like-language 15 and 17). */
export const fixMakers: Readonly<Partial<Record<DiagnosticCode, FixMaker>>> = {
  SL101: closeString,
  SL102: repairCharacter,
  SL103: removeQuoting,
  SL104: write("="),
  SL201: repairUnexpected,
  SL202: insertFrom,
  SL203: insertComma,
  SL204: closeBracket,
  SL205: insertAs,
  SL206: removeDangling,
  SL207: keepFirst,
  SL301: writeKnownName,
  SL302: callMetric,
  SL303: writeName,
  SL304: replaceFunction,
  SL305: writeName,
  SL306: changeFrom,
  SL307: writeString,
  SL308: removeLevelCall,
  SL309: writeName,
  SL401: changeLiteral,
  SL402: compareConcept,
  SL403: writeString,
  SL404: writeName,
  SL405: writeCount,
  SL406: repairArguments,
  SL407: writeMember,
  SL501: insertFilter,
  SL502: insertFilter,
  SL503: turnIntoPeriods,
  SL504: turnIntoRange,
  SL506: swapDates,
  SL507: moveToTop,
  SL508: removeSecond,
  SL509: rewriteTimeTest,
  SL601: removeClause,
  SL602: useMetric,
  SL603: listColumns,
  SL604: rewritePredicate,
  SL701: writeAsInModel,
  SL702: appendTrue,
  SL703: writeString,
  SL704: numberLabel,
  SL706: writeMember,
  SL707: writeToday,
  SL708: write("!="),
  SL801: writeName,
  SL802: writeName,
  SL803: moveOptions,
  SL805: setQueryMode,
};
