import assert from "node:assert/strict";
import { Database } from "../../src/duckdb/database.ts";
import { findLoadSchema } from "../../src/service/model/load-schema.ts";
import type { TenantModel } from "../../src/service/model/tenant-model.ts";
import { readVersionData } from "../support/evaluated-version.ts";
import { loadWorkforce } from "../support/evaluator/load-workforce.ts";
import { rebuildData } from "../support/evaluator/processing/rebuild-data.ts";
import type { PlainData, ReceivedFile } from "../support/evaluator/processing/received.ts";
import type { Workforce } from "../support/evaluator/workforce.ts";
import { IntakeCaller } from "../support/intake-caller.ts";
import { Dice } from "../support/query-generator/dice.ts";
import { QueryMaker } from "../support/query-generator/make-query.ts";
import type { QueryDraft } from "../support/query-generator/query-draft.ts";
import { renderDraft } from "../support/query-generator/render-draft.ts";
import { QueryProof } from "../support/query-proof/query-proof.ts";
import { formats } from "../support/query-proof/read-answer.ts";
import { csvOf, makeSampleFiles } from "../support/rebuild-proof/sample-files.ts";
import { storeData } from "../support/rebuild-proof/stored-data.ts";
import { startTestService, type TestService } from "../support/running-service.ts";

const tenant = "WFF_demo";
const count = Number(process.env.WORKFORCE_PROOF_COUNT ?? 30);
const seed = Number(process.env.SEED ?? 1);
const loads = 3;

/** From the rows of files to the cells of queries: what the evaluator makes of both by plain loops. */
suite("queries over data that was loaded", function () {
  this.timeout(3_600_000);
  const dice = new Dice(seed);
  let test_: TestService;
  let intake: IntakeCaller;
  let model: TenantModel;
  let baseline: PlainData;
  /** Files of each load, in the order in which they came, and its job. */
  const loaded: { readonly files: readonly ReceivedFile[]; readonly job: string }[] = [];

  suiteSetup(async () => {
    test_ = await startTestService();
    intake = new IntakeCaller(test_);
    ({ model, data: baseline } = await readVersionData(test_.service.platform, tenant, async () => []));
    for (let load = 0; load < loads; load++) {
      const files = makeSampleFiles(dice, model, baseline, load);
      const id = await intake.start();
      for (const file of files) {
        const columns = findLoadSchema(model, file.schema)?.columns ?? [];
        const text = csvOf(file, (name) => columns.some((one) => one.name === name && one.type === "TIMESTAMP"));
        const answer = await intake.upload(id, file.schema, text, `${file.schema}.csv`);
        assert.equal(answer.status, 200, answer.text);
      }
      const { status, message, jobId } = await intake.commit(id);
      assert.equal(status, "PROCESSED", `SEED=${seed}, load ${load}: ${String(message)}`);
      loaded.push({ files, job: String(jobId) });
    }
  });
  suiteTeardown(() => test_.dispose());

  test("give the cells that the evaluator computes from the rows of the files", async () => {
    await prove(loaded);
  });

  test("give those of the other files when one load is left out", async () => {
    const { uploads, jobRunner } = test_.service.platform;
    const out = dice.pick(loaded);
    await uploads.setIncluded(tenant, { job: out.job }, false, () => true);
    for (const dataCategoryId of ["Workforce", "Talent_Acquisition"]) {
      const json = { dataCategoryId, publishToProduction: true };
      const { jobId } = (await test_.call("POST", "/v1alpha/op/jobs/processing-jobs", { json })).json();
      const job = await jobRunner.ended(String(jobId), AbortSignal.timeout(60_000));
      assert.equal(job.state, "succeeded", job.message);
    }
    await prove(loaded.filter((load) => load !== out));
  });

  async function prove(included: typeof loaded): Promise<void> {
    const workforce = await workforceOf(included.flatMap(({ files }) => files));
    const maker = new QueryMaker(workforce);
    const proof = new QueryProof(test_, workforce);
    for (let index = 0; index < Math.ceil(count / 2); index++) {
      const draft = withoutPlaces(maker.make(seed * 1_000_000 + index));
      const format = formats[index % formats.length] ?? "application/json";
      const difference = await proof.differenceOfText(renderDraft(draft), draft, format);
      assert.equal(
        difference && `SEED=${seed}, query ${index}: ${difference}\n${await proof.explain(draft, format)}`,
        undefined,
      );
    }
  }

  /** What the evaluator makes of the baseline and files, to be asked for. */
  async function workforceOf(files: readonly ReceivedFile[]): Promise<Workforce> {
    const data = rebuildData({ model, baseline, files });
    const now = { ...model, dataEnd: new Date(data.dataEnd).toISOString() };
    const database = await Database.open(":memory:");
    try {
      return await database.use(async (connection) => {
        await storeData(connection, now, data);
        return loadWorkforce(connection, now);
      });
    } finally {
      database.close();
    }
  }
});

/**
 * The query without what depends on the numbers that members have in a database: which rows come first. And without states
 * one by one, because those of untouched members stay as the sample has them, also where two are equal.
 */
function withoutPlaces({ listQueryOptions, ...draft }: QueryDraft): QueryDraft {
  const { limit: _l, page: _p, recordMode: _r, ...others } = listQueryOptions ?? {};
  return { ...draft, ...(listQueryOptions && { listQueryOptions: others }) };
}
