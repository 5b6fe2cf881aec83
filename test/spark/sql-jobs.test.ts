// The operations of SQL jobs over HTTP: the suites of the embedded engine, on Spark.
import "../contract/sql-job-actions.test.ts";
import "../contract/sql-job-example.test.ts";
import "../contract/sql-job-inputs.test.ts";
import "../contract/sql-job-requests.test.ts";
import "../contract/sql-job-tenants.test.ts";
import "../contract/sql-transactions.test.ts";
import "../contract/sql-kill.test.ts";
import "../contract/sql-restart.test.ts";
import "../contract/sql-output-rows.test.ts";
