import type { FakeResult } from "./fake-result.ts";

const functions = ["Engineering", "Sales", "Finance", "Customer Support"];
const places = ["Madrid", "Berlin", "Paris", "New York", "Singapore"];
const names = [
  "Amara Okafor",
  "Chloé Martin",
  "Dmitri Ivanov",
  "Mei-Ling Chen",
  "José García",
  "Aisha Khan",
  "Liam O'Brien",
];

/** A list of people of any length. */
export function peopleResult(rowCount: number, changed: Partial<FakeResult> = {}): FakeResult {
  return {
    title: "Everyone by function",
    columns: [
      { name: "Employee_ID", kind: "text" },
      { name: "Full_Name", kind: "text" },
      { name: "Function", kind: "text" },
      { name: "Location", kind: "text" },
      { name: "Hire_Date", kind: "date" },
      { name: "Base_Salary", kind: "number" },
      { name: "FTE", kind: "number" },
      { name: "Notes", kind: "text" },
    ],
    rowCount,
    cell: (row, column) =>
      [
        `E${String(row).padStart(7, "0")}`,
        names[row % names.length] ?? "",
        functions[(row * 7) % functions.length] ?? "",
        places[(row * 3) % places.length] ?? "",
        `20${String(10 + (row % 14)).padStart(2, "0")}-0${1 + (row % 9)}-15`,
        String(41000 + ((row * 7919) % 90000)),
        row % 11 === 0 ? "0.8" : "1",
        row % 5 === 0 ? null : row % 17 === 0 ? "first line\nsecond line" : "Full time",
      ][column] ?? null,
    ...changed,
  };
}

/** Headcount by month and function: a time axis, an axis and a metric. */
export function headcountResult(monthCount = 24): FakeResult {
  return {
    title: "Headcount by function",
    columns: [
      { name: "DateInRange", kind: "date" },
      { name: "Function", kind: "text" },
      { name: "Headcount", kind: "number" },
    ],
    rowCount: monthCount * functions.length,
    cell(row, column) {
      const month = Math.floor(row / functions.length);
      const index = row % functions.length;
      const base = [820, 540, 210, 380][index] ?? 0;
      const count = Math.round(base * (1 + month * 0.012) + 14 * Math.sin(month / 2 + index));
      const instant = new Date(Date.UTC(2023, month, 1)).toISOString();
      return [instant, functions[index] ?? "", String(count)][column] ?? null;
    },
  };
}

/** Headcount by month and team: as many series as are wanted, the later the larger. */
export function teamsResult(teamCount: number, monthCount = 12): FakeResult {
  return {
    title: "Headcount by team",
    columns: [
      { name: "DateInRange", kind: "date" },
      { name: "Team", kind: "text" },
      { name: "Headcount", kind: "number" },
    ],
    rowCount: monthCount * teamCount,
    cell(row, column) {
      const month = Math.floor(row / teamCount);
      const team = row % teamCount;
      const instant = new Date(Date.UTC(2024, month, 1)).toISOString();
      return [instant, `Team ${String(team + 1).padStart(2, "0")}`, String((team + 1) * 10 + month)][column] ?? null;
    },
  };
}
