import * as commandIds from "../../host/command-ids.ts";
import { type Contributions, notInPalette } from "../../host/contributions.ts";

const hasResult = "workforce.results.hasResult";
const isResultsView = "view == workforce.results";
const isScratch = "workforce.scratch.isActive";

/** Manifest entries of results and scratch queries: the panel, its commands and its settings. */
export const contributions: Contributions = {
  commands: {
    [commandIds.exploreFile]: {
      icon: "graph",
      menus: [
        {
          menu: "explorer/context",
          when: "resourceScheme == file && resourceFilename =~ /\\.(csv|csv\\.gz|parquet)$/i",
          group: "7_workforce@0",
        },
      ],
    },
    [commandIds.openResultInEditor]: {
      icon: "go-to-file",
      enablement: hasResult,
      menus: [{ menu: "view/title", when: isResultsView, group: "navigation@1" }],
    },
    [commandIds.exportResultCsv]: { icon: "export", enablement: hasResult },
    [commandIds.exportResult]: {
      icon: "export",
      enablement: hasResult,
      menus: [{ menu: "view/title", when: isResultsView, group: "1_result@1" }],
    },
    [commandIds.pinResult]: {
      icon: "pin",
      enablement: hasResult,
      menus: [{ menu: "view/title", when: isResultsView, group: "1_result@2" }],
    },
    [commandIds.compareResults]: {
      icon: "diff",
      enablement: hasResult,
      menus: [{ menu: "view/title", when: isResultsView, group: "1_result@3" }],
    },
    [commandIds.compareWithPreviousRun]: { icon: "diff", enablement: hasResult },
    [commandIds.copyCompareReport]: { enablement: hasResult },
    [commandIds.saveCompareReport]: { enablement: hasResult },
    [commandIds.showResultHistory]: {
      icon: "history",
      menus: [{ menu: "view/title", when: isResultsView, group: "navigation@2" }],
    },
    [commandIds.clearResultHistory]: {
      palette: hasResult,
      menus: [{ menu: "view/title", when: isResultsView, group: "2_history@1" }],
    },
    [commandIds.newScratch]: {
      icon: "new-file",
      menus: [{ menu: "view/title", when: isResultsView, group: "1_result@4" }],
    },
    [commandIds.runScratch]: {
      icon: "play",
      enablement: isScratch,
      menus: [{ menu: "editor/title", when: `resourceLangId == sql && ${isScratch}`, group: "navigation@1" }],
      keys: [{ key: "ctrl+enter", when: `editorTextFocus && editorLangId == sql && ${isScratch}` }],
    },
    [commandIds.copyResult]: { icon: "copy", enablement: hasResult },
    [commandIds.copyResultWithHeaders]: { enablement: hasResult },
    [commandIds.copyResultHeaders]: { enablement: hasResult, palette: notInPalette },
    [commandIds.copyResultCsv]: { enablement: hasResult, palette: notInPalette },
    [commandIds.copyResultTsv]: { enablement: hasResult, palette: notInPalette },
    [commandIds.copyResultJson]: { enablement: hasResult, palette: notInPalette },
    [commandIds.copyResultMarkdown]: { enablement: hasResult, palette: notInPalette },
    [commandIds.copyResultSqlIn]: { enablement: hasResult, palette: notInPalette },
    [commandIds.copyResultSqlValues]: { enablement: hasResult, palette: notInPalette },
    [commandIds.chooseResultColumns]: { enablement: hasResult },
    [commandIds.fitResultColumns]: { enablement: hasResult },
    [commandIds.showResultProfile]: { enablement: hasResult },
    [commandIds.showResultPivot]: { icon: "pie-chart", enablement: hasResult },
    [commandIds.copyResultChart]: { enablement: hasResult },
    [commandIds.saveResultChart]: { enablement: hasResult },
    [commandIds.editChartSpec]: { icon: "edit", enablement: hasResult },
    [commandIds.toggleExactValues]: { enablement: hasResult },
    [commandIds.filterResultRows]: { enablement: hasResult },
    [commandIds.clearResultFilters]: { enablement: hasResult },
    [commandIds.copyResultCondition]: { enablement: hasResult },
    [commandIds.findInResult]: { enablement: hasResult },
    [commandIds.focusResults]: {
      icon: "table",
      palette: hasResult,
      keys: [{ key: "ctrl+alt+r", when: `editorTextFocus && ${hasResult} && editorLangId =~ /^(workforce-|sql$)/` }],
    },
    [commandIds.nextResult]: { enablement: hasResult },
    [commandIds.previousResult]: { enablement: hasResult },
  },
  settings: {
    "results.rowLimit": { type: "integer", default: 0, scope: "window", minimum: 0 },
    "results.memoryLimitMb": { type: "integer", default: 1024, scope: "machine", minimum: 128 },
    "results.density": { type: "string", default: "compact", scope: "window", enum: ["compact", "comfortable"] },
    "results.numberFormat": { type: "string", default: "locale", scope: "window", enum: ["locale", "exact"] },
    "results.columnSummaries": { type: "boolean", default: true, scope: "window" },
    "results.neutraliseFormulas": { type: "boolean", default: true, scope: "window", isRestricted: true },
    "results.keepDays": { type: "integer", default: 14, scope: "machine", minimum: 0 },
    "results.keepMegabytes": { type: "integer", default: 2048, scope: "machine", minimum: 0 },
    "results.location": { type: "string", default: "panel", scope: "window", enum: ["panel", "editor"] },
  },
  points: {
    viewsContainers: {
      panel: [{ id: "workforceResults", title: "%view.results.container%", icon: "media/workforce.svg" }],
    },
    views: {
      workforceResults: [{ id: "workforce.results", name: "%view.results%", type: "webview", icon: "$(table)" }],
    },
  },
};
