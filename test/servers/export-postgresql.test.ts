import assert from "node:assert/strict";
import { buildStrangeVersion } from "../support/built-versions.ts";
import { ExportConnectorCaller } from "../support/export-connector-caller.ts";
import { hasCurl, runJourney } from "../support/journey-script.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { hasPostgresql, type PostgresqlServer, startPostgresql } from "../support/servers/postgresql-server.ts";

(hasPostgresql() ? suite : suite.skip)("exports to PostgreSQL", function () {
  this.timeout(180_000);
  let test_: TestService;
  let exports: ExportConnectorCaller;
  let database: PostgresqlServer;
  suiteSetup(async () => {
    test_ = await startTestService();
    exports = new ExportConnectorCaller(test_);
    // With values that texts, doubles or CSV may lose.
    await buildStrangeVersion(test_.service.platform);
    database = await startPostgresql();
  });
  suiteTeardown(async () => {
    await test_?.dispose();
    await database?.stop();
  });

  /** Runs a connector with the database, and what it had before. */
  async function run(objectName: string, schema = "public") {
    const { id: connector } = await exports.connector(objectName);
    const { credentials } = await exports.ok<{ credentials: { id: string; parameters: object }[] }>(
      "GET",
      "credentials",
    );
    const former = credentials.find(({ parameters }) => "postgresql" in parameters);
    const parameters = { postgresql: { ...database.parameters, schema } };
    await (former
      ? exports.ok("PUT", `credentials/${former.id}`, { id: former.id, parameters, connectorIds: [connector] })
      : exports.createCredential({ parameters, connectorIds: [connector] }));
    return exports.run(objectName);
  }

  test("the journey of an administrator by curl ends with equal checksums", async function () {
    if (!hasCurl()) {
      this.skip();
    }
    const { host, port, database: name, user, password } = database.parameters;
    const environment = { PGHOST: host, PGPORT: String(port), PGDATABASE: name, PGUSER: user, PGPASSWORD: password };
    await runJourney("administrator-exports.sh", test_, environment);
  });

  test("columns have types, and the table is replaced with what others may do with it", async () => {
    database.psql("DROP TABLE IF EXISTS people; CREATE TABLE people (former int); GRANT SELECT ON people TO PUBLIC");
    const job = await run("Nightly_People");
    assert.equal(job.status, "SUCCEEDED", JSON.stringify(job));
    const types = database.psql(
      "SELECT string_agg(column_name || ' ' || data_type, ', ' ORDER BY ordinal_position) FROM information_schema.columns WHERE table_name = 'people'",
    );
    assert.equal(
      types,
      "EmployeeID text, Full_Name text, Work_Email text, Start_Date timestamp with time zone, Age bigint, Base_Salary double precision, Function text, Location text, Pay_Level text, isManager boolean",
    );
    assert.equal(
      database.psql(
        'SELECT max("Start_Date") AT TIME ZONE \'UTC\', min("Age"), count(*) FILTER (WHERE "Full_Name" = \'\') > 0 FROM people',
      ),
      "9999-12-31 23:59:59.999999\t-9223372036854775808\tt",
    );
    assert.equal(
      database.psql(
        "SELECT count(*) FROM information_schema.role_table_grants WHERE table_name = 'people' AND grantee = 'PUBLIC'",
      ),
      "1",
    );
  });

  test("the rows of an aggregate have numbers and instants", async () => {
    const job = await run("Nightly_Headcount");
    assert.equal(job.status, "SUCCEEDED", JSON.stringify(job));
    assert.equal(
      database.psql(
        'SELECT count(DISTINCT "DateInRange"), max("DateInRange") AT TIME ZONE \'UTC\', sum("employeeCount") > 0, count(DISTINCT "Function") > 1 FROM headcount',
      ),
      "12\t2026-01-01 00:00:00\tt\tt",
    );
  });

  test("a schema that is not there and a server that is gone are the reasons of a failure", async () => {
    const job = await run("Nightly_People", "nowhere");
    assert.equal(job.status, "FAILED");
    const messages = job.syncJobs.flatMap(({ errorMessage }) => errorMessage ?? []);
    assert.equal(messages.length, 1);
    assert.match(messages[0] ?? "", /schema "nowhere" does not exist \(3F000\)/);
    await database.kill();
    const gone = await run("Nightly_People");
    assert.match(gone.syncJobs.flatMap(({ errorMessage }) => errorMessage ?? [])[0] ?? "", /refused the connection/);
    database = await startPostgresql();
  });
});
