import * as commandIds from "../../host/command-ids.ts";
import { type Contributions, notInPalette } from "../../host/contributions.ts";

const isExplorer = "view == workforce.explorer";
const isFiltered = "workforce.explorer.isFiltered";
const isTable = "viewItem =~ /^tableSource(View)?$/";

/**
 * Returns the manifest menu entries of a tree item command: in the context menu and, if `inline` is given, as an inline
 * button.
 */
function onItem(when: string, icon: string, group: string, inline?: string) {
  const menus = [{ menu: "view/item/context", when, group }];
  return {
    icon,
    palette: notInPalette,
    menus: inline === undefined ? menus : [{ menu: "view/item/context", when, group: inline }, ...menus],
  };
}

/** Manifest entries of the explorer: its view container, view and commands. */
export const contributions: Contributions = {
  commands: {
    [commandIds.refreshExplorer]: {
      icon: "refresh",
      menus: [{ menu: "view/title", when: isExplorer, group: "navigation@2" }],
    },
    [commandIds.refreshExplorerItem]: {
      icon: "refresh",
      palette: notInPalette,
      menus: [
        {
          menu: "view/item/context",
          when: "viewItem =~ /^(connection.*|tenant|model|tableSources|reports|projects|projectStage|problem|data|data(Sources|Transactions|Uploads|Versions|Category|Keys)( .*)?|webhooks?( .*)?)$/",
          group: "inline@2",
        },
      ],
    },
    [commandIds.filterExplorer]: {
      icon: "filter",
      menus: [{ menu: "view/title", when: isExplorer, group: "navigation@3" }],
    },
    [commandIds.clearExplorerFilter]: {
      icon: "clear-all",
      enablement: isFiltered,
      menus: [
        {
          menu: "view/title",
          when: "view == workforce.explorer && workforce.explorer.isFiltered",
          group: "navigation@4",
        },
      ],
    },
    [commandIds.openDetails]: {
      icon: "open-preview",
      palette: notInPalette,
      menus: [
        {
          menu: "view/item/context",
          when: "viewItem =~ /^(tableSource|tableSourceView|report|project)( |$)/",
          group: "4_details@1",
        },
      ],
    },
    [commandIds.loadMore]: { palette: notInPalette },
    [commandIds.copyName]: {
      icon: "copy",
      palette: notInPalette,
      menus: [
        {
          menu: "view/item/context",
          when: "viewItem =~ /^(tableSource|tableSourceView|column|report|project|tenant|model)( |$)/",
          group: "5_copy@1",
        },
      ],
    },
    [commandIds.useTenant]: {
      icon: "check",
      palette: notInPalette,
      menus: [{ menu: "view/item/context", when: "viewItem == tenant", group: "inline@1" }],
    },
    [commandIds.useProject]: {
      icon: "check",
      palette: notInPalette,
      menus: [{ menu: "view/item/context", when: "viewItem =~ /^project( |$)/", group: "inline@1" }],
    },
    [commandIds.clickName]: { palette: notInPalette },
    [commandIds.insertIntoQuery]: {
      ...onItem("viewItem =~ /^model /", "insert", "1_open@1", "inline@1"),
      keys: [
        { key: "enter", when: "focusedView == workforce.explorer && workforce.explorer.isNameSelected && !inputFocus" },
      ],
    },
    [commandIds.newQueryFromHere]: onItem(
      "viewItem =~ /^model (object|metric|dimension|level|member|property|concept)$/",
      "new-file",
      "1_open@2",
      "inline@2",
    ),
    [commandIds.findInModel]: {
      icon: "search",
      menus: [{ menu: "view/item/context", when: "viewItem == model", group: "inline@1" }],
    },
    [commandIds.showTableRows]: onItem(isTable, "table", "0_rows@1", "inline@1"),
    [commandIds.newTableQuery]: onItem(isTable, "new-file", "0_rows@2"),
    [commandIds.insertColumns]: onItem(isTable, "insert", "0_rows@3"),
    [commandIds.copyColumns]: onItem(isTable, "copy", "5_copy@2"),
    [commandIds.runReport]: onItem("viewItem =~ /^report.* download/", "play", "1_open@1", "inline@1"),
    [commandIds.downloadReport]: onItem("viewItem =~ /^report.* download/", "desktop-download", "1_open@2"),
    [commandIds.duplicateReport]: onItem("viewItem =~ /^report.* duplicate/", "files", "2_change@1"),
    [commandIds.deleteReport]: onItem("viewItem =~ /^report.* delete/", "trash", "2_change@2"),
    [commandIds.createProject]: onItem("viewItem == projects", "add", "1_open@1", "inline@1"),
    [commandIds.deleteProject]: onItem("viewItem =~ /^project.* remove/", "trash", "3_delete@1"),
  },
  points: {
    viewsContainers: { activitybar: [{ id: "workforce", title: "%view.container%", icon: "media/workforce.svg" }] },
    views: {
      workforce: [
        {
          id: "workforce.explorer",
          name: "%view.explorer%",
          contextualTitle: "%view.container%",
          icon: "media/workforce.svg",
        },
      ],
    },
    viewsWelcome: [{ view: "workforce.explorer", contents: "%welcome.noConnection%" }],
  },
};
