import * as commandIds from "../../host/command-ids.ts";
import type { Contributions } from "../../host/contributions.ts";

/** Manifest entries of the commands that send data files and build ZIP files of tenants. */
export const contributions: Contributions = {
  commands: {
    [commandIds.sendDataFile]: {
      icon: "cloud-upload",
      palette: "!workforce.transfers.isUnavailable",
      menus: [
        {
          menu: "explorer/context",
          when: "resourceScheme == file && resourceExtname =~ /^\\.(csv|jsonl|ndjson|zip|pgp|gpg)$/i && !workforce.transfers.isUnavailable",
          group: "7_workforce@1",
        },
        {
          menu: "view/item/context",
          when: "viewItem =~ /^data(Source|Sources|Transactions|Uploads) .*send/ && !workforce.transfers.isUnavailable",
          group: "1_open@1",
        },
      ],
    },
    [commandIds.encryptFile]: {
      icon: "lock",
      palette: "!workforce.transfers.hasNoKeys",
      menus: [
        {
          menu: "explorer/context",
          when: "resourceScheme == file && resourceExtname =~ /^\\.(csv|zip|xls|xlsx)$/i && !workforce.transfers.hasNoKeys",
          group: "7_workforce@3",
        },
        { menu: "view/item/context", when: "viewItem =~ /^dataKey .*encrypt/", group: "1_open@2" },
      ],
    },
    [commandIds.sendAgain]: { icon: "refresh", palette: "!workforce.transfers.isUnavailable" },
    [commandIds.checkLoadFile]: {
      icon: "checklist",
      palette: "!workforce.transfers.hasNoLoadSchema",
      menus: [
        {
          menu: "explorer/context",
          when: "resourceScheme == file && resourceExtname =~ /^\\.csv$/i && !workforce.transfers.hasNoLoadSchema",
          group: "7_workforce@2",
        },
      ],
    },
    [commandIds.buildTenantZip]: { icon: "file-zip" },
    [commandIds.checkTenantZip]: {
      icon: "checklist",
      menus: [
        {
          menu: "explorer/context",
          when: "resourceScheme == file && resourceExtname =~ /^\\.zip$/i",
          group: "7_workforce@2",
        },
      ],
    },
  },
};
