import assert from "node:assert/strict";
import { statementsOf } from "../../../../src/features/queries/query-text-model.ts";
import { createRequestOptions } from "../../../../src/features/queries/request-options-model.ts";

describe("the options that a query is asked with", () => {
  const listOptions = (queryOptions: object, rowLimit: number) =>
    createRequestOptions({ listQueryOptions: queryOptions }, rowLimit).listQueryOptions;

  it("are ours for a query that carries none", () => {
    assert.deepEqual(createRequestOptions({}, 100), {
      aggregateQueryOptions: { memberDisplayMode: "COMPACT" },
      listQueryOptions: { dateTimeDisplayMode: "DATETIME", limit: 101 },
    });
    assert.deepEqual(createRequestOptions({}, 0).listQueryOptions, { dateTimeDisplayMode: "DATETIME" });
  });

  it("are those of the comment before it where it has one", () => {
    const [statement] = statementsOf(
      '-- listQueryOptions: {"recordMode": "CHANGES", "dateTimeDisplayMode": "EPOCH"}\nSELECT a FROM b',
    );
    assert.deepEqual(createRequestOptions(statement?.options ?? {}, 0).listQueryOptions, {
      recordMode: "CHANGES",
      dateTimeDisplayMode: "EPOCH",
    });
  });

  it("ask for no more rows than the query wants, nor than are shown", () => {
    assert.deepEqual(listOptions({ limit: 10 }, 100), { dateTimeDisplayMode: "DATETIME", limit: 10 });
    assert.deepEqual(listOptions({ limit: 1000 }, 100), { dateTimeDisplayMode: "DATETIME", limit: 101 });
    assert.deepEqual(listOptions({ limit: 10 }, 0), { dateTimeDisplayMode: "DATETIME", limit: 10 });
  });

  it("leave the limit of a page, which says where the page begins", () => {
    assert.deepEqual(listOptions({ limit: 1000, page: 2 }, 100), {
      dateTimeDisplayMode: "DATETIME",
      limit: 1000,
      page: 2,
    });
    assert.deepEqual(listOptions({ page: 2 }, 100), { dateTimeDisplayMode: "DATETIME", page: 2 });
  });

  it("keep the names of the columns", () => {
    assert.deepEqual(listOptions({ omitHeader: true, queryMode: "FILL" }, 0), {
      dateTimeDisplayMode: "DATETIME",
      queryMode: "FILL",
    });
  });
});
