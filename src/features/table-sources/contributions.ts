import * as commandIds from "../../host/command-ids.ts";
import { type Contributions, whenSidebarVisible } from "../../host/contributions.ts";

const isTable = "viewItem =~ /^tableSource(View)?$/";
const isTableSources = "viewItem == tableSources";
const isDefinition = "resourceScheme == workforce-tablesource";

/** Manifest entries of table sources and their definitions. */
export const contributions: Contributions = {
  commands: {
    [commandIds.newTableSource]: {
      icon: "new-file",
      menus: [
        { menu: "view/item/context", when: isTableSources, group: "inline@1" },
        { menu: "view/item/context", when: isTableSources, group: "1_open@1" },
      ],
    },
    [commandIds.editTableSource]: {
      icon: "edit",
      menus: [{ menu: "view/item/context", when: isTable, group: "1_open@2" }],
    },
    [commandIds.compareTableSource]: {
      icon: "diff",
      palette: isDefinition,
      menus: [{ menu: "editor/title", when: isDefinition, group: "navigation@1" }],
    },
    [commandIds.deleteTableSource]: {
      icon: "trash",
      palette: whenSidebarVisible,
      menus: [{ menu: "view/item/context", when: isTable, group: "2_change@4" }],
    },
    [commandIds.showTableMetadata]: {
      icon: "info",
      menus: [{ menu: "view/item/context", when: isTable, group: "1_open@3" }],
    },
    [commandIds.lookAtTableAsOf]: {
      icon: "history",
      menus: [{ menu: "view/item/context", when: isTable, group: "1_open@4" }],
    },
    [commandIds.resetTable]: {
      icon: "discard",
      palette: whenSidebarVisible,
      menus: [{ menu: "view/item/context", when: isTable, group: "2_change@3" }],
    },
    [commandIds.showViews]: {
      icon: "type-hierarchy",
      menus: [{ menu: "view/item/context", when: isTableSources, group: "1_open@2" }],
    },
    [commandIds.regenerateView]: {
      icon: "sync",
      palette: whenSidebarVisible,
      menus: [{ menu: "view/item/context", when: "viewItem == tableSourceView", group: "2_change@2" }],
    },
    [commandIds.uploadIntoTable]: {
      icon: "cloud-upload",
      menus: [
        {
          menu: "explorer/context",
          when: "resourceScheme == file && resourceExtname =~ /^\\.(csv|parquet)$/i",
          group: "7_workforce@3",
        },
        { menu: "view/item/context", when: "viewItem == tableSource", group: "2_change@1" },
      ],
    },
  },
  points: {
    jsonValidation: [{ fileMatch: "*.tablesource.json", url: "./media/tablesource.schema.json" }],
  },
};
