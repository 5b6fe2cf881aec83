import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ForwardProxy } from "../../../support/forward-proxy.ts";
import { IntakeServer } from "../../../support/intake-server.ts";
import { createOwnCertificates } from "../../../support/own-certificate.ts";
import { SecureFront } from "../../../support/secure-front.ts";
import { addConnection, describeConnection, type NewConnection } from "../connection-form.ts";
import { chooseInDialog } from "../file-dialog.ts";
import { fact, rowCountOf } from "../shown-result.ts";
import { eventually, storyLimitMs, textOf, WorkforceWindow } from "../workforce-window.ts";

const host = "workforce.example";
const storage = "storage.example";
const stranger = "stranger.example";
const headcount = "Headcount by function, month by month";

const job = {
  uploads: { "badges.csv": "badges.csv" },
  job: {
    inputs: [{ id: "badges", filename: "badges.csv", format: { csv: { header: true } } }],
    actions: [
      {
        query: {
          query: "SELECT person_key, badge_no FROM badges ORDER BY person_key",
          output: { format: { csv: { header: true } }, filename: "back.csv" },
        },
      },
    ],
  },
  downloads: [{ filename: "back.csv", file: "results/back.csv" }],
};

/**
 * The names of the hosts are known to the proxy alone, so that nothing gets to them past it, and their certificates are signed
 * by authorities of their own, of which VS Code is told of one.
 */
describe("10. Behind a proxy, with a certificate of one's own", function () {
  this.timeout(storyLimitMs);
  const proxy = new ForwardProxy();
  const own = createOwnCertificates(host, storage);
  const target = async () => (await window.service())?.url ?? "http://127.0.0.1:9";
  const front = new SecureFront(own.server, target);
  const stored = new IntakeServer();
  const storageFront = new SecureFront(own.server, async () => stored.url);
  const strangerFront = new SecureFront(createOwnCertificates(stranger).server, target);
  let folder: string;
  let window: WorkforceWindow;

  before(async () => {
    await Promise.all([proxy, front, stored, storageFront, strangerFront].map((one) => one.start()));
    proxy.knows(`${host}:443`, front.port);
    proxy.knows(`${storage}:443`, storageFront.port);
    proxy.knows(`${stranger}:443`, strangerFront.port);
    folder = await mkdtemp(join(tmpdir(), "workforce-proxy-"));
    const authorityFile = join(folder, "authority.pem");
    await writeFile(authorityFile, own.authority.certificate);
    window = await WorkforceWindow.open({
      openFile: "headcount.sqllike",
      settings: { "http.proxy": proxy.url },
      env: { NODE_EXTRA_CA_CERTS: authorityFile },
    });
    await writeFile(join(window.workspaceFolder, "there-and-back.sqljob.json"), JSON.stringify(job));
  });
  after(async () => {
    await window?.close();
    await Promise.all([proxy, front, stored, storageFront, strangerFront].map((one) => one.stop()));
    await rm(folder, { recursive: true, force: true });
  });
  const connection = async (name: string, address: string): Promise<NewConnection> => {
    const service = await window.service();
    assert.ok(service);
    return { ...service, address, name, role: "development" };
  };
  const callsTo = (path: RegExp) => front.calls.filter((call) => path.test(call)).length;

  it("reaches the local service without the proxy", async () => {
    await window.clickRun(1);
    await window.result(headcount);
    assert.deepEqual(proxy.tunnels, []);
  });

  it("signs in and runs a query through a tunnel of the proxy", async () => {
    await addConnection(window, await connection("Tunnelled", `https://${host}`));
    await eventually(async () => assert.match(await textOf(window.statusBar("Tunnelled")), /WFF_demo$/));
    await window.clickRun(1);
    await eventually(async () => {
      const frame = await window.result(headcount);
      assert.equal(await fact(frame, "connection"), "Tunnelled");
      assert.ok((await rowCountOf(frame)) >= 24);
    });
    assert.deepEqual([...new Set(proxy.tunnels)], [`${host}:443`]);
    assert.ok(callsTo(/^POST \/v1\/admin\/serviceSecureToken$/) > 0);
    assert.equal(callsTo(/^POST \/v1\/data\/query\/sql$/), 1);
  });

  it("uploads and downloads a file through it", async () => {
    const sentBefore = proxy.sentBytes;
    await window.openFile("there-and-back.sqljob.json");
    await window.page.locator('.editor-actions .action-label[aria-label^="Run SQL Job"]').first().click();
    // The job only reads, but saves a file that was not there before.
    const question = window.page.locator(".monaco-dialog-box", { hasText: "Run there-and-back.sqljob.json?" });
    await question.filter({ hasText: "back.csv" }).waitFor();
    await question.locator(".monaco-button", { hasText: "Run" }).click();
    await eventually(async () => {
      const saved = await readFile(join(window.workspaceFolder, "results", "back.csv"), "utf8");
      assert.match(saved, /^person_key,badge_no\nP0000001,B-1001\n/);
    });
    assert.equal(callsTo(/^PUT .*\/inputs\/badges\.csv$/), 1);
    assert.ok(callsTo(/^GET .*\/outputs\/back\.csv/) > 0);
    const { size } = await stat(join(window.workspaceFolder, "badges.csv"));
    assert.ok(proxy.sentBytes - sentBefore > size);
  });

  it("follows an upload that the service sends on to a storage through it too, without a credential", async () => {
    front.elsewhere = (path) =>
      path.startsWith("/v1/data/upload/files/") ? `https://${storage}/stored/badges.csv?signature=s` : undefined;
    const file = join(window.workspaceFolder, "badges.csv");
    await window.command("Workforce: Send Data File...");
    await chooseInDialog(window, "Send Data File", file);
    await window.quickPickRow("Upload of a Data File").click();
    await window.keep("Name of the file at the service");
    await window.quickPickRow("Leave It in the Inbox").click();
    await window.takeNotification("badges.csv was sent.");
    assert.equal(callsTo(/^PUT \/v1\/data\/upload\/files\/badges\.csv$/), 1);
    assert.ok(proxy.tunnels.includes(`${storage}:443`));
    const [sent] = stored.callsOf("PUT", /^\/stored\/badges\.csv$/);
    assert.equal(sent?.bytes, (await stat(file)).size);
    assert.deepEqual(
      [sent.headers.apikey, sent.headers.cookie, sent.headers.authorization],
      [undefined, undefined, undefined],
    );
  });

  it("says of a host whose authority nobody was told of what is wrong and what to do", async () => {
    const page = await describeConnection(window, await connection("Stranger", `https://${stranger}`));
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.locator("#host-problem", { hasText: `${stranger} has a certificate that is not trusted` }).waitFor();
  });
});
