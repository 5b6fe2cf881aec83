import { commandIds } from "../../host/command-ids.ts";
import { type Contributions, notInPalette } from "../../host/contributions.ts";

const isExplorer = "view == workforce.explorer";
const isFiltered = "workforce.explorer.isFiltered";

/** Manifest entries of the explorer: its container, view and commands. */
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
          when: "viewItem =~ /^(connection.*|tenant|tableSources|reports|projects|projectStage|problem)$/",
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
          when: "viewItem =~ /^(tableSource|tableSourceView|report|project)$/",
          group: "1_open@1",
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
          when: "viewItem =~ /^(tableSource|tableSourceView|column|report|project|tenant)$/",
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
      menus: [{ menu: "view/item/context", when: "viewItem == project", group: "inline@1" }],
    },
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
