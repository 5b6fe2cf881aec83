import { createModelSource } from "../../src/languages/core/model/create-model-source.ts";
import type {
  AnalyticObject,
  Dimension,
  Metric,
  ModelSource,
  Property,
  Reference,
  ValueType,
} from "../../src/languages/core/model/model-source.ts";
import type { MemberLookup } from "../../src/languages/sql-like/syntax.ts";

const named = (id: string) => ({ id, displayName: id.replaceAll("_", " ") });

const properties = (type: ValueType, ...ids: string[]): Property[] => ids.map((id) => ({ ...named(id), type }));

const leveled = (id: string, ...levels: string[]): Dimension => ({
  ...named(id),
  kind: "leveled",
  levels: (levels.length > 0 ? levels : [id]).map((level, depth) => ({ ...named(level), depth })),
});

const reference = (id: string, target: string): Reference => ({ ...named(id), target, isMultiValue: false });

const metric = (object: string, ...ids: string[]): Metric[] =>
  ids.map((id) => ({ ...named(id), object, parameters: [] }));

/** The objects of sql-like-language appendix A. */
export const appendixObjects: readonly AnalyticObject[] = [
  {
    ...named("Employee"),
    kind: "subject",
    properties: [
      ...properties("text", "EmployeeID", "Full_Name", "Work_Email"),
      ...properties("number", "Age", "Base_Salary"),
      ...properties("date", "Start_Date"),
    ],
    dimensions: [
      leveled("Gender"),
      leveled("Location", "Location_0", "Location_1", "Location_2"),
      leveled("Function"),
      leveled("Pay_Level"),
      leveled("Work_Model"),
      {
        ...named("Org_Unit"),
        kind: "parentChild",
        levels: [1, 2, 3, 4].map((depth) => ({ ...named(`Level_${depth}`), depth })),
      },
      { ...named("Tenure_Range"), kind: "range", levels: [] },
    ],
    concepts: [named("isManager"), named("isHighPotential")],
    references: [reference("Direct_Manager", "Employee"), reference("Position", "Position")],
    unsupported: { Internal_Moves: "movement concept" },
  },
  {
    ...named("Position"),
    kind: "subject",
    properties: properties("text", "PositionID", "Title"),
    dimensions: [leveled("Job_Family", "Job_Family_0", "Job_Family_1")],
    concepts: [],
    references: [],
    unsupported: {},
  },
  {
    ...named("Requisition"),
    kind: "subject",
    properties: [...properties("text", "RequisitionID"), ...properties("date", "Opened_On")],
    dimensions: [leveled("Requisition_Status")],
    concepts: [named("isOpenRequisition")],
    references: [reference("Recruiter", "Employee")],
    unsupported: {},
  },
  {
    ...named("Employee_Exit"),
    kind: "event",
    properties: [...properties("date", "Exit_Date"), ...properties("text", "Exit_Note")],
    dimensions: [
      leveled("Exit_Reason", "Exit_Reason_0", "Exit_Reason_1"),
      leveled("Exit_Type"),
      leveled("Exit_Channel"),
    ],
    concepts: [named("isRegrettedExit")],
    references: [reference("Employee", "Employee")],
    unsupported: {},
  },
  {
    ...named("Pay_Change"),
    kind: "event",
    properties: [...properties("number", "Change_Amount"), ...properties("text", "Change_Reason", "Batch_Code")],
    dimensions: [],
    concepts: [],
    references: [reference("Employee", "Employee")],
    unsupported: {},
  },
];

export const appendixMetrics: readonly Metric[] = [
  ...metric("Employee", "employeeCount", "averageSalary"),
  {
    ...named("employeeCountAbovePay"),
    object: "Employee",
    parameters: [{ ...named("threshold"), kind: "number" }],
  },
  ...metric("Requisition", "requisitionCount", "openingCount"),
  ...metric("Employee_Exit", "exitCount", "resignationRate"),
  ...metric("Pay_Change", "payChangeTotal"),
];

/** The model of sql-like-language appendix A, where all its examples are at home. */
export const appendixModel: ModelSource = createModelSource(appendixObjects, appendixMetrics);

const memberPaths: Readonly<Record<string, readonly string[]>> = {
  "Employee.Work_Model": ["Office", "Hybrid", "Remote"],
  "Employee.Location": [
    "EMEA",
    "EMEA.Spain",
    "EMEA.Spain.Madrid",
    "EMEA.Poland",
    "EMEA.Poland.Warsaw",
    "AMER",
    "AMER.Chile",
    "AMER.Chile.Santiago",
    "AMER.Cuba",
    "AMER.Cuba.Santiago",
  ],
};

/** Members of two dimensions of the model, those the examples name and a city that two countries have. */
export const appendixMembers: MemberLookup = {
  memberPaths: (object, dimension) => memberPaths[`${object}.${dimension}`]?.map((path) => path.split(".")),
};
