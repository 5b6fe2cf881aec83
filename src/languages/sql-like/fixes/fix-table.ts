import type { DiagnosticCode } from "../syntax/diagnostics.ts";
import type { FixFactory } from "./fix.ts";
import { removeUnsupportedClause, replaceAggregateByMetric, replaceStarByProperties } from "./foreign-sql.ts";
import { rewriteObsoleteQuery } from "./obsolete-query.ts";
import { repairArguments } from "./repair-arguments.ts";
import {
  changeFromObject,
  correctLetterCase,
  numberDuplicateLabel,
  removeLevelCall,
  replaceBySimilarMember,
  replaceBySimilarName,
  replaceBySuggestedName,
  replaceBySuggestedString,
  replaceUnknownFunction,
  turnMetricIntoCall,
} from "./repair-names.ts";
import { moveIgnoredOptions, setQueryMode } from "./repair-options.ts";
import { closeString, createReplaceFactory, removeNameQuotes, repairInvalidCharacter } from "./repair-signs.ts";
import {
  insertMissingAs,
  insertMissingBracket,
  insertMissingComma,
  insertMissingFrom,
  keepFirstStatement,
  removeDanglingWord,
  repairUnexpectedWord,
} from "./repair-syntax.ts";
import { insertTimeFilter, swapRangeDates, turnPeriodsIntoRange, turnRangeIntoPeriods } from "./repair-time.ts";
import {
  appendTrueComparison,
  changeLiteralType,
  compareConceptWithBoolean,
  replaceInvalidCount,
  rewritePredicate,
} from "./repair-values.ts";
import { moveTimeFilterToTop, removeSecondTimeFilter, rewriteTimePredicate } from "./rewrite-time-test.ts";

/** Functions that create fixes, by diagnostic code (sql-like-language 15 and 17). */
export const fixFactories: Readonly<Partial<Record<DiagnosticCode, FixFactory>>> = {
  SL101: closeString,
  SL102: repairInvalidCharacter,
  SL103: removeNameQuotes,
  SL104: createReplaceFactory("="),
  SL201: repairUnexpectedWord,
  SL202: insertMissingFrom,
  SL203: insertMissingComma,
  SL204: insertMissingBracket,
  SL205: insertMissingAs,
  SL206: removeDanglingWord,
  SL207: keepFirstStatement,
  SL301: replaceBySimilarName,
  SL302: turnMetricIntoCall,
  SL303: replaceBySuggestedName,
  SL304: replaceUnknownFunction,
  SL305: replaceBySuggestedName,
  SL306: changeFromObject,
  SL307: replaceBySuggestedString,
  SL308: removeLevelCall,
  SL309: replaceBySuggestedName,
  SL401: changeLiteralType,
  SL402: compareConceptWithBoolean,
  SL403: replaceBySuggestedString,
  SL404: replaceBySuggestedName,
  SL405: replaceInvalidCount,
  SL406: repairArguments,
  SL407: replaceBySimilarMember,
  SL501: insertTimeFilter,
  SL502: insertTimeFilter,
  SL503: turnRangeIntoPeriods,
  SL504: turnPeriodsIntoRange,
  SL506: swapRangeDates,
  SL507: moveTimeFilterToTop,
  SL508: removeSecondTimeFilter,
  SL509: rewriteTimePredicate,
  SL601: removeUnsupportedClause,
  SL602: replaceAggregateByMetric,
  SL603: replaceStarByProperties,
  SL604: rewritePredicate,
  SL701: correctLetterCase,
  SL702: appendTrueComparison,
  SL703: replaceBySuggestedString,
  SL704: numberDuplicateLabel,
  SL706: replaceBySimilarMember,
  SL707: rewriteObsoleteQuery,
  SL708: createReplaceFactory("!="),
  SL801: replaceBySuggestedName,
  SL802: replaceBySuggestedName,
  SL803: moveIgnoredOptions,
  SL805: setQueryMode,
};
