import assert from "node:assert/strict";
import type { AggregateQueryResponse, CellSet } from "../../src/contract/queries.ts";
import { startTestService, type TestService } from "../support/running-service.ts";

const timeIntervals = { fromDateTime: "2026-01-01", intervalPeriodType: "MONTH", intervalCount: 2 };
const byFunction = { dimensionLeafMemberSelection: { dimension: { name: "Function", qualifyingPath: "Employee" } } };
const byGender = { dimensionLeafMemberSelection: { dimension: { name: "Gender", qualifyingPath: "Employee" } } };

suite("Parts of JSON queries that the SQL-like language does not have", function () {
  this.timeout(60_000);
  let service: TestService;
  suiteSetup(async () => {
    service = await startTestService();
  });
  suiteTeardown(() => service.dispose());

  async function cellSet(query: object, options: object = {}): Promise<CellSet> {
    const json = { query: { timeIntervals, ...query }, options };
    const answer = await service.call("POST", "/v1/data/query/aggregate", { json });
    assert.equal(answer.status, 200, answer.text);
    return answer.json<AggregateQueryResponse>().cellSet ?? {};
  }

  async function refusalOf(query: object, options: object = {}): Promise<string> {
    const json = { query: { timeIntervals, ...query }, options };
    const answer = await service.call("POST", "/v1/data/query/aggregate", { json });
    assert.deepEqual([answer.status, answer.json().code], [400, "QUERY_INVALID"], answer.text);
    return String(answer.json().message);
  }

  const metrics = (...columns: object[]) => ({ metrics: { columns } });
  const valuesOf = ({ cells = [] }: CellSet) => cells.map(({ value }) => (value === undefined ? null : Number(value)));
  const sum = (numbers: readonly (number | null)[]) => numbers.reduce<number>((total, one) => total + (one ?? 0), 0);

  test("a list over the formula of one metric has the metric's records", async () => {
    const columns = [{ columnDefinition: { property: { name: "EmployeeID", qualifyingPath: "Employee" } } }];
    const rowsOf = async (source: object) => {
      const json = { source, columns, timeInterval: { fromDateTime: "2025-12-01" } };
      const answer = await service.call("POST", "/v1/data/query/list", { json });
      assert.equal(answer.status, 200, answer.text);
      return answer.json<{ rows: readonly unknown[] }>().rows;
    };
    const rows = await rowsOf({ metric: "employeeCount" });
    assert.ok(rows.length > 0);
    assert.deepEqual(await rowsOf({ formula: "employeeCount()" }), rows);
    assert.deepEqual(await rowsOf({ formula: " employeeCount " }), rows);
  });

  test("several metrics are one axis of a cell set, behind the axes of the query", async () => {
    const several = await cellSet({
      source: metrics({ id: "employeeCount" }, { id: "averageSalary", columnName: "Pay" }),
      axes: [byGender],
    });
    assert.deepEqual(
      several.axes?.map(({ dimension }) => dimension?.name),
      ["Gender", "Metrics", "DateInRange"],
    );
    assert.deepEqual(
      several.axes?.[1]?.positions?.map(({ path }) => path),
      [["employeeCount"], ["Pay"]],
    );
    for (const [index, metric] of ["employeeCount", "averageSalary"].entries()) {
      const alone = await cellSet({ source: { metric }, axes: [byGender] });
      const part = several.cells?.filter(({ coordinates }) => coordinates?.[1] === index);
      assert.deepEqual(
        part?.map(({ coordinates, ...cell }) => ({ ...cell, coordinates: coordinates?.toSpliced(1, 1) })),
        alone.cells,
      );
    }
  });

  test("a formula computes each cell from metrics, also of objects behind references", async () => {
    const rate = await cellSet({ source: { formula: "resignationCount / Employee.employeeCount" } });
    assert.deepEqual(rate.cells, (await cellSet({ source: { metric: "resignationRate" } })).cells);
    const heads = valuesOf(await cellSet({ source: { metric: "employeeCount" }, axes: [byGender] }));
    const formula = "-(employeeCount() - 1) * 2 + employeeCount / 4 - 0.5";
    assert.deepEqual(
      valuesOf(await cellSet({ source: { formula }, axes: [byGender] })),
      heads.map((value) => -((value ?? 0) - 1) * 2 + (value ?? 0) / 4 - 0.5),
    );
    assert.deepEqual(valuesOf(await cellSet({ source: { formula: "1 / (employeeCount - employeeCount)" } })), [
      null,
      null,
    ]);
  });

  test("metrics of several objects stand side by side where a qualifying path leads from one to the others", async () => {
    const source = metrics(
      { id: "exitCount" },
      { id: "employeeCount", qualifyingPath: "Employee_Exit.Employee" },
      { formula: "employeeCount * 2", qualifyingPath: "Employee_Exit.Employee", columnName: "Twice" },
    );
    const { cells = [] } = await cellSet({ source });
    const [exits] = valuesOf(await cellSet({ source: { metric: "exitCount" } }));
    const [heads] = valuesOf(await cellSet({ source: { metric: "employeeCount" } }));
    assert.deepEqual(
      cells.filter(({ coordinates }) => coordinates?.[1] === 0).map(({ value }) => Number(value)),
      [exits, heads, 2 * (heads ?? 0)],
    );
  });

  test("a formula that cannot be read is refused by what is wrong with it", async () => {
    const wrong: readonly [string, RegExp][] = [
      ["2 + 3", /names no metric/],
      ["employeeCount +", /the end stands where a metric or a number is expected/],
      ["(employeeCount", /a bracket is not closed/],
      ["employeeCount employeeCount", /"employeeCount" is not expected/],
      ["employeeCount % 2", /"%" at character 15 is no part of a formula/],
      ["employeCount", /There is no metric "employeCount"/],
      ["employeeCount / exitCount", /"exitCount" belongs to "Employee_Exit"/],
      ["employeeCount; DROP TABLE x", /";" at character 14/],
      [`employeeCount${"+1".repeat(300)}`, /more than 500 parts/],
      [`${"(".repeat(400)}employeeCount`, /bracket|expected/],
      ["", /names no metric/],
    ];
    for (const [formula, message] of wrong) {
      assert.match(await refusalOf({ source: { formula } }), message);
    }
    const unrelated = metrics({ id: "exitCount", qualifyingPath: "Employee" });
    assert.match(await refusalOf({ source: unrelated }), /"exitCount" belongs to "Employee_Exit".*qualifyingPath/);
  });

  test("the formula of an axis is what the language takes as one, or a condition", async () => {
    const source = { metric: "employeeCount" };
    assert.deepEqual(
      (await cellSet({ source, axes: [{ formula: "Function" }] })).cells,
      (await cellSet({ source, axes: [byFunction] })).cells,
    );
    const country = { dimensionLevelSelection: { dimension: { name: "Location" }, levelIds: ["Location_1"] } };
    assert.deepEqual(
      await cellSet({ source, axes: [{ formula: 'level(Location, "Location_1")' }] }),
      await cellSet({ source, axes: [country] }),
    );
    const manager = { selectionConcept: { name: "isManager", qualifyingPath: "Employee.Direct_Manager" } };
    assert.deepEqual(
      await cellSet({ source, axes: [{ formula: "Direct_Manager.isManager" }] }),
      await cellSet({ source, axes: [manager] }),
    );
    const old = await cellSet({ source, axes: [{ formula: "Age >= 40 AND isManager = TRUE" }] });
    assert.deepEqual(
      old.axes?.[0]?.positions?.map(({ path }) => path),
      [["True"], ["False"], ["Unknown"]],
    );
    const filtered = await cellSet({
      source,
      filters: [{ formula: "Age >= 40" }, { selectionConcept: { name: "isManager" } }],
    });
    assert.deepEqual(
      old.cells?.filter(({ coordinates }) => coordinates?.[0] === 0).map(({ value }) => value),
      filtered.cells?.map(({ value }) => value),
    );
    assert.equal(sum(valuesOf(old)), sum(valuesOf(await cellSet({ source }))));
    assert.match(await refusalOf({ source, axes: [{ formula: "Age >=" }] }), /formula/);
  });

  test("a cohort follows its members, or leaves them out", async () => {
    const source = { metric: "employeeCount" };
    const sales = { memberSet: { dimension: { name: "Function" }, values: { included: [{ path: ["Engineering"] }] } } };
    const timeInterval = { fromDateTime: "2021-02-01", intervalPeriodType: "MONTH", intervalPeriodCount: 1 };
    const cohort = { keyGroup: { filters: [sales] }, timeInterval };
    const inside = valuesOf(await cellSet({ source, filters: [{ cohort }] }));
    const outside = valuesOf(await cellSet({ source, filters: [{ cohort: { ...cohort, exclude: true } }] }));
    const all = valuesOf(await cellSet({ source }));
    assert.deepEqual(
      inside.map((value, index) => (value ?? 0) + (outside[index] ?? 0)),
      all,
    );
    const then = valuesOf(
      await cellSet({ source, filters: [{ cohort }], timeIntervals: { fromDateTime: "2021-02-01" } }),
    );
    assert.deepEqual(
      then,
      valuesOf(await cellSet({ source, filters: [sales], timeIntervals: { fromDateTime: "2021-02-01" } })),
    );
    const columns = [{ columnDefinition: { property: { name: "EmployeeID" } } }];
    const list = await service.call("POST", "/v1/data/query/list", {
      json: { source: { analyticObject: "Employee" }, columns, filters: [{ cohort }], timeInterval },
    });
    assert.equal(list.json<{ rows: unknown[] }>().rows.length, then[0]);
    const nested = { advanced: { operation: "NOT", filters: [{ cohort }] } };
    assert.deepEqual(valuesOf(await cellSet({ source, filters: [nested] })), outside);
    assert.match(
      await refusalOf({ source, filters: [{ cohort: { exclude: true } }] }),
      /keyGroup\.filters, a timeInterval/,
    );
    const upside = { ...cohort, timeInterval: { ...timeInterval, intervalPeriodCount: 0 } };
    assert.match(await refusalOf({ source, filters: [{ cohort: upside }] }), /intervalPeriodCount is 0/);
  });

  test("a distribution counts the records of each cell by the value that the metric aggregates", async () => {
    const source = { metric: "averageSalary" };
    const { cells = [] } = await cellSet({ source, axes: [byGender] }, { cellDistributionOptions: { binCount: 4 } });
    const bounds = cells.map(({ distribution = [] }) => distribution.map(({ value }) => value));
    assert.ok(bounds.every((one) => one.length === 4 && one.join() === bounds[0]?.join()));
    for (const { distribution = [], support } of cells) {
      assert.equal(sum(distribution.map((bin) => Number(bin.support))), Number(support));
    }
    assert.match(await refusalOf({ source }, { cellDistributionOptions: { binCount: 101 } }), /binCount from 1 to 100/);
    const two = metrics({ id: "averageSalary" }, { id: "employeeCount" });
    assert.match(await refusalOf({ source: two }, { cellDistributionOptions: { binCount: 2 } }), /one metric/);
  });

  test("a lineage has the cell sets of both sides, as deep as asked for", async () => {
    const source = { formula: "exitCount / (exitCount + 1)" };
    const { lineage, cells } = await cellSet({ source }, { lineageDepth: 1 });
    assert.equal(lineage?.op, "divide");
    const [left, right] = lineage?.cellSets ?? [];
    assert.deepEqual(left?.cells, (await cellSet({ source: { metric: "exitCount" } })).cells);
    assert.equal(right?.lineage, undefined);
    assert.equal(cells?.[0]?.value, String(Number(left?.cells?.[0]?.value) / Number(right?.cells?.[0]?.value)));
    const deeper = await cellSet({ source }, { lineageDepth: 2 });
    assert.equal(deeper.lineage?.cellSets?.[1]?.lineage?.op, "add");
    assert.equal((await cellSet({ source }, { lineageDepth: 0 })).lineage, undefined);
    assert.match(await refusalOf({ source }, { lineageDepth: -1 }), /lineageDepth is -1/);
  });

  test("a member map is an axis and a column of the members that it leads to", async () => {
    const source = { metric: "employeeCount" };
    const memberMap = { name: "Function_Division", qualifyingPath: "Employee" };
    const mapped = await cellSet({ source, axes: [{ memberMapSelection: { memberMap } }] });
    const names = mapped.axes?.[0]?.positions?.map(({ path }) => path?.join("."));
    assert.deepEqual(names, ["COMPANY.TECH", "COMPANY.COMM", "COMPANY.OPS", "COMPANY.CORP"]);
    assert.equal(sum(valuesOf(mapped)), sum(valuesOf(await cellSet({ source }))));
    const chosen = {
      memberMapSelection: { memberMap, targetDimensionName: "Org_Unit", members: [{ path: ["COMPANY"] }] },
    };
    assert.deepEqual(valuesOf(await cellSet({ source, axes: [chosen] })), valuesOf(await cellSet({ source })));
    const list = await service.call("POST", "/v1/data/query/list", {
      json: {
        source: { analyticObject: "Employee" },
        columns: [
          { columnDefinition: { dimension: { name: "Function" } } },
          { columnDefinition: { memberMapProperty: { memberMap } } },
        ],
      },
    });
    const { header, rows } = list.json<{ header: object; rows: Readonly<Record<string, string>>[] }>();
    assert.deepEqual(header, { "0": "Function", "1": "Function_Division" });
    assert.ok(rows.some((row) => row["0"] === "Engineering"));
    assert.ok(rows.every((row) => row["0"] !== "Engineering" || row["1"] === "COMPANY.TECH"));
    const unknown = { memberMapSelection: { memberMap: { name: "Nothing" } } };
    assert.match(await refusalOf({ source, axes: [unknown] }), /no member map "Nothing"/);
    const elsewhere = { memberMapSelection: { memberMap, targetDimensionName: "Gender" } };
    assert.match(await refusalOf({ source, axes: [elsewhere] }), /leads to "Org_Unit", not to "Gender"/);
  });
});
