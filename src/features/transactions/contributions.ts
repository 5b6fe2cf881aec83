import * as commandIds from "../../host/command-ids.ts";
import { type Contributions, notInPalette } from "../../host/contributions.ts";

const hasOpen = "workforce.transactions.hasOpen";
const hasStored = "workforce.transactions.isNoted";
const isOpen = "viewItem =~ /^transactionOpen/";
const isOpenWrite = "viewItem == transactionOpenWrite";
const isOpenRead = "viewItem == transactionOpenRead";
const isAnyTransaction = "viewItem =~ /^transaction(Open|Ended)/";
const isFailedJob = "viewItem == transactionJobFailed";
const isTransactionsView = "view == workforce.transactions";

/** Manifest entries of the transactions view. */
export const contributions: Contributions = {
  commands: {
    [commandIds.openTransaction]: {
      icon: "add",
      menus: [{ menu: "view/title", when: isTransactionsView, group: "navigation@1" }],
    },
    [commandIds.refreshTransactions]: {
      icon: "refresh",
      palette: hasStored,
      menus: [{ menu: "view/title", when: isTransactionsView, group: "navigation@2" }],
    },
    [commandIds.showTransaction]: {
      icon: "open-preview",
      palette: hasStored,
      menus: [{ menu: "view/item/context", when: isAnyTransaction, group: "1_open@1" }],
    },
    [commandIds.commitTransaction]: {
      icon: "check",
      palette: hasOpen,
      menus: [
        { menu: "view/item/context", when: isOpenWrite, group: "inline@1" },
        { menu: "view/item/context", when: isOpenWrite, group: "2_change@1" },
      ],
    },
    [commandIds.rollBackTransaction]: {
      icon: "discard",
      palette: hasOpen,
      menus: [
        { menu: "view/item/context", when: isOpenWrite, group: "inline@2" },
        { menu: "view/item/context", when: isOpenWrite, group: "2_change@2" },
      ],
    },
    [commandIds.closeTransaction]: {
      icon: "close",
      palette: hasOpen,
      menus: [
        { menu: "view/item/context", when: isOpenRead, group: "inline@1" },
        { menu: "view/item/context", when: isOpenRead, group: "2_change@3" },
      ],
    },
    [commandIds.extendTransaction]: {
      icon: "history",
      palette: hasOpen,
      menus: [
        { menu: "view/item/context", when: isOpen, group: "inline@3" },
        { menu: "view/item/context", when: isOpen, group: "2_change@4" },
      ],
    },
    [commandIds.toggleTransactionExtension]: {
      palette: hasOpen,
      menus: [{ menu: "view/item/context", when: isOpen, group: "2_change@5" }],
    },
    [commandIds.lookInsideTransaction]: {
      icon: "search",
      palette: hasOpen,
      menus: [{ menu: "view/item/context", when: isOpen, group: "1_open@2" }],
    },
    [commandIds.copyTransactionId]: {
      icon: "copy",
      palette: hasStored,
      menus: [{ menu: "view/item/context", when: isAnyTransaction, group: "5_copy@1" }],
    },
    [commandIds.runFailedTenantsAgain]: {
      icon: "debug-rerun",
      palette: notInPalette,
      menus: [
        { menu: "view/item/context", when: isFailedJob, group: "inline@1" },
        { menu: "view/item/context", when: isFailedJob, group: "2_change@1" },
      ],
    },
    [commandIds.forgetTransaction]: {
      icon: "close",
      palette: hasStored,
      menus: [
        { menu: "view/item/context", when: "viewItem == transactionEnded", group: "inline@1" },
        { menu: "view/item/context", when: isAnyTransaction, group: "7_forget@1" },
      ],
    },
    [commandIds.forgetEndedTransactions]: {
      icon: "clear-all",
      palette: "workforce.transactions.hasEnded",
      menus: [{ menu: "view/title", when: isTransactionsView, group: "navigation@3" }],
    },
  },
  settings: {
    "transactions.extend": {
      type: "string",
      default: "exceptProduction",
      scope: "window",
      enum: ["exceptProduction", "always", "never"],
      isRestricted: true,
      describesValues: true,
    },
    "transactions.extendByMinutes": {
      type: "integer",
      default: 60,
      scope: "window",
      minimum: 1,
      maximum: 10080,
      isRestricted: true,
    },
  },
  points: {
    views: {
      workforce: [
        {
          id: "workforce.transactions",
          name: "%view.transactions%",
          contextualTitle: "%view.container%",
          icon: "media/workforce.svg",
          visibility: "collapsed",
        },
      ],
    },
    viewsWelcome: [{ view: "workforce.transactions", contents: "%welcome.noTransaction%" }],
  },
};
