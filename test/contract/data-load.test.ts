import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import * as openpgp from "openpgp";
import { createClient } from "../../src/client/call/client.ts";
import { contract } from "../../src/contract/contract.ts";
import { InboxCaller } from "../support/inbox-caller.ts";
import { IntakeCaller } from "../support/intake-caller.ts";
import { reopenable } from "../support/reopenable.ts";
import { startTestService, type TestAnswer, type TestService } from "../support/running-service.ts";
import { inTimeZone } from "../support/time-zone.ts";
import { zipOf } from "../support/zip-of.ts";

const keysPath = "/v1/api/pgp-keys";
const filesPath = "/v1/data/upload/files";
const header = "EmployeeID,Effective_Date,Base_Salary";
const child = "WFF_demo~north";

interface Key {
  readonly keyID: string;
  readonly dateGenerated: string;
  readonly expiryDate: string;
  readonly recipient: string;
  readonly publicKey: string;
}

/** Files that reach the service by upload, plain and encrypted, and the jobs that load them. */
suite("PGP keys, uploads and data loads of the embedded service", () => {
  let test_: TestService;
  let inbox: InboxCaller;
  suiteSetup(async () => {
    test_ = await startTestService();
    inbox = new InboxCaller(test_);
  });
  suiteTeardown(() => test_.dispose());

  const makeKey = async (json: object = {}) => (await test_.call("POST", keysPath, { json })).json<Key>();
  const encrypt = async (text: string, armoredKey: string) =>
    openpgp.encrypt({
      message: await openpgp.createMessage({ binary: Buffer.from(text) }),
      encryptionKeys: await openpgp.readKey({ armoredKey }),
      date: new Date(test_.clock.now()),
      format: "binary",
    }) as Promise<Uint8Array<ArrayBuffer>>;
  const upload = (name: string, content: string | Uint8Array<ArrayBuffer>) => inbox.upload(name, content);
  const startLoad = (model: object) => inbox.start(model);
  const load = (files: readonly string[], skipDataLoad?: boolean) => inbox.load(files, skipDataLoad);
  const refused = (answer: TestAnswer, status: number, code: string, message: RegExp) => {
    assert.deepEqual([answer.status, answer.json().code], [status, code], answer.text);
    assert.match(String(answer.json().message), message);
  };
  /** Whether any file of the data folder's intake has a text. */
  const isKept = async (text: string) => {
    const folder = join(test_.dataFolder, "intake");
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile() && (await readFile(join(entry.parentPath, entry.name))).includes(text)) {
        return true;
      }
    }
    return false;
  };

  suite("keys", () => {
    test("are real, live two years unless the caller says otherwise, and are found in any letter case", async () => {
      const key = await makeKey();
      assert.match(key.keyID, /^[0-9A-F]{16}$/);
      assert.deepEqual([key.dateGenerated, key.expiryDate], ["2026-01-15T12:00:00.000Z", "2028-01-15T12:00:00.000Z"]);
      const read = await openpgp.readKey({ armoredKey: key.publicKey });
      assert.equal(read.getKeyID().toHex().toUpperCase(), key.keyID);
      assert.equal(read.isPrivate(), false);
      assert.deepEqual(await read.getExpirationTime(), new Date(key.expiryDate));
      const found = (await test_.call("GET", `${keysPath}/${key.keyID.toLowerCase()}`)).json();
      assert.deepEqual(found, { ...key, pendingFiles: [] });
      const longer = await makeKey({ expirationDate: "2030-06-01T00:00:00Z" });
      assert.equal(longer.expiryDate, "2030-06-01T00:00:00.000Z");
      const { keys } = (await test_.call("GET", keysPath)).json<{ keys: Key[] }>();
      const ids = keys.map(({ keyID }) => keyID);
      assert.ok(ids.includes(key.keyID) && ids.includes(longer.keyID));
      const headers = { TargetTenantID: child };
      assert.deepEqual((await test_.call("GET", keysPath, { headers })).json(), { keys: [] });
      refused(await test_.call("GET", `${keysPath}/${key.keyID}`, { headers }), 404, "KEY_UNKNOWN", /WFF_demo~north/);
    });

    test("of less than 2 or more than 10 years are refused by the service itself", async () => {
      for (const expirationDate of ["2027-06-01T00:00:00Z", "2037-06-01T00:00:00Z"]) {
        const answer = await test_.call("POST", keysPath, { json: { expirationDate } });
        refused(answer, 400, "REQUEST_INVALID", /expirationDate/);
      }
    });

    test("expire in UTC where the caller names no zone, whatever the zone of the service", async () => {
      await inTimeZone("America/New_York", async () => {
        const { expiryDate } = await makeKey({ expirationDate: "2030-06-01T00:00:00" });
        assert.equal(expiryDate, "2030-06-01T00:00:00.000Z");
        const answer = await test_.call("POST", keysPath, { json: { expirationDate: "2030-06-01 00:00" } });
        refused(answer, 400, "REQUEST_INVALID", /body expirationDate must be an ISO 8601 time/);
      });
    });

    test("are deleted once, and no private key is in an answer or the log", async () => {
      const { keyID } = await makeKey();
      const remove = () => test_.call("DELETE", `${keysPath}/${keyID.toLowerCase()}`);
      assert.deepEqual((await remove()).json(), { keyID });
      refused(await remove(), 404, "KEY_UNKNOWN", /has no PGP key/);
      refused(await test_.call("GET", `${keysPath}/${keyID}`), 404, "KEY_UNKNOWN", /has no PGP key/);
      const [pair] = await test_.service.platform.pgpKeys.pairs("WFF_demo");
      assert.match(pair?.isDeleted === false ? pair.privateKey : "PRIVATE KEY", /PRIVATE KEY/);
      const answers = `${(await test_.call("GET", keysPath)).text}${test_.log.join("")}`;
      assert.doesNotMatch(answers, /PRIVATE KEY|privateKey/);
    });
  });

  suite("an upload", () => {
    /** Sends a request that waits for 100 Continue. Returns the answer, and whether the service asked for the body. */
    const expecting = async (path: string, body: string, extra: Readonly<Record<string, string | number>> = {}) => {
      const { ready } = test_.service;
      const cookie = `ServiceASIDToken=${await test_.signIn()}`;
      const headers = { apikey: ready.apiKey, cookie, expect: "100-continue", "content-type": "text/csv", ...extra };
      return new Promise<{ status: number; location: string; isAsked: boolean }>((resolve, reject) => {
        let isAsked = false;
        const outgoing = request(new URL(path, ready.url), { method: "PUT", headers, agent: false }, (response) => {
          response.resume();
          outgoing.destroy();
          resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? "", isAsked });
        });
        outgoing.on("continue", () => {
          isAsked = true;
          outgoing.end(body);
        });
        outgoing.on("error", reject);
      });
    };

    test("is redirected before the body is asked for, and its address takes it once", async () => {
      const csv = `${header}\nU-1,2025-05-01,1\n`;
      const length = { "content-length": csv.length };
      const first = await expecting(`${filesPath}/employee.csv`, csv, length);
      assert.deepEqual([first.status, first.isAsked], [307, false]);
      const second = await expecting(first.location, csv, length);
      assert.deepEqual([second.status, second.isAsked], [200, true]);
      const [file] = await filesOf();
      assert.deepEqual([file?.name, file?.bytes], ["employee.csv", csv.length]);
      const again = await expecting(first.location, csv, length);
      assert.equal(again.status, 403);
      const ticket = new URL(first.location, test_.service.ready.url).searchParams.get("ticket") ?? "";
      assert.ok(ticket.length > 30 && !test_.log.join("").includes(ticket));
    });

    test("that is too large, of another kind or too late is refused before the body is asked for", async () => {
      const tooLarge = await expecting(`${filesPath}/employee.csv`, "", { "content-length": 500 * 1024 * 1024 + 1 });
      assert.deepEqual([tooLarge.status, tooLarge.isAsked], [413, false]);
      const text = await expecting(`${filesPath}/notes.txt`, "", { "content-length": 5 });
      assert.deepEqual([text.status, text.isAsked], [400, false]);
      const { location } = await expecting(`${filesPath}/employee.csv`, "", { "content-length": 5 });
      await test_.clock.advance(6 * 60_000);
      assert.equal((await expecting(location, "abcde", { "content-length": 5 })).status, 403);
    });

    test("that breaks off leaves what was there", async () => {
      await upload("employee-cut.csv", `${header}\nwhole\n`);
      const { location } = await expecting(`${filesPath}/employee-cut.csv`, "", { "content-length": 5 });
      await new IntakeCaller(test_).breakOff(location, "text/csv", `${header}\ncut-off`);
      assert.equal(await isKept("whole"), true);
      assert.equal((await filesOf()).filter(({ name }) => name === "employee-cut.csv").length, 1);
    });

    test("replaces the file of the same name and leaves nothing of it, also through the client", async () => {
      await upload("employee.csv", `${header}\nfirst\n`);
      const { ready } = test_.service;
      const client = createClient({
        contract,
        connection: { baseUrl: ready.url, apiKey: ready.apiKey, credentials: async () => ready },
        gate: async () => "allowed",
        clock: test_.clock,
        logger: { debug() {}, info() {}, warn() {}, error() {} },
      });
      const bytes = Buffer.from(`${header}\nsecond\n`);
      const source = {
        size: bytes.length,
        open: async function* () {
          yield bytes;
        },
      };
      await client.uploadDataFile({ path: { filename: "employee.csv" }, body: reopenable(source) } as never);
      client.dispose();
      assert.equal((await filesOf()).filter(({ name }) => name === "employee.csv").length, 1);
      assert.deepEqual([await isKept("first"), await isKept("second")], [false, true]);
    });

    const filesOf = async () => test_.service.platform.inbox.files("WFF_demo");
  });

  suite("a data load", () => {
    test("decrypts, unzips, receives and publishes, and empties the inbox", async () => {
      const key = await makeKey();
      const csv = `${header}\nE-1,2025-05-01,11\n`;
      const zip = await zipOf({
        "employee.csv": `${header}\nE-2,2025-05-01,22\n`,
        [`${child}/employee.csv`]: `${header}\nE-3,2025-05-01,33\n`,
      });
      await upload("employee night.csv.pgp", await encrypt(csv, key.publicKey));
      await upload("batch.zip", new Uint8Array(zip));
      const job = await load(["employee night.csv.pgp", "batch.zip"], false);
      assert.deepEqual([job.state, job.message], ["succeeded", "2 files with 2 rows received."]);
      const { jobs, jobRunner, uploads, inbox } = test_.service.platform;
      const all = await jobs.children(job.id, "receiving", [child], { limit: 10, start: 0 });
      assert.deepEqual(
        all.map(({ tenant }) => tenant),
        [child],
      );
      assert.equal((await jobRunner.ended(all[0]?.id ?? "", AbortSignal.timeout(20_000))).state, "succeeded");
      const processed = await jobs.children(job.id, "processing", ["WFF_demo"], { limit: 10, start: 0 });
      assert.deepEqual(
        processed.map(({ state }) => state),
        ["succeeded"],
      );
      const received = await uploads.files("WFF_demo", { job: job.id });
      assert.deepEqual(
        received.map(({ upload: { kind }, file }) => [kind, file.name, file.rows]),
        [
          ["inbox", "employee night.csv", 1],
          ["inbox", "employee.csv", 1],
        ],
      );
      const names = (await inbox.files("WFF_demo")).map(({ name }) => name);
      assert.ok(!names.includes("batch.zip") && !names.includes("employee night.csv.pgp"));
    });

    test("with skipDataLoad stops after receiving", async () => {
      await upload("employee.csv", `${header}\nS-1,2025-05-01,1\n`);
      const job = await load(["employee.csv"]);
      assert.equal(job.state, "succeeded", job.message);
      const { jobs } = test_.service.platform;
      assert.deepEqual(await jobs.children(job.id, "processing", ["WFF_demo"], { limit: 10, start: 0 }), []);
      refused(await startLoad({ files: ["employee.csv"] }), 404, "FILE_UNKNOWN", /no file "employee.csv"/);
    });

    const secret = "Geheim-4711";
    const failed = async (name: string, content: string | Uint8Array<ArrayBuffer>, message: RegExp) => {
      await upload(name, content);
      const job = await load([name]);
      assert.equal(job.state, "failed", job.message);
      assert.match(job.message ?? "", message);
      assert.equal(await isKept(secret), false, "something decrypted is left");
      assert.doesNotMatch(test_.log.join(""), new RegExp(secret));
      const names = (await test_.service.platform.inbox.files("WFF_demo")).map((file) => file.name);
      assert.ok(names.includes(name), "the file stays in the inbox");
    };
    const csv = `${header}\n${secret},2025-05-01,1\n`;

    test("of a file for a key that is deleted or foreign fails and names the key", async () => {
      const deleted = await makeKey();
      const forDeleted = await encrypt(csv, deleted.publicKey);
      await test_.call("DELETE", `${keysPath}/${deleted.keyID}`);
      await failed("employee.csv.pgp", forDeleted, new RegExp(`PGP key ${deleted.keyID}, which was deleted`));
      const { publicKey } = await openpgp.generateKey({
        userIDs: [{ name: "foreign" }],
        date: new Date(test_.clock.now()),
        format: "object",
      });
      const foreign = publicKey.subkeys[0]?.getKeyID().toHex().toUpperCase();
      const forForeign = await encrypt(csv, publicKey.armor());
      await failed("employee.csv.pgp", forForeign, new RegExp(`PGP key ${foreign}, which is no key of WFF_demo`));
    });

    test("of a file that was changed or cut short fails and leaves nothing of it", async () => {
      const key = await makeKey();
      const rows = Array.from({ length: 20_000 }, (_, index) => `${secret}-${index},2025-05-01,${index}\n`).join("");
      const whole = await encrypt(`${header}\n${rows}`, key.publicKey);
      const changed = new Uint8Array(whole);
      changed[changed.length - 200] = (changed[changed.length - 200] ?? 0) ^ 1;
      const message = new RegExp(`changed or cut short .* PGP key ${key.keyID}`);
      await failed("employee.csv.pgp", changed, message);
      await failed("employee.csv.pgp", whole.slice(0, -100), message);
      await failed(
        "employee.csv.pgp",
        new Uint8Array(Buffer.from("EmployeeID\n1\n")),
        /is not an encrypted PGP message/,
      );
    });

    test("with a file that cannot be taken receives none", async () => {
      const good = `${header}\n${secret},2025-05-01,1\n`;
      const zip = await zipOf({ "employee.csv": good, "notes.csv": "a\n" });
      const key = await makeKey();
      const encrypted = await encrypt(good, key.publicKey);
      await upload("employee-good.csv.pgp", encrypted);
      await upload("batch.zip", new Uint8Array(zip));
      const job = await load(["employee-good.csv.pgp", "batch.zip"]);
      assert.equal(job.state, "failed");
      assert.match(job.message ?? "", /batch.zip: notes.csv matches the file names of no source/);
      assert.equal(await isKept(secret), false);
      await upload("employee.xlsx", "PK");
      assert.match(
        (await load(["employee.xlsx"])).message ?? "",
        /employee.xlsx was not used.*cannot be read as a ZIP/,
      );
    });

    test("takes files from the list of those that wait for a key", async () => {
      const [key, other] = [await makeKey(), await makeKey()];
      const pendingOf = async ({ keyID }: Key) => (await test_.call("GET", `${keysPath}/${keyID}`)).json().pendingFiles;
      const csv = `${header}\nP-1,2025-05-01,1\n`;
      const armored = (await openpgp.encrypt({
        message: await openpgp.createMessage({ text: csv }),
        encryptionKeys: await openpgp.readKey({ armoredKey: key.publicKey }),
        date: new Date(test_.clock.now()),
      })) as string;
      await upload("employee-1.csv.pgp", await encrypt(csv, key.publicKey));
      await upload("employee-2.csv.asc", armored);
      await upload("employee-3.csv.pgp", await encrypt(csv, other.publicKey));
      await upload("employee-4.csv", csv);
      await upload("employee-5.csv.pgp", "no message");
      assert.deepEqual(await pendingOf(key), ["employee-1.csv.pgp", "employee-2.csv.asc"]);
      assert.deepEqual(await pendingOf(other), ["employee-3.csv.pgp"]);
      const job = await load(["employee-1.csv.pgp", "employee-2.csv.asc"]);
      assert.equal(job.state, "succeeded", job.message);
      assert.deepEqual(await pendingOf(key), []);
    });

    test("of a file for a key that has expired fails and names the key", async () => {
      const expiring = await makeKey();
      const forExpired = await encrypt(csv, expiring.publicKey);
      await test_.clock.advance(Date.parse(expiring.expiryDate) - test_.clock.now());
      await failed(
        "employee.csv.pgp",
        forExpired,
        new RegExp(`PGP key ${expiring.keyID}, which expired on 2028-01-15`),
      );
    });
  });
});
