import assert from "node:assert/strict";
import { contract } from "../../../../src/contract/contract.ts";
import {
  mayAnswerAggregate,
  openListInResults,
  showRows,
} from "../../../../src/features/operations/answer-rows-model.ts";
import type { ResultAnswer, ResultSink } from "../../../../src/protocol/result-sink.ts";

const { queryAggregate, queryList, querySqlLike, downloadReport } = contract;

describe("rows of a call in the results", () => {
  it("are those of an aggregate where the operation or the text of its query says so", () => {
    const of = (query?: string) => ({ values: query === undefined ? {} : { body: { query } } });
    assert.equal(mayAnswerAggregate(queryAggregate, { values: { body: { query: {} } } }), true);
    assert.equal(mayAnswerAggregate(downloadReport, of()), true);
    assert.equal(mayAnswerAggregate(queryList, of()), false);
    assert.equal(mayAnswerAggregate(querySqlLike, of("SELECT averagePay() FROM Employee")), true);
    assert.equal(mayAnswerAggregate(querySqlLike, of("SELECT Pay FROM Employee")), false);
  });

  it("come to the results as those of an aggregate, in every format", async () => {
    const written: ResultAnswer[] = [];
    const results: ResultSink = {
      begin: async () => ({
        setTenant: () => undefined,
        write: async (answer) => void written.push(answer),
        cut: async () => undefined,
        fail: async (message) => assert.fail(message),
        cancelled: async () => undefined,
      }),
    };
    const target = { connectionId: "one", connection: "Acme", tenant: "T", project: "P" };
    const origin = { title: "A call", query: "POST /", target, isAggregate: true };
    const body = (async function* () {})();
    const answer = { contentType: "text/csv", headers: {}, body };
    const controls = { cancel: () => undefined, rerun: () => undefined };
    await showRows(results, origin, answer, new AbortController().signal, controls);
    await openListInResults(results, origin, "{}", () => undefined);
    assert.deepEqual(
      written.map(({ format, isAggregate }) => [format, isAggregate]),
      [
        ["csv", true],
        ["json", true],
      ],
    );
  });
});
