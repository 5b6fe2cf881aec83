import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { ZipFile } from "yazl";
import { fieldsOf, isRecord } from "../../base/guards.ts";
import { formatPlural } from "../../host/amounts.ts";
import { callTenant } from "../../host/call-tenant.ts";
import { CancelledError } from "../../host/cancellation.ts";
import * as commandIds from "../../host/command-ids.ts";
import { showInformation } from "../../host/notifications.ts";
import { disableIcons } from "../../host/untrusted-text.ts";
import {
  type ChangeKind,
  type ChangeSubject,
  changeFileEnd,
  changeKinds,
  type FileChange,
  newIdOf,
  readChangeFile,
  writeArchiveContent,
  writeChangeFile,
} from "./change-file-model.ts";
import { renderChanges } from "./change-text.ts";
import type { ProjectsParts, ProjectTarget } from "./projects-services.ts";

/** Opens a file with a change of a definition of the project's model, to be edited and then imported. */
export async function newChange(on: ProjectTarget, parts: ProjectsParts): Promise<void> {
  const title = vscode.l10n.t("New Change of {0}", on.name);
  const kinds: Readonly<Record<ChangeKind, string>> = {
    metric: vscode.l10n.t("Metric"),
    property: vscode.l10n.t("Property"),
    dimension: vscode.l10n.t("Dimension"),
    source: vscode.l10n.t("Source"),
    mapping: vscode.l10n.t("Mapping"),
    user: vscode.l10n.t("User"),
  };
  const picked = await vscode.window.showQuickPick(
    (Object.keys(changeKinds) as ChangeKind[]).map((changeKind) => ({
      label: kinds[changeKind],
      changeKind,
    })),
    { title, placeHolder: vscode.l10n.t("What is to be changed or added") },
  );
  if (!picked) {
    throw new CancelledError();
  }
  const subject = await chooseSubject(picked.changeKind, on, title, parts);
  const document = await vscode.workspace.openTextDocument({ language: "json", content: writeChangeFile(subject) });
  await vscode.window.showTextDocument(document, { preview: false });
  const importNow = vscode.l10n.t("Import Changes...");
  const hint = vscode.l10n.t("Edit the change, then import it into {0}.", on.name);
  if ((await showInformation(hint, importNow)) === importNow) {
    await importChanges(on, parts, document);
  }
}

async function chooseSubject(
  kind: ChangeKind,
  { target, project }: ProjectTarget,
  title: string,
  parts: ProjectsParts,
): Promise<ChangeSubject> {
  const objectTypes: Partial<Record<ChangeKind, "METRIC" | "PROPERTY" | "DIMENSION">> = {
    metric: "METRIC",
    property: "PROPERTY",
    dimension: "DIMENSION",
  };
  const objectType = objectTypes[kind];
  const created: ChangeSubject = {
    kind,
    id: newIdOf(kind),
    ...(kind === "property" || kind === "dimension" ? { object: "Employee" } : {}),
  };
  if (!objectType) {
    return created;
  }
  const { results = [] } = await callTenant(target, title, parts.connections, (client, signal) =>
    client.searchObjects(
      { body: { objectType, limit: 1000, mask: "definition" } },
      { signal, project: project.id, tenant: target.tenant },
    ),
  );
  const hits = results.flatMap(({ resultsForQuery = [] }) => resultsForQuery);
  const items = hits.map((hit) => {
    const { definition } = fieldsOf(fieldsOf(hit)["metadata"]);
    const object = hit.qualifyingPath;
    const subject: ChangeSubject = {
      kind,
      id: hit.id ?? "",
      ...(kind !== "metric" && { object }),
      ...(isRecord(definition) && { definition }),
    };
    return { label: disableIcons(hit.displayName ?? ""), description: disableIcons(`${object}.${hit.id}`), subject };
  });
  const added = { label: `$(add) ${vscode.l10n.t("Something new")}`, description: "", subject: created };
  const picked = await vscode.window.showQuickPick([added, ...items], {
    title,
    placeHolder: vscode.l10n.t("What the change is about"),
    matchOnDescription: true,
  });
  if (!picked) {
    throw new CancelledError();
  }
  return picked.subject;
}

/** Imports changes into a project: of the active editor, or of a file, which may be an export. */
export async function importChanges(
  on: ProjectTarget,
  parts: ProjectsParts,
  document = vscode.window.activeTextEditor?.document,
): Promise<void> {
  const open = document && readChangeFile(document.getText());
  const zip = open && open.length > 0 ? await zipOf(open) : await readFile(on);
  const { commits = [] } = await callTenant(
    on.target,
    vscode.l10n.t("Importing changes into {0}", on.name),
    parts.connections,
    (client, signal) =>
      client.importProjectCommits({ path: { projectId: on.project.id }, body: bytesOf(zip) }, { signal }),
  );
  parts.refreshTree(on.target, "projects");
  parts.refreshModel();
  const preview = vscode.l10n.t("Preview Publishing");
  const text = formatPlural(
    commits.length,
    [vscode.l10n.t("1 change was imported into {1}."), vscode.l10n.t("{0} changes were imported into {1}.")],
    on.name,
  );
  if ((await showInformation(text, preview)) === preview) {
    await vscode.commands.executeCommand(commandIds.previewPublishing, {
      kind: "project",
      key: on.project.id,
      target: on.target,
      project: on.project,
    });
  }
}

async function readFile({ name }: ProjectTarget): Promise<Uint8Array> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t("Import Changes into {0}", name),
      openLabel: vscode.l10n.t("Import"),
      filters: { [vscode.l10n.t("Changes and Exports")]: ["json", "zip"] },
    })) ?? [];
  if (!uri) {
    throw new CancelledError();
  }
  const bytes = await vscode.workspace.fs.readFile(uri);
  if (uri.path.toLowerCase().endsWith(".zip")) {
    return bytes;
  }
  const changes = readChangeFile(new TextDecoder().decode(bytes));
  if (!changes || changes.length === 0) {
    throw new Error(
      vscode.l10n.t(
        'The file has no changes: it needs a list "changes", each with name, description and document, as *New Change...* writes it into a {0} file.',
        changeFileEnd,
      ),
    );
  }
  return zipOf(changes);
}

async function zipOf(changes: readonly FileChange[]): Promise<Uint8Array> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(writeArchiveContent(changes, randomUUID)), "changes.json");
  zip.end();
  const chunks: Uint8Array[] = [];
  for await (const chunk of zip.outputStream) {
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks);
}

async function* bytesOf(zip: Uint8Array): AsyncGenerator<Uint8Array> {
  yield zip;
}

/** Shows the changes of a project as a readable document. */
export async function showChanges({ target, project, name }: ProjectTarget, parts: ProjectsParts): Promise<void> {
  const title = vscode.l10n.t("Changes of {0}", name);
  const listed = await callTenant(
    target,
    vscode.l10n.t("Reading the changes of {0}", name),
    parts.connections,
    (client, signal) =>
      client.listProjectCommits({ path: { projectId: project.id }, query: { limit: 400 } }, { signal }),
  );
  const { commits, uncommitted } = fieldsOf(listed);
  await parts.documents.show(
    `${target.tenant}/${title}.md`,
    renderChanges(title, listOf(commits), listOf(uncommitted)),
    { query: `${target.connectionId}/${project.id}` },
  );
}

function listOf(value: unknown): readonly FileChange[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.map((one) => {
    const { id, name, description, document } = fieldsOf(one);
    return { name: String(name ?? id ?? ""), description: String(description ?? ""), document };
  });
}

const stages = ["Open", "Approval", "Rejected", "Archived"] as const;

/** Moves a project to another stage. The service says which stages can be reached. */
export async function changeStage({ target, project, name }: ProjectTarget, parts: ProjectsParts): Promise<void> {
  const stage = await vscode.window.showQuickPick(stages, {
    title: vscode.l10n.t("Change Stage of {0}", name),
    placeHolder: vscode.l10n.t("Stage to move the project to"),
  });
  if (!stage) {
    throw new CancelledError();
  }
  const body = { operation: "unknown", stage } as const;
  await callTenant(target, vscode.l10n.t("Moving {0}", name), parts.connections, (client, signal) =>
    client.runProjectOperation({ path: { projectId: project.id }, body }, { signal }),
  );
  parts.refreshTree(target, "projects");
}
