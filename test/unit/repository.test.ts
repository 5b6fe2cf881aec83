import assert from "node:assert/strict";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { listFiles, PackageManager } from "@vscode/vsce";

const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"));

/** Files of the repository that a command line runs with Node. */
function scriptsIn(commandLine: string): string[] {
  return [...commandLine.matchAll(/\bnode ([\w/.-]+\.m?js)/g)].map(([, file = ""]) => file);
}

const shippedFolders = ["docs", "media", "samples", "syntaxes"];

function markdownFiles(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.posix.join(folder, name.replaceAll("\\", "/")));
}

/** Targets of a page's links and pictures within the package, outside code. */
function linksOf(page: string): string[] {
  const text = readFileSync(page, "utf8")
    .replace(/^```[\s\S]*?^```/gm, "")
    .replace(/`[^`\n]*`/g, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^https?:/.test(target));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [target = "", heading] = link.split("#");
  const file = target === "" ? page : path.posix.join(path.posix.dirname(page), target);
  const isShipped =
    shippedFolders.includes(file.split("/")[0] ?? "") || ["README.md", "CHANGELOG.md", "LICENSE"].includes(file);
  return isShipped && existsSync(file) && (heading === undefined || headingsOf(file).has(heading));
}

/** Anchors of a page's headings, as Markdown previews make them. */
function headingsOf(file: string): Set<string> {
  const titles = [...readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => title);
  return new Set(
    titles.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replace(/\s/g, "-"),
    ),
  );
}

describe("the package", () => {
  let folder = "";
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), "workforce-files-"));
  });
  after(() => rmSync(folder, { recursive: true }));

  it("holds what the extension needs when it runs, and nothing of how it is made", async () => {
    // The repository in little, since vsce reads every folder of what it lists, such as node_modules.
    for (const entry of readdirSync(".", { withFileTypes: true })) {
      const copy = path.join(folder, entry.name);
      if (entry.isDirectory()) {
        mkdirSync(copy);
        for (const name of ["code.js", "text.md", "data.json"]) {
          writeFileSync(path.join(copy, name), "");
        }
      } else {
        copyFileSync(entry.name, copy);
      }
    }
    const files = await listFiles({ cwd: folder, packageManager: PackageManager.None });
    assert.deepEqual(files.filter((file) => !/^(dist|docs|media|samples|syntaxes)\//.test(file)).toSorted(), [
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "package.json",
      "package.nls.json",
    ]);
    for (const folder of shippedFolders) {
      assert.ok(files.includes(`${folder}/data.json`), folder);
    }
  });

  it("has pages whose links lead to files of the package and to headings of them", () => {
    const pages = ["README.md", "CHANGELOG.md", ...markdownFiles("docs")];
    const broken = pages.flatMap((page) =>
      linksOf(page)
        .filter((link) => !leadsSomewhere(page, link))
        .map((link) => `${page}: ${link}`),
    );
    assert.deepEqual(broken, []);
    assert.ok(linksOf("README.md").length > 15);
  });

  it("has pictures of the README and the walkthrough that are there and small", () => {
    const { walkthroughs } = readJson("package.json").contributes;
    const steps: { media: { image?: Record<string, string> } }[] = walkthroughs[0].steps;
    const shown = new Set([
      ...linksOf("README.md").filter((link) => link.endsWith(".png")),
      ...steps.flatMap(({ media }) => Object.values(media.image ?? {})),
    ]);
    assert.ok(shown.size >= 8);
    const sizes = [...shown].map((picture) => statSync(picture).size);
    assert.ok(Math.max(...sizes) < 150_000);
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) < 1_500_000);
  });
});

describe("the scripts of package.json", () => {
  it("run files that are there", () => {
    const { scripts } = readJson("package.json");
    for (const file of Object.values<string>(scripts).flatMap(scriptsIn)) {
      assert.ok(existsSync(file), file);
    }
  });
});

describe("debugging in VS Code", () => {
  const { configurations } = readJson(".vscode/launch.json");
  const { tasks } = readJson(".vscode/tasks.json");
  const labels = tasks.map(({ label }: { label: string }) => label);

  it("starts with the extension on the samples, after a build that installs what is missing", () => {
    const [first] = configurations;
    assert.equal(first.type, "extensionHost");
    assert.ok(first.args.includes("${workspaceFolder}/samples"));
    const build = tasks.find(({ label }: { label: string }) => label === first.preLaunchTask);
    assert.equal(build.dependsOn, "install");
  });

  it("names tasks and programs that are there", () => {
    const needed = [
      ...configurations.map((each: { preLaunchTask?: string }) => each.preLaunchTask),
      ...tasks.map((each: { dependsOn?: string }) => each.dependsOn),
    ];
    for (const label of needed.filter((each) => each !== undefined)) {
      assert.ok(labels.includes(label), label);
    }
    const programs = configurations.flatMap(({ program }: { program?: string }) => program ?? []);
    const built = /^\$\{workspaceFolder\}\/dist\//;
    for (const program of programs.filter((each: string) => !built.test(each))) {
      assert.ok(existsSync(program.replace("${workspaceFolder}/", "")), program);
    }
    for (const { command } of tasks) {
      assert.ok(
        scriptsIn(command).every((file) => existsSync(file)),
        command,
      );
    }
  });
});

describe("the workflow of the hosted checks", () => {
  const workflow = readFileSync(".github/workflows/test.yml", "utf8");

  it("uses actions of the host only, and names no other address", () => {
    const actions = [...workflow.matchAll(/uses: (\S+)/g)].map(([, name = ""]) => name);
    assert.ok(actions.length > 0);
    assert.deepEqual(
      actions.filter((name) => !name.startsWith("actions/")),
      [],
    );
    assert.doesNotMatch(workflow, /https?:|registry/);
  });

  it("runs on Linux, macOS and Windows", () => {
    for (const system of ["ubuntu", "macos", "windows"]) {
      assert.ok(workflow.includes(`${system}-latest`), system);
    }
  });
});

describe("the decisions", () => {
  const folder = path.join("docs", "decisions");
  const pages = readdirSync(folder).filter((name) => name !== "README.md");
  const index = readFileSync(path.join(folder, "README.md"), "utf8");

  it("are all in the index, which has no other", () => {
    const linked = [...index.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => name);
    assert.deepEqual(linked.toSorted(), pages.toSorted());
  });

  it("are dated, fill a page at most, and say what was chosen, why, and when to choose anew", () => {
    for (const name of pages) {
      const text = readFileSync(path.join(folder, name), "utf8");
      assert.match(text, /^Recorded \d{4}-\d\d-\d\d\.$/m, name);
      assert.ok(text.length < 4000, `${name} has ${text.length} characters`);
      for (const part of ["Question", "Choice", "Reasons", "Price", "Again when"]) {
        assert.ok(text.includes(`**${part}`), `${name} lacks "${part}"`);
      }
    }
  });
});
