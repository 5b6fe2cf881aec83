import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { systemClock } from "../../src/base/clock.ts";
import { createResolvedProfile } from "../../src/service/call/profile.ts";
import { openDataFolderStores } from "../../src/service/process/platform.ts";
import { InboxStore } from "../../src/service/store/inbox-store.ts";
import { IntakeStore } from "../../src/service/store/intake-store.ts";
import { TransferSessionStore } from "../../src/service/store/transfer-session-store.ts";
import { UploadStore } from "../../src/service/store/upload-store.ts";
import { differenceFromFiles } from "../support/evaluated-version.ts";
import type { Plain, ReceivedFile } from "../support/evaluator/processing/received.ts";
import { KillableService } from "../support/killable-service.ts";
import { randomNumbers } from "../support/killed-program.ts";

/** A soak of five rounds kills it three hundred times. */
const kills = process.env.WORKFORCE_PROOF_COUNT ? Math.ceil((Number(process.env.WORKFORCE_PROOF_COUNT) * 3) / 100) : 3;
/** Within this time, some kills fall into the first call and some behind several jobs. */
const longestMs = 2_500;
const tenant = "WFF_demo";
const transactions = "/v1/data/directloads/prod/transactions";

suite("a service that is killed while data goes in and out", function () {
  this.timeout(60_000 + kills * 20_000);
  const random = randomNumbers(Number(process.env.SEED ?? 1));
  let service: KillableService;
  /** What was sent, by the name of its file. */
  const sentFiles = new Map<string, ReceivedFile>();
  /** How often each action came to its end. */
  const done = new Map<string, number>();

  suiteSetup(async () => {
    service = await KillableService.create();
  });
  suiteTeardown(() => service.dispose());

  test("has each version whole or not at all, as the evaluator makes it of its files, and no file is left over", async () => {
    let highest = 0;
    for (let kill = 0; kill < kills; kill++) {
      const known = await checkStores();
      assert.ok(known.highest >= highest, "no version that was answered is lost");
      await service.begin();
      await checkIntakeFiles(known.files);
      // The highest number that was answered, and may not be gone by a disabling.
      const answered = { number: known.highest };
      let isKilled = false;
      const failure = act(answered).catch((error: unknown) => (isKilled ? undefined : error));
      await wait(random() * longestMs);
      isKilled = true;
      const [{ stderr, stdout }, found] = await Promise.all([service.kill(), failure]);
      assert.equal(found, undefined, `${String(found)} ${stdout} ${stderr}`);
      highest = answered.number;
    }
    assert.ok((await checkStores()).highest >= highest);
    if (kills > 3) {
      console.log(`      ${kills} kills: ${JSON.stringify(Object.fromEntries(done))}`);
    }
  });

  /** A file of up to 40 people, some of whom other files have, too. */
  function makeFile(): ReceivedFile {
    const rows = Array.from({ length: Math.floor(random() * 40) + 1 }, (_, row) => ({
      EmployeeID: random() < 0.5 ? `K-${Math.floor(random() * 100)}` : `K${sentFiles.size}-${row}`,
      Effective_Date: Date.UTC(2025, Math.floor(random() * 6), 1),
      Base_Salary: Math.floor(random() * 5) * 1000,
    }));
    return { schema: "Employee", columns: ["EmployeeID", "Effective_Date", "Base_Salary"], rows };
  }

  function csvOf({ columns, rows }: ReceivedFile): string {
    const cell = (name: string, value: Plain | undefined) =>
      name === "Effective_Date" ? new Date(Number(value)).toISOString().slice(0, 10) : String(value);
    const lines = rows.map((row) => columns.map((name) => cell(name, row[name])).join());
    return `${[columns.join(), ...lines].join("\n")}\n`;
  }

  /** Does one thing after the other until the service is gone. */
  async function act(answered: { number: number }): Promise<never> {
    const change = (way: "exclude" | "include") =>
      service.call("PUT", `/v1/op/data/uploads/${way}`, { uploads: [{ [`${way}All`]: true }] });
    const process = async (publishToProduction: boolean) => {
      const { jobId } = await service.call("POST", "/v1alpha/op/jobs/processing-jobs", { publishToProduction });
      await ended(String(jobId), answered);
    };
    const send = async () => {
      const { transactionId } = await service.call("POST", transactions);
      const file = makeFile();
      const name = `people-${sentFiles.size}.csv`;
      sentFiles.set(name, file);
      const form = new FormData();
      form.set("file", new Blob([csvOf(file)]), name);
      await service.call("PUT", `${transactions}/${transactionId}/Employee`, form);
      return `${transactions}/${transactionId}`;
    };
    const actions: Readonly<Record<string, () => Promise<unknown>>> = {
      load: async () => {
        const transaction = await send();
        await service.call("POST", transaction);
        const { jobId } = await service.call("GET", transaction);
        await ended(String(jobId), answered);
      },
      "roll back": async () => service.call("DELETE", await send()),
      exclude: () => change("exclude"),
      include: () => change("include"),
      process: () => process(false),
      publish: () => process(true),
      disable: async () => {
        const versions = await service.call<{ tenants: { dataVersions: object[] }[] }>(
          "GET",
          `/v1/op/data-versions?tenantCode=${tenant}&numberOfVersions=5`,
        );
        // The last one of a category is not disabled.
        if ((versions.tenants[0]?.dataVersions.length ?? 0) > 2) {
          answered.number = 0;
          await service.call("PUT", "/v1/op/data-versions/disable", { model: { dataVersionObjects: [{}] } });
        }
      },
    };
    const names = Object.keys(actions);
    for (;;) {
      const name = names[Math.floor(random() * names.length)] ?? "";
      await actions[name]?.();
      done.set(name, (done.get(name) ?? 0) + 1);
    }
  }

  async function ended(job: string, answered: { number: number }): Promise<void> {
    for (;;) {
      const [state] = await service.call<{ status: string; message?: string }[]>(
        "GET",
        `/v1/op/job-status/jobs/${job}`,
      );
      if (state?.status === "Succeeded") {
        const number = Number(/\d{7,}/.exec(state.message ?? "")?.[0] ?? 0);
        answered.number = Math.max(answered.number, number);
        return;
      }
      assert.ok(state?.status === "Pending" || state?.status === "Running", JSON.stringify(state));
    }
  }

  /** Opens what a killed service left, checks the versions and their files, and returns what the next start finds. */
  async function checkStores() {
    const platform = await openDataFolderStores(service.dataFolder, {
      clock: systemClock,
      profile: createResolvedProfile(),
      database: { threads: 1 },
    });
    try {
      const { dataVersions, database } = platform;
      const uploads = new UploadStore(database);
      const files = await uploads.files(tenant);
      const owners = [uploads, new IntakeStore(database), new TransferSessionStore(database), new InboxStore(database)];
      const kept = await dataVersions.kept(tenant);
      for (const version of kept.filter(({ isBaseline, category }) => !isBaseline && category === "Workforce")) {
        // Oldest first, as processing takes them in.
        const sent = files.filter(({ upload }) => version.uploads.includes(upload.id)).toReversed();
        const loaded = sent.flatMap(({ file }) => sentFiles.get(file.name) ?? []);
        const difference = await differenceFromFiles(platform, tenant, loaded, async () => [version]);
        assert.equal(difference, undefined, `version ${version.number}`);
      }
      const named = new Set(kept.flatMap(({ objects }) => [...objects.values()]));
      const found = await readdir(join(service.dataFolder, "tenants", tenant, "objects")).catch(() => []);
      assert.deepEqual(
        found.map((name) => `${tenant}/objects/${name}`).toSorted(),
        [...named].filter((file) => file.includes("/")).toSorted(),
      );
      return {
        highest: Math.max(...kept.map(({ number }) => number)),
        files: (await Promise.all(owners.map((one) => one.paths()))).flat(),
      };
    } finally {
      await platform.close();
    }
  }

  /** Checks that a start has removed the files that nothing names. A job that it goes on with may write more. */
  async function checkIntakeFiles(known: readonly string[]): Promise<void> {
    const entries = await readdir(join(service.dataFolder, "intake"), { recursive: true, withFileTypes: true });
    const found = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const folders = new Set(known.map((path) => dirname(join(service.dataFolder, path))));
    const names = new Set(known.map((path) => join(service.dataFolder, path)));
    assert.deepEqual(
      found.filter((path) => !names.has(path) && !folders.has(dirname(path))),
      [],
    );
  }
});
