import assert from "node:assert/strict";
import { renameTimeColumn } from "../../../../../src/languages/sql-like/syntax/time-column.ts";

suite("renaming the time column of a text", () => {
  const rename = (text: string) => renameTimeColumn(text, "Service_Time", "Clock");

  test("changes the filter and the selected column, in any letter case", () => {
    assert.equal(
      rename('SELECT Service_Time, n() FROM Employee WHERE service_time IN periods(date("2026-01-01"), 1)'),
      'SELECT Clock, n() FROM Employee WHERE Clock IN periods(date("2026-01-01"), 1)',
    );
    assert.equal(
      rename("SELECT A FROM B WHERE x = TRUE AND (Service_Time BETWEEN date('2025-01-01') AND date('2026-01-01'))"),
      "SELECT A FROM B WHERE x = TRUE AND (Clock BETWEEN date('2025-01-01') AND date('2026-01-01'))",
    );
  });

  test("leaves labels, texts, comments and attributes of that name as they are", () => {
    for (const text of [
      'SELECT Name AS "Service_Time" FROM Employee -- Service_Time',
      "SELECT Boss.Service_Time FROM Employee WHERE Name = 'Service_Time'",
      "SELECT effectiveInstant FROM Employee /* Service_Time */",
    ]) {
      assert.equal(rename(text), text);
    }
  });
});
