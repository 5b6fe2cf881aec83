import * as vscode from "vscode";
import type { Client } from "../../client/call/client.ts";
import { withProgress } from "../../host/progress.ts";
import { openDataRows } from "./data-rows.ts";
import { headerProblems } from "./load-schema-model.ts";

/** What keeps the columns of a CSV file from an analytic object, by the object's load schema. */
export async function checkLoadHeader(
  client: Pick<Client, "getLoadSchema">,
  file: string,
  objectName: string,
): Promise<readonly string[]> {
  const data = await openDataRows(file);
  await data.close();
  const title = vscode.l10n.t("Reading the load schema of {0}", objectName);
  const schema = await withProgress("notification", title, (signal) =>
    client.getLoadSchema({ path: { draftId: "prod", objectName } }, { signal }),
  );
  return headerProblems(data.header, schema);
}
