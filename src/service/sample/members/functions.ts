import { MemberList } from "./lists.ts";

/** A function of the company, with parameters for hiring, turnover and pay. */
interface FunctionProfile {
  readonly name: string;
  readonly displayName: string;
  /** Name of the function's division in the organization. */
  readonly division: string;
  /** Share of the company's seats. */
  readonly weight: number;
  /** Probability of leaving within a year, at medium tenure. */
  readonly turnover: number;
  /** Pay relative to the company's average. */
  readonly payFactor: number;
  /** Share of women. */
  readonly women: number;
  /** Share of people who can work from home. */
  readonly remote: number;
  /** Title of its most common job. */
  readonly title: string;
  readonly families: readonly [string, string];
  /** Names of its departments. */
  readonly departments: readonly string[];
}

type ProfileRow = readonly [
  name: string,
  displayName: string,
  division: string,
  weight: number,
  turnover: number,
  payFactor: number,
  women: number,
  remote: number,
  title: string,
  families: readonly [string, string],
  departments: readonly string[],
];

// biome-ignore format: one function per line
const rows: readonly ProfileRow[] = [
  ["GM", "General Management", "CORP", 0.006, 0.05, 1.35, 0.36, 0.8, "Program Manager", ["Business_Management.Executive", "Business_Management.Programs"], ["Strategy", "Transformation"]],
  ["Engineering", "Engineering", "TECH", 0.2, 0.13, 1.2, 0.27, 0.97, "Software Engineer", ["Technology.Software", "Technology.Quality"], ["Platform", "Applications", "Data", "Quality"]],
  ["Product", "Product Management", "TECH", 0.06, 0.12, 1.16, 0.45, 0.97, "Product Manager", ["Technology.Product", "Technology.Design"], ["Product Lines", "Design"]],
  ["RnD", "Research and Development", "TECH", 0.07, 0.09, 1.18, 0.41, 0.7, "Research Scientist", ["Technology.Research", "Technology.Software"], ["Materials", "Algorithms", "Prototypes"]],
  ["IT", "Information Technology", "TECH", 0.05, 0.11, 1.02, 0.26, 0.92, "Systems Analyst", ["Technology.Infrastructure", "Technology.Security"], ["Infrastructure", "Security"]],
  ["Sales", "Sales", "COMM", 0.15, 0.19, 1.04, 0.43, 0.85, "Account Executive", ["Commercial.Field_Sales", "Commercial.Inside_Sales"], ["Enterprise", "Mid-Market", "Partners"]],
  ["Marketing", "Marketing", "COMM", 0.05, 0.15, 0.98, 0.61, 0.95, "Marketing Specialist", ["Commercial.Brand", "Commercial.Demand"], ["Brand", "Growth"]],
  ["Customer_Support", "Customer Support", "COMM", 0.12, 0.24, 0.7, 0.56, 0.8, "Support Agent", ["Commercial.Service", "Commercial.Service_Operations"], ["First Line", "Second Line", "Onboarding"]],
  ["Manufacturing", "Manufacturing", "OPS", 0.13, 0.14, 0.76, 0.32, 0.06, "Production Technician", ["Operations.Production", "Operations.Maintenance"], ["Assembly", "Machining", "Maintenance"]],
  ["Supply_Chain", "Supply Chain", "OPS", 0.06, 0.13, 0.84, 0.39, 0.35, "Logistics Coordinator", ["Operations.Logistics", "Operations.Procurement"], ["Procurement", "Logistics"]],
  ["Finance", "Finance", "CORP", 0.05, 0.1, 1.06, 0.54, 0.93, "Financial Analyst", ["Business_Management.Accounting", "Business_Management.Planning"], ["Accounting", "Planning"]],
  ["HR", "Human Resources", "CORP", 0.04, 0.11, 0.92, 0.68, 0.93, "HR Partner", ["Business_Management.People", "Business_Management.Recruiting"], ["People Partners", "Talent Acquisition"]],
  ["Legal", "Legal and Compliance", "CORP", 0.014, 0.07, 1.24, 0.55, 0.95, "Counsel", ["Business_Management.Legal", "Business_Management.Compliance"], ["Legal Affairs", "Compliance"]],
];

/** Parameters of the company's functions, such as share of seats, turnover and pay. */
export const functionProfiles: readonly FunctionProfile[] = rows.map(
  ([name, displayName, division, weight, turnover, payFactor, women, remote, title, families, departments]) => ({
    name,
    displayName,
    division,
    weight,
    turnover,
    payFactor,
    women,
    remote,
    title,
    families,
    departments,
  }),
);

/** Member list of the company's functions. */
export const companyFunctionList = new MemberList("Function", functionProfiles);
