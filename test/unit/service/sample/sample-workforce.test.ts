import assert from "node:assert/strict";
import { type Connection, Database, quoteName, type SqlRow } from "../../../../src/duckdb/database.ts";
import { memberTableNameOf } from "../../../../src/service/model/member-tree.ts";
import { objectColumnsOf } from "../../../../src/service/model/object-table.ts";
import type { TenantModel } from "../../../../src/service/model/tenant-model.ts";
import { loadSample } from "../../../../src/service/sample/load-sample.ts";

const people = 1500;

/** Makes counts plain numbers, as they are compared. */
function plain(rows: readonly SqlRow[]): readonly Record<string, unknown>[] {
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === "bigint" ? Number(value) : value]),
    ),
  );
}

suite("the sample workforce", () => {
  let database: Database;
  let connection: Connection;
  let model: TenantModel;

  suiteSetup(async function () {
    this.timeout(60_000);
    database = await Database.open(":memory:", { threads: 2 });
    connection = await database.connect();
    model = await loadSample(connection, { people, seed: 1 });
  });

  suiteTeardown(() => {
    connection.close();
    database.close();
  });

  const rows = async (sql: string) => plain(await connection.rows(sql));
  const count = async (sql: string): Promise<number> =>
    Number((await connection.rows(`SELECT count(*) AS n ${sql}`))[0]?.n);

  test("stores every object with the columns of its model", async () => {
    for (const object of model.objects) {
      const stored = await connection.rows(
        "SELECT column_name AS name, data_type AS type FROM duckdb_columns() WHERE table_name = ? ORDER BY column_index",
        [object.id],
      );
      assert.deepEqual(
        stored,
        objectColumnsOf(object).map(({ name, type }) => ({ name, type })),
      );
      assert.ok((await count(`FROM ${quoteName(object.id)}`)) > 0, object.id);
    }
  });

  test("leaves nothing behind but the model's tables", async () => {
    const expected = [
      ...model.objects.map((object) => object.id),
      ...new Set(model.objects.flatMap((object) => object.dimensions.map((each) => memberTableNameOf(each.membersOf)))),
    ];
    const stored = await connection.rows("SELECT table_name AS name FROM duckdb_tables()");
    assert.deepEqual(stored.map(({ name }) => name).sort(), expected.sort());
  });

  test("has exactly the asked number of people at the end", async () => {
    assert.equal(await count(`FROM "Employee" WHERE "$valid_to" IS NULL`), people);
  });

  test("gives every member states that follow each other without overlap", async () => {
    for (const subject of ["Employee", "Position", "Requisition"]) {
      const broken = await count(`FROM (
        SELECT *, lead("$valid_from") OVER (PARTITION BY "$key" ORDER BY "$valid_from") AS next FROM "${subject}")
        WHERE "$valid_from" >= "$valid_to" OR next < "$valid_to" OR (next IS NOT NULL AND "$valid_to" IS NULL)`);
      assert.equal(broken, 0, subject);
    }
  });

  test("gives employees states without a gap, each of at most a year", async () => {
    const broken = await count(`FROM (
      SELECT *, lead("$valid_from") OVER (PARTITION BY "$key" ORDER BY "$valid_from") AS next FROM "Employee")
      WHERE next <> "$valid_to" OR coalesce("$valid_to", TIMESTAMP '2026-01-01') > "$valid_from" + INTERVAL 15 MONTH`);
    assert.equal(broken, 0);
  });

  test("keeps every time inside the data, and states in order of time", async () => {
    for (const object of model.objects) {
      const times = object.kind === "event" ? ["$event_time"] : ["$valid_from", "$valid_to"];
      for (const time of times) {
        const outside = `FROM "${object.id}" WHERE "${time}" < '${model.dataStart}'::TIMESTAMP OR "${time}" >= '${model.dataEnd}'::TIMESTAMP`;
        assert.equal(await count(outside), 0, `${object.id} ${time}`);
      }
      const order = times[0] ?? "";
      const disordered = `FROM (SELECT "${order}" AS time, lag("${order}") OVER (ORDER BY rowid) AS before FROM "${object.id}") WHERE time < before`;
      assert.equal(await count(disordered), 0, object.id);
    }
  });

  test("refers only to members that exist, and at the depth people belong to", async () => {
    for (const object of model.objects) {
      for (const dimension of object.dimensions) {
        const members = quoteName(memberTableNameOf(dimension.membersOf));
        const lost = `FROM "${object.id}" ANTI JOIN ${members} ON ordinal = "${dimension.id}" WHERE "${dimension.id}" IS NOT NULL`;
        assert.equal(await count(lost), 0, `${object.id}.${dimension.id}`);
        if (dimension.kind === "leveled") {
          const inner = `FROM "${object.id}" JOIN ${members} ON ordinal = "${dimension.id}" WHERE NOT is_leaf`;
          assert.equal(await count(inner), 0, `${object.id}.${dimension.id}`);
        }
      }
    }
  });

  test("uses every member of every leveled and range dimension", async () => {
    for (const object of model.objects) {
      for (const dimension of object.dimensions.filter(({ kind }) => kind !== "parentChild")) {
        const unused = await rows(`SELECT path FROM ${quoteName(memberTableNameOf(dimension.membersOf))}
          WHERE is_leaf AND ordinal NOT IN (SELECT "${dimension.id}" FROM "${object.id}" WHERE "${dimension.id}" IS NOT NULL)`);
        assert.deepEqual(unused, [], `${object.id}.${dimension.id}`);
      }
    }
  });

  test("gives everybody but one a manager who is there during the whole state", async () => {
    const heads = await count(`FROM "Employee" WHERE "Direct_Manager" IS NULL AND "$valid_to" IS NULL`);
    assert.equal(heads, 1);
    const absent = await count(`FROM "Employee" AS report WHERE "Direct_Manager" IS NOT NULL AND NOT EXISTS (
      FROM (SELECT "$key", min("$valid_from") AS since, max(coalesce("$valid_to", TIMESTAMP '9999-01-01')) AS until FROM "Employee" GROUP BY 1) AS manager
      WHERE manager."$key" = report."Direct_Manager" AND since <= report."$valid_from"
        AND until >= coalesce(report."$valid_to", TIMESTAMP '9999-01-01'))`);
    assert.equal(absent, 0);
  });

  test("has no circle of managers on any first of a month", async () => {
    const days = await connection.rows(
      "SELECT day::VARCHAR AS day FROM range(TIMESTAMP '2016-02-01', TIMESTAMP '2026-01-02', INTERVAL 7 MONTH) AS days(day)",
    );
    for (const { day } of days) {
      const stuck = await count(`FROM (
        WITH RECURSIVE present AS (
          SELECT "$key" AS key, "Direct_Manager" AS manager FROM "Employee"
          WHERE "$valid_from" < '${String(day)}'::TIMESTAMP AND ("$valid_to" IS NULL OR "$valid_to" >= '${String(day)}'::TIMESTAMP)
        ), reached AS (
          SELECT key FROM present WHERE manager IS NULL
          UNION SELECT present.key FROM present JOIN reached ON present.manager = reached.key
        )
        SELECT key FROM present ANTI JOIN reached USING (key))`);
      assert.equal(stuck, 0, String(day));
    }
  });

  test("calls somebody a manager who leads others, and has about eight reports to a manager", async () => {
    const [now] =
      await rows(`WITH now AS (FROM "Employee" WHERE "$valid_to" IS NULL), led AS (SELECT DISTINCT "Direct_Manager" AS key FROM now)
      SELECT count(*) FILTER ("isManager" AND "$key" IN (FROM led)) AS both, count(*) FILTER ("isManager") AS managers,
        count(*) FILTER ("$key" IN (FROM led)) AS leading FROM now`);
    assert.equal(now?.both, now?.leading);
    const span = people / Number(now?.managers);
    assert.ok(span > 5 && span < 11, `span ${span}`);
  });

  test("ends the last state of everybody who exits at the exit, and of nobody else", async () => {
    const ends = `SELECT "$key", max("$valid_to") AS ended FROM "Employee" GROUP BY 1 HAVING count(*) = count("$valid_to")`;
    const exits = `SELECT "Employee", "$event_time" FROM "Employee_Exit"`;
    assert.equal(await count(`FROM ((${ends}) EXCEPT ALL (${exits}))`), 0);
    assert.equal(await count(`FROM ((${exits}) EXCEPT ALL (${ends}))`), 0);
    assert.equal(await count(`FROM "Employee_Exit" WHERE "Exit_Date" <> "$event_time"`), 0);
  });

  test("has one start for each hire in the data, seen while the person is there", async () => {
    const hired = await count(
      `FROM (SELECT DISTINCT "$key" FROM "Employee" WHERE "Start_Date" >= TIMESTAMP '2016-01-01')`,
    );
    const seen =
      await count(`FROM "Employment_Start" AS start JOIN "Employee" AS person ON person."$key" = start."Employee"
      AND person."$valid_from" < start."$event_time" AND (person."$valid_to" IS NULL OR person."$valid_to" >= start."$event_time")
      AND date_trunc('day', start."$event_time") = person."Start_Date"`);
    assert.ok(hired > people / 2);
    assert.equal(await count(`FROM "Employment_Start"`), hired);
    assert.equal(seen, hired);
  });

  test("balances headcount with starts and exits in every month", async () => {
    const unbalanced = await rows(`
      WITH months AS (SELECT m, m + INTERVAL 1 MONTH AS n FROM range(TIMESTAMP '2016-02-01', TIMESTAMP '2026-01-01', INTERVAL 1 MONTH) AS r(m))
      SELECT m, (SELECT count(*) FROM "Employee" WHERE "$valid_from" < n AND ("$valid_to" IS NULL OR "$valid_to" >= n))
        - (SELECT count(*) FROM "Employee" WHERE "$valid_from" < m AND ("$valid_to" IS NULL OR "$valid_to" >= m)) AS grown,
        (SELECT count(*) FROM "Employment_Start" WHERE "$event_time" >= m AND "$event_time" < n)
        - (SELECT count(*) FROM "Employee_Exit" WHERE "$event_time" >= m AND "$event_time" < n) AS net
      FROM months WHERE grown <> net`);
    assert.deepEqual(unbalanced, []);
  });

  test("changes pay by what the pay change says", async () => {
    const wrong = await count(`FROM (
        SELECT "$key" AS key, "$valid_from" AS since, "Base_Salary" - lag("Base_Salary") OVER (PARTITION BY "$key" ORDER BY "$valid_from") AS change
        FROM "Employee") AS state
      FULL JOIN "Pay_Change" AS event ON event."Employee" = key AND event."$event_time" = since
      WHERE coalesce(change, 0) <> coalesce("Change_Amount", 0)`);
    assert.equal(wrong, 0);
    const reviews = await count(`FROM "Pay_Change" WHERE month("$event_time") = 4 AND day("$event_time") = 1`);
    assert.ok(reviews > 0.8 * (await count(`FROM "Pay_Change"`)));
    assert.equal(await count(`FROM "Pay_Change" WHERE "Batch_Code" <> strftime("$event_time", 'B-%Y-%m')`), 0);
  });

  test("grows from about half, with one year in which it shrinks", async () => {
    const heads = (
      await rows(`SELECT count(*) AS heads FROM range(TIMESTAMP '2017-01-01', TIMESTAMP '2026-01-02', INTERVAL 1 YEAR) AS days(day)
        JOIN "Employee" ON "$valid_from" < day AND ("$valid_to" IS NULL OR "$valid_to" >= day) GROUP BY day ORDER BY day`)
    ).map(({ heads }) => Number(heads));
    assert.equal(heads.at(-1), people);
    assert.ok((heads[0] ?? 0) > 0.42 * people && (heads[0] ?? 0) < 0.65 * people, String(heads));
    assert.deepEqual(
      heads.flatMap((now, index) => (now < (heads[index - 1] ?? 0) * 0.98 ? [2016 + index] : [])),
      [2020],
    );
  });

  test("loses more people early in their tenure, in support, and in January", async () => {
    const [share] = await rows(`
      WITH years AS (
        SELECT "Tenure_Range" <= 1 AS is_early, "Function" AS function, date_diff('day', "$valid_from", coalesce("$valid_to", TIMESTAMP '2026-01-01')) / 365.25 AS served,
          max("$valid_from") OVER (PARTITION BY "$key") = "$valid_from" AND "$valid_to" IS NOT NULL AS is_last FROM "Employee"
      )
      SELECT count(*) FILTER (is_early AND is_last) / sum(served) FILTER (is_early) AS early,
        count(*) FILTER (NOT is_early AND is_last) / sum(served) FILTER (NOT is_early) AS late,
        count(*) FILTER (display_name = 'Customer Support' AND is_last) / sum(served) FILTER (display_name = 'Customer Support') AS support,
        count(*) FILTER (display_name = 'Research and Development' AND is_last) / sum(served) FILTER (display_name = 'Research and Development') AS research
      FROM years JOIN "$members:Function" ON ordinal = function`);
    assert.ok(Number(share?.early) > 1.5 * Number(share?.late), JSON.stringify(share));
    assert.ok(Number(share?.support) > 1.5 * Number(share?.research), JSON.stringify(share));
    const [exits] = await rows(
      `SELECT count(*) FILTER (month("$event_time") = 1) AS january, count(*) FILTER (month("$event_time") = 11) AS november FROM "Employee_Exit"`,
    );
    assert.ok(Number(exits?.january) > 1.5 * Number(exits?.november), JSON.stringify(exits));
  });

  test("sends people home in 2020", async () => {
    const remote = async (day: string) =>
      Number(
        (
          await rows(`SELECT avg(("Work_Model" = 2)::INTEGER) AS share FROM "Employee"
            WHERE "$valid_from" < TIMESTAMP '${day}' AND ("$valid_to" IS NULL OR "$valid_to" >= TIMESTAMP '${day}')`)
        )[0]?.share,
      );
    assert.ok((await remote("2020-03-01")) < 0.12);
    assert.ok((await remote("2020-05-01")) > 0.5);
    assert.ok((await remote("2024-01-01")) < 0.4);
  });

  test("pays higher levels more, and retires only the old", async () => {
    const pay = await rows(
      `SELECT "Pay_Level" AS level, avg("Base_Salary") AS pay FROM "Employee" WHERE "$valid_to" IS NULL GROUP BY 1 ORDER BY 1`,
    );
    assert.equal(pay.length, 8);
    assert.deepEqual(
      pay,
      pay.toSorted((left, right) => Number(left.pay) - Number(right.pay)),
    );
    const young =
      await count(`FROM "Employee_Exit" AS exit JOIN "Employee" AS person ON person."$key" = exit."Employee" AND person."$valid_to" = exit."$event_time"
      WHERE exit."Exit_Type" = 2 AND person."Age" < 60`);
    assert.equal(young, 0);
    assert.equal(await count(`FROM "Employee" WHERE "Age" NOT BETWEEN 18 AND 70`), 0);
  });

  test("knows nothing yet of the potential of new people, and of some exits", async () => {
    assert.equal(
      await count(
        `FROM "Employee" WHERE "isHighPotential" IS NOT NULL AND "$valid_from" < "Start_Date" + INTERVAL 3 MONTH`,
      ),
      0,
    );
    for (const [object, concept] of [
      ["Employee", "isHighPotential"],
      ["Requisition", "isOpenRequisition"],
      ["Employee_Exit", "isRegrettedExit"],
    ]) {
      const values = await rows(`SELECT DISTINCT "${concept}" AS value FROM "${object}"`);
      assert.equal(values.length, 3, concept);
    }
    for (const [object, column] of [
      ["Employee", "Location"],
      ["Employee", "Work_Email"],
      ["Employee_Exit", "Exit_Reason"],
      ["Employment_Start", "Start_Source"],
    ]) {
      const missing = (await count(`FROM "${object}" WHERE "${column}" IS NULL`)) / (await count(`FROM "${object}"`));
      assert.ok(missing > 0 && missing < 0.12, `${column} ${missing}`);
    }
  });

  test("opens requisitions before the hire, with a recruiter of human resources who is there", async () => {
    assert.equal(await count(`FROM "Requisition" WHERE "Opened_On" > "$valid_from"`), 0);
    assert.ok((await count(`FROM "Requisition" WHERE "isOpenRequisition" AND "$valid_to" IS NULL`)) > 0);
    const absent =
      await count(`FROM "Requisition" AS state ANTI JOIN "Employee" AS recruiter ON recruiter."$key" = state."Recruiter"
      AND recruiter."$valid_from" <= state."$valid_from" AND coalesce(recruiter."$valid_to", TIMESTAMP '9999-01-01') > state."$valid_from"`);
    assert.equal(absent, 0);
  });

  test("has every employee in a position that exists", async () => {
    const lost =
      await count(`FROM "Employee" AS person ANTI JOIN "Position" AS place ON place."$key" = person."Position"
      AND place."$valid_from" <= person."$valid_from" AND coalesce(place."$valid_to", TIMESTAMP '9999-01-01') > person."$valid_from"`);
    assert.equal(lost, 0);
  });

  test("gives people none to four skills that exist, more only at a promotion, and uses each skill", async () => {
    const sizes = await rows('SELECT DISTINCT len("Skill") AS size FROM "Employee" ORDER BY 1');
    assert.deepEqual(
      sizes,
      [0, 1, 2, 3, 4].map((size) => ({ size })),
    );
    const named = 'SELECT DISTINCT unnest("Skill") AS key FROM "Employee"';
    assert.equal(
      await count(`FROM (${named}) FULL JOIN "Skill" ON "$key" = key WHERE key IS NULL OR "$key" IS NULL`),
      0,
    );
    const wrong = await count(`FROM (
      SELECT "Skill", "Pay_Level", lag("Skill") OVER w AS "before", lag("Pay_Level") OVER w AS level
      FROM "Employee" WINDOW w AS (PARTITION BY "$key" ORDER BY "$valid_from"))
      WHERE NOT list_has_all("Skill", "before") OR (len("Skill") > len("before") AND "Pay_Level" <= level)`);
    assert.equal(wrong, 0);
  });

  test("names each person once, in letters of many languages", async () => {
    for (const column of ["EmployeeID", "Work_Email"]) {
      const shared = `FROM (SELECT "${column}" FROM "Employee" WHERE "${column}" IS NOT NULL GROUP BY 1 HAVING count(DISTINCT "$key") > 1)`;
      assert.equal(await count(shared), 0, column);
    }
    assert.equal(
      await count(`FROM "Employee" WHERE NOT regexp_full_match("Work_Email", '[a-z]+\\.[a-z]+[0-9]*@example\\.com')`),
      0,
    );
    assert.ok((await count(`FROM "Employee" WHERE "Full_Name" LIKE '%O''Neil'`)) > 1);
    assert.ok((await count(`FROM "Employee" WHERE strip_accents("Full_Name") <> "Full_Name"`)) > 100);
  });

  test("answers the examples that name single records", async () => {
    const at2024 = `"$valid_from" < TIMESTAMP '2024-02-01' AND ("$valid_to" IS NULL OR "$valid_to" > TIMESTAMP '2024-01-01')`;
    assert.ok(
      (await count(
        `FROM "Employee" WHERE "Work_Email" = 'ana.ruiz@example.com' AND "Full_Name" = 'Ana Ruiz' AND ${at2024}`,
      )) > 0,
    );
    assert.ok(
      (await count(`FROM "Employee" WHERE "Full_Name" = 'Pat O''Neil' AND "Work_Email" IS NULL AND ${at2024}`)) > 0,
    );
    const named = `FROM "Employee" WHERE "EmployeeID" IN ('P-1001', 'P-1002') AND "Age" BETWEEN 30 AND 39 AND ${at2024}`;
    assert.equal(Number((await connection.rows(`SELECT count(DISTINCT "$key") AS n ${named}`))[0]?.n), 2);
    assert.ok(
      (await count(
        `FROM "Pay_Change" WHERE "Batch_Code" = 'B-2024-03' AND "$event_time" BETWEEN TIMESTAMP '2024-03-01' AND TIMESTAMP '2024-03-31'`,
      )) > 0,
    );
  });
});
