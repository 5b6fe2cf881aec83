import assert from "node:assert/strict";
import * as vscode from "vscode";
import { compareWithProduction } from "../../../src/features/data/compare-version.ts";
import type { DataVersion } from "../../../src/features/data/data-entry.ts";
import { explorerCommands } from "../../../src/features/explorer/explorer-commands.ts";
import { showChanges } from "../../../src/features/projects/change-project.ts";
import type { ProjectsParts } from "../../../src/features/projects/projects-services.ts";
import { previewProject } from "../../../src/features/projects/publish-project.ts";
import * as commandIds from "../../../src/host/command-ids.ts";
import { TextDocuments } from "../../../src/host/text-documents.ts";
import { memoryContext } from "./memory-context.ts";

const scheme = "workforce-test-details";
const connections = {
  list: () => ["one", "other"].map((id) => ({ id, label: `Label of ${id}`, role: "development" })),
  guardOf: () => undefined,
  sessionFor: async (connectionId: string) => ({
    client: {
      getReport: async ({ path }: { path: { reportId: string } }) => ({ on: connectionId, of: path.reportId }),
      listProjectCommits: async () => ({ commits: [{ name: `Change on ${connectionId}` }] }),
      getProject: async () => ({ versionNumber: 1 }),
      listProductionVersions: async () => ({}),
      listProjects: async () => ({}),
      listReports: async () => ({ reports: [{ title: `Report on ${connectionId}`, query: "SELECT 1" }] }),
      querySqlLike: async () => {
        throw new Error("no answer");
      },
    },
  }),
};
const target = (connectionId: string) => ({ connectionId, tenant: "acme" });

suite("Documents of several connections and of the same name", () => {
  let documents: TextDocuments;
  setup(() => {
    documents = new TextDocuments(scheme, "missing");
  });
  teardown(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    documents.dispose();
  });

  test("are different details in the explorer, which name their connection", async () => {
    const commands = explorerCommands({ connections, details: documents } as unknown as Parameters<
      typeof explorerCommands
    >[0]);
    const open = async (connectionId: string, id: string) => {
      const report = { id, title: "Heads" };
      await commands[commandIds.openDetails]?.({ kind: "report", key: id, target: target(connectionId), report });
      const { document } = vscode.window.activeTextEditor ?? {};
      assert.ok(document);
      assert.equal(document.uri.path, `/acme/Label of ${connectionId}/Heads.json`);
      return document;
    };
    const opened = [await open("one", "1"), await open("other", "1"), await open("one", "2")];
    assert.deepEqual(
      opened.map((document) => JSON.parse(document.getText())),
      [
        { on: "one", of: "1" },
        { on: "other", of: "1" },
        { on: "one", of: "2" },
      ],
    );
  });

  /** Texts of the documents that are shown after something was called on both connections. */
  const shownOf = async (show: (connectionId: string) => Promise<void>): Promise<readonly string[]> => {
    const uris = new Map<string, vscode.Uri>();
    // By their paths, which alone some versions of VS Code compare.
    documents.onDidChange((uri) => uris.set(uri.path, uri));
    for (const connectionId of ["one", "other"]) {
      await show(connectionId);
    }
    return [...uris.values()].map((uri) => documents.provideTextDocumentContent(uri));
  };

  const shownOfProjects = (show: typeof showChanges) => {
    const parts = {
      documents,
      connections,
      context: memoryContext().context,
      columnAdditivity: async () => undefined,
    } as unknown as ProjectsParts;
    return shownOf((connectionId) =>
      show({ target: target(connectionId), project: { id: "p", name: "Pay" }, name: "Pay" }, parts),
    );
  };

  for (const [what, show, text] of [
    ["changes", showChanges, /Change on (\w+)/],
    ["previews", previewProject, /Report on (\w+)/],
  ] as const) {
    test(`are different ${what} of a project`, async () => {
      const texts = await shownOfProjects(show);
      assert.deepEqual(
        texts.map((shown) => text.exec(shown)?.[1]),
        ["one", "other"],
      );
    });
  }

  test("are different comparisons of a draft", async () => {
    const texts = await shownOf(async (connectionId) => {
      const draft = {
        number: "7",
        isDraft: true,
        category: {},
        objects: [{ objectName: `Object on ${connectionId}`, members: 1, records: 1 }],
      } as unknown as DataVersion;
      const versions = [draft, { ...draft, number: "6", isDraft: false }];
      const comparing = compareWithProduction(
        target(connectionId),
        draft,
        { versions: async () => versions } as never,
        {
          reports: documents,
          connections,
        } as never,
      );
      await assert.rejects(comparing, /A draft is read in a project, and acme has none/);
    });
    assert.deepEqual(
      texts.map((text) => /Object on (\w+)/.exec(text)?.[1]),
      ["one", "other"],
    );
  });
});
