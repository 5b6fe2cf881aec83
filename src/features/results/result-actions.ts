export { compareWithActive, compareWithPrevious, copyReport, saveReport } from "./compare-results.ts";
export { exploreFile } from "./explore-file.ts";
export { exportResult } from "./export-result.ts";
export { HistoryModel } from "./history-model.ts";
export { pickFromHistory } from "./history-picker.ts";
export { HistoryStore } from "./history-store.ts";
export { setResultsPageHtml, translatedStrings } from "./results-page.ts";
export { completeScratchDocument } from "./scratch-completion.ts";
export {
  correctConnection,
  findPreviousRun,
  findRecordsQuery,
  focusTextEditor,
  renameResult,
  showQueryPosition,
} from "./tab-actions.ts";
