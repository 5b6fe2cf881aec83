import { failureMessageOf } from "../failure-text.ts";
import { loadScript } from "../page-scripts.ts";
import type { DialogsScript } from "./dialogs.ts";
import type { PageContext } from "./page-context.ts";

/** Opens a dialog of the separately loaded script of dialogs. Announces why the script could not be loaded. */
export function openDialog(context: PageContext, open: (dialogs: DialogsScript) => void): void {
  loadScript<DialogsScript>(context, "dialogs").then(open, (error: unknown) =>
    context.announce(failureMessageOf(error)),
  );
}
