import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestService, type TestService } from "../support/running-service.ts";

interface ListedReport {
  readonly id: string;
  readonly title: string;
}

suite("the reports of the sample under deployment profiles that name the time column otherwise", function () {
  this.timeout(120_000);
  let test_: TestService;
  let folder: string;
  let profile: string;
  const nameTimeColumn = (document: object) => writeFile(profile, JSON.stringify(document));
  suiteSetup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-profile-"));
    profile = join(folder, "profile.json");
    await nameTimeColumn({ timeColumn: "Clock" });
    test_ = await startTestService({ profile });
  });
  suiteTeardown(async () => {
    await test_.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  async function downloadAll(): Promise<ReadonlyMap<string, string>> {
    const { reports } = (await test_.call("GET", "/v1alpha/reporting/reports")).json<{ reports: ListedReport[] }>();
    const texts = new Map<string, string>();
    for (const { id, title } of reports) {
      const { status, text } = await test_.call("GET", `/v1alpha/reporting/report-data/${id}`);
      assert.equal(status, 200, `${title}: ${text}`);
      texts.set(title, text);
    }
    return texts;
  }

  test("all twelve are downloaded, also from a folder that was made under another profile", async () => {
    const ofOther = await downloadAll();
    assert.equal(ofOther.size, 12);
    assert.match(ofOther.get("Hires by month") ?? "", /^startCount,TimeInInterval\r\n(.+\r\n){12}$/);
    for (const document of [{ timeColumn: "Effective_Date" }, {}]) {
      await test_.restart(() => nameTimeColumn(document));
      assert.deepEqual(await downloadAll(), ofOther, JSON.stringify(document));
    }
  });

  test("a duplicate goes by the time column of the day, too", async () => {
    const { reports } = (await test_.call("GET", "/v1alpha/reporting/reports")).json<{ reports: ListedReport[] }>();
    const { id } = reports.find(({ title }) => title === "High potentials") ?? {};
    const copied = await test_.call("POST", `/v1alpha/reporting/reports/${id}`);
    assert.equal(copied.status, 200, copied.text);
    await test_.restart(() => nameTimeColumn({ timeColumn: "As_Of" }));
    const copy = copied.json<ListedReport>();
    assert.equal((await test_.call("GET", `/v1alpha/reporting/report-data/${copy.id}`)).status, 200);
    assert.equal((await downloadAll()).size, 13);
  });
});
