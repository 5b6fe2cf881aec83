import { startTestService } from "../support/running-service.ts";
test("probe", async function () {
  this.timeout(120000);
  const t = await startTestService();
  const nest = (n: number) => { let f: unknown = { selectionConcept: { name: "isManager" } }; for (let i = 0; i < n; i++) f = { advanced: { operation: "NOT", filters: [f] } }; return f; };
  const say = async (name: string, path: string, json: unknown) => { const s = Date.now(); try { const a = await t.call("POST", path, { json }); console.log(name, a.status, a.text.slice(0, 200), Date.now() - s); } catch (e) { console.log(name, String(e)); } };
  for (const n of [100, 1000, 3000]) await say(`nest ${n}`, "/v1/data/query/list", { source: { analyticObject: "Employee" }, columns: [{ columnDefinition: { effectiveDateProperty: {} } }], filters: [nest(n)], timeInterval: { fromInstant: "1717200000000" } });
  const tail = ' AND Service_Time BETWEEN date("2024-01-01") AND date("2024-02-01")';
  for (const n of [1000, 10000, 100000]) await say(`and ${n}`, "/v1/data/query/sql", { query: `SELECT Full_Name FROM Employee WHERE ${Array(n).fill("Age > 3").join(" AND ")}${tail}` });
  for (const n of [1000, 10000, 100000]) await say(`or ${n}`, "/v1/data/query/sql", { query: `SELECT Full_Name FROM Employee WHERE (${Array(n).fill("Age > 3").join(" OR ")})${tail}` });
  await say("not", "/v1/data/query/sql", { query: `SELECT Full_Name FROM Employee WHERE ${"NOT ".repeat(100000)} isManager = TRUE${tail}` });
  await say("paren", "/v1/data/query/sql", { query: `SELECT Full_Name FROM Employee WHERE ${"(".repeat(100000)} isManager = TRUE${tail}` });
  await say("formula", "/v1/data/query/list", { source: { analyticObject: "Employee" }, columns: [{ columnDefinition: { effectiveDateProperty: {} } }], filters: [{ formula: "(".repeat(50000) }], timeInterval: { fromInstant: "1717200000000" } });
  await say("many search", "/v1alpha/search/service-objects", { query: Array(2000).fill("ab") });
  console.log(t.log.filter((l) => l.includes("INTERNAL")).map((l) => l.slice(0, 400)).join("\n"));
  await t.dispose();
});
