import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { encryptFile, encryptionWorkerFileName } from "../../src/features/transfers/encryption.ts";
import { InboxCaller } from "../support/inbox-caller.ts";
import { hasGnuPg } from "../support/journey-script.ts";
import { startTestService, type TestService } from "../support/running-service.ts";

const header = "EmployeeID,Effective_Date,Base_Salary";

/** What GnuPG and the extension encrypt, and who reads it. */
suite("encrypted files", function () {
  this.timeout(60_000);
  let test_: TestService;
  let inbox: InboxCaller;
  suiteSetup(async () => {
    test_ = await startTestService();
    inbox = new InboxCaller(test_);
  });
  suiteTeardown(() => test_.dispose());

  const makeKey = async () =>
    (await test_.call("POST", "/v1/api/pgp-keys", { json: {} })).json<{ readonly publicKey: string }>();

  /** Runs a test with a home folder of GnuPG's own, or leaves it out and says so. */
  const withGnuPg = async (
    test: Mocha.Context,
    work: (home: string, gpg: (...args: readonly string[]) => Buffer) => Promise<void>,
  ) => {
    if (!hasGnuPg()) {
      console.log("Skipped: gpg is not installed, and set-up could not install it.");
      test.skip();
    }
    const home = await mkdtemp(join(tmpdir(), "workforce-gpg-"));
    try {
      await work(home, (...args) => {
        const ended = spawnSync("gpg", ["--homedir", home, "--batch", ...args]);
        assert.equal(ended.status, 0, ended.stderr.toString());
        return ended.stdout;
      });
    } finally {
      spawnSync("gpgconf", ["--homedir", home, "--kill", "all"]);
      await rm(home, { recursive: true, force: true });
    }
  };

  test("are received from GnuPG, armored or not", async function () {
    await withGnuPg(this, async (home, gpg) => {
      const { publicKey } = await makeKey();
      await writeFile(join(home, "key.asc"), publicKey);
      await writeFile(join(home, "employee.csv"), `${header}\nG-1,2025-05-01,1\n`);
      // The key was made at the time of the test's clock.
      const time = ["--faked-system-time", "20260116T000000"];
      const to = ["--trust-model", "always", "--recipient-file", join(home, "key.asc")];
      for (const [name, flags] of [
        ["employee-a.csv.gpg", []],
        ["employee-b.csv.asc", ["--armor"]],
      ] as const) {
        gpg(...time, ...to, ...flags, "--output", join(home, name), "--encrypt", join(home, "employee.csv"));
        await inbox.upload(name, new Uint8Array(await readFile(join(home, name))));
      }
      const job = await inbox.load(["employee-a.csv.gpg", "employee-b.csv.asc"]);
      assert.deepEqual([job.state, job.message], ["succeeded", "2 files with 2 rows received."]);
    });
  });

  test("are decrypted by GnuPG where the extension encrypted them", async function () {
    await withGnuPg(this, async (home, gpg) => {
      gpg("--passphrase", "", "--quick-generate-key", "ada@example.org", "future-default", "default", "1y");
      const [source, target] = [join(home, "employee.csv"), join(home, "employee.csv.pgp")];
      await writeFile(source, `${header}\nG-1,2025-05-01,"Zo\u00eb"\n`);
      const task = { source, target, publicKey: gpg("--armor", "--export", "ada@example.org").toString() };
      const { signal } = new AbortController();
      await encryptFile(task, resolve("dist", encryptionWorkerFileName), signal, () => undefined);
      assert.deepEqual(gpg("--decrypt", target), await readFile(source));
    });
  });

  test("are received from the extension, whatever their size", async () => {
    const { publicKey } = await makeKey();
    const folder = await mkdtemp(join(tmpdir(), "workforce-encryption-"));
    const source = join(folder, "employee.csv");
    const encryptTo = (key: string, signal: AbortSignal, onBytes: (bytes: number) => void = () => undefined) =>
      encryptFile(
        { source, target: `${source}.pgp`, publicKey: key },
        resolve("dist", encryptionWorkerFileName),
        signal,
        ({ bytes }) => onBytes(bytes),
      );
    const { signal } = new AbortController();
    try {
      const rows = Array.from({ length: 50_000 }, (_, index) => `E-${index},2025-05-01,${index}\n`).join("");
      await writeFile(source, `${header}\n${rows}`);
      const seen: number[] = [];
      await encryptTo(publicKey, signal, (bytes) => seen.push(bytes));
      assert.ok(seen.length > 2);
      assert.equal(seen.at(-1), header.length + 1 + rows.length);
      await inbox.upload("employee.csv.pgp", new Uint8Array(await readFile(`${source}.pgp`)));
      const job = await inbox.load(["employee.csv.pgp"]);
      assert.deepEqual([job.state, job.message], ["succeeded", "1 file with 50,000 rows received."]);
      const whole = await readFile(`${source}.pgp`);
      // So long that it is not at its end when the first of it is told; nothing is written.
      await truncate(source, 1024 ** 3);
      const stop = new AbortController();
      await assert.rejects(
        encryptTo(publicKey, stop.signal, () => stop.abort(new Error("stopped by hand"))),
        /stopped by hand/,
      );
      await assert.rejects(encryptTo("no key", signal), /armor/i);
      assert.deepEqual((await readdir(folder)).sort(), ["employee.csv", "employee.csv.pgp"]);
      assert.deepEqual(await readFile(`${source}.pgp`), whole);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
