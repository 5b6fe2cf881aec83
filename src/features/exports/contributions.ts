import { commandIds } from "../../host/command-ids.ts";
import { type Contributions, notInPalette } from "../../host/contributions.ts";

/** Manifest entries of the exports of tenants. */
export const contributions: Contributions = {
  commands: {
    [commandIds.exportDataVersion]: {
      icon: "export",
      palette: "!workforce.exports.hasNoVersionExport",
      menus: [
        { menu: "view/item/context", when: "viewItem =~ /^versionExports .*export/", group: "inline@1" },
        { menu: "view/item/context", when: "viewItem =~ /^versionExports .*export/", group: "1_open@1" },
        {
          menu: "view/item/context",
          when: "viewItem =~ /^dataVersion( |$)/ && !workforce.exports.hasNoVersionExport",
          group: "1_open@2",
        },
      ],
    },
    [commandIds.downloadExport]: {
      icon: "cloud-download",
      palette: notInPalette,
      menus: [
        { menu: "view/item/context", when: "viewItem =~ /^versionExport .*downloadAll/", group: "inline@1" },
        { menu: "view/item/context", when: "viewItem =~ /^versionExport .*downloadAll/", group: "1_open@1" },
      ],
    },
    [commandIds.openExportFile]: {
      icon: "table",
      palette: notInPalette,
      menus: [{ menu: "view/item/context", when: "viewItem =~ /^exportFile .*open/", group: "1_open@1" }],
    },
    [commandIds.copyExportName]: {
      icon: "copy",
      palette: notInPalette,
      menus: [{ menu: "view/item/context", when: "viewItem =~ /^(versionExport|exportFile)( |$)/", group: "5_copy@1" }],
    },
  },
};
