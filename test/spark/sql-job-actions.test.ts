// The actions of SQL jobs over HTTP, as on the embedded engine.
import "../contract/sql-job-actions.test.ts";
