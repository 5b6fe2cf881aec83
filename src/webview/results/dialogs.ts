// Script of the dialogs, which the results page loads when the first one is opened.
import { provideScript } from "../page-scripts.ts";
import { openColumnsDialog } from "./columns-dialog.ts";
import { openFilterList } from "./filter-dialog.ts";

const dialogs = { openColumnsDialog, openFilterList };

export type DialogsScript = typeof dialogs;

provideScript("dialogs", dialogs);
