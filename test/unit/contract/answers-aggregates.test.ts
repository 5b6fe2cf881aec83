import assert from "node:assert/strict";
import { contract } from "../../../src/contract/contract.ts";
import { defineOperation, streamMarker } from "../../../src/contract/operation.ts";
import { AggregateQueryRequest, AggregateQueryResponse } from "../../../src/contract/queries.ts";

describe("the operations that a guard of small groups refuses", () => {
  it("are those that answer aggregates in a form without support", () => {
    const guarded = Object.entries(contract)
      .filter(([, row]) => "answersAggregates" in row && row.answersAggregates)
      .map(([name]) => name);
    assert.deepEqual(guarded.sort(), ["askQuestion", "downloadReport", "queryAggregate", "querySqlLike"]);
  });

  it("cannot be added without saying so: a read with a body or with bytes does not compile otherwise", () => {
    const row = { route: "POST /v1/sums", title: "Sum", kind: "read", idempotent: true } as const;
    const body = { type: "application/json", schema: AggregateQueryRequest } as const;
    const answers = { "application/json": AggregateQueryResponse };
    // @ts-expect-error answersAggregates is missing beside a body.
    defineOperation({ ...row, body, answers });
    // @ts-expect-error answersAggregates is missing beside bytes.
    defineOperation({ ...row, answers: { "text/csv": streamMarker } });
    assert.equal(defineOperation({ ...row, body, answersAggregates: true, answers }).answersAggregates, true);
  });
});
