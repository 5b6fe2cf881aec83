import type { DataCategory } from "../store/data-version-store.ts";

/** Data categories of the sample, the primary one first: who works and works where, and whom the company looks for. */
export const sampleDataCategories: readonly DataCategory[] = [
  {
    id: "Workforce",
    name: "Workforce",
    objectName: "Workforce",
    objects: ["Employee", "Position", "Employee_Exit", "Employment_Start", "Pay_Change"],
  },
  {
    id: "Talent_Acquisition",
    name: "Talent Acquisition",
    objectName: "Talent_Acquisition",
    objects: ["Requisition"],
  },
];
