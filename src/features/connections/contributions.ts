import * as commandIds from "../../host/command-ids.ts";
import { type Contributions, notInPalette, whenSidebarVisible } from "../../host/contributions.ts";

const isConnection = "viewItem =~ /^connectionSigned/";
const isSignedOut = "viewItem == connectionSignedOut";
const isSignedIn = "viewItem == connectionSignedIn";
const isOwnSignIn = "viewItem =~ /^connection(Local|SignedIn)$/";
const isImpersonated = "viewItem == connectionImpersonated";
const isAnyConnection = "viewItem =~ /^connection/";

/**
 * Manifest entries of the connections feature: commands, the authentication provider and settings of the embedded
 * service.
 */
export const contributions: Contributions = {
  commands: {
    [commandIds.addConnection]: {
      icon: "add",
      menus: [{ menu: "view/title", when: "view == workforce.explorer", group: "navigation@1" }],
    },
    [commandIds.editConnection]: {
      icon: "edit",
      menus: [{ menu: "view/item/context", when: isConnection, group: "2_change@1" }],
    },
    [commandIds.removeConnection]: {
      icon: "trash",
      palette: whenSidebarVisible,
      menus: [{ menu: "view/item/context", when: isConnection, group: "2_change@2" }],
    },
    [commandIds.testConnection]: {
      icon: "plug",
      menus: [{ menu: "view/item/context", when: isAnyConnection, group: "1_open@2" }],
    },
    [commandIds.signIn]: {
      icon: "sign-in",
      menus: [
        { menu: "view/item/context", when: isSignedOut, group: "inline@0" },
        { menu: "view/item/context", when: isConnection, group: "1_open@3" },
      ],
    },
    [commandIds.signOut]: { menus: [{ menu: "view/item/context", when: isSignedIn, group: "1_open@4" }] },
    [commandIds.signInAs]: {
      icon: "person",
      menus: [
        { menu: "view/item/context", when: isOwnSignIn, group: "1_open@5" },
        { menu: "editor/context", when: "editorLangId == workforce-users", group: "1_users@2" },
      ],
    },
    [commandIds.stopImpersonating]: {
      icon: "debug-disconnect",
      enablement: "workforce.connections.isImpersonating",
      menus: [
        { menu: "view/item/context", when: isImpersonated, group: "inline@0" },
        { menu: "view/item/context", when: isImpersonated, group: "1_open@4" },
      ],
    },
    [commandIds.copySignInLink]: {
      icon: "link",
      menus: [{ menu: "editor/context", when: "editorLangId == workforce-users", group: "1_users@3" }],
    },
    [commandIds.useConnection]: {
      icon: "check",
      palette: notInPalette,
      menus: [
        { menu: "view/item/context", when: isAnyConnection, group: "inline@1" },
        { menu: "view/item/context", when: isAnyConnection, group: "1_open@1" },
      ],
    },
    [commandIds.useLocalConnection]: { icon: "home" },
    [commandIds.selectTarget]: {
      icon: "server-environment",
      menus: [{ menu: "notebook/toolbar", when: "notebookType == workforce-notebook", group: "navigation/execute@9" }],
    },
    [commandIds.stopLocalService]: { icon: "debug-stop" },
  },
  settings: {
    "localService.enabled": { type: "boolean", default: true, scope: "machine", isRestricted: true },
    "localService.dataFolder": { type: "string", default: "", scope: "machine", isRestricted: true },
    "localService.people": {
      type: "integer",
      default: 5000,
      scope: "machine",
      minimum: 50,
      maximum: 1000000,
      isRestricted: true,
    },
    "localService.profile": { type: "string", default: "", scope: "machine", isRestricted: true },
    "localService.allowedHosts": {
      type: "array",
      items: { type: "string" },
      default: [],
      scope: "machine",
      isRestricted: true,
    },
    "localService.allowedFolders": {
      type: "array",
      items: { type: "string" },
      default: [],
      scope: "machine",
      isRestricted: true,
    },
  },
  points: {
    authentication: [{ id: "workforce-analytics", label: "%authentication.label%" }],
  },
};
