import type { Stage, StoredProject } from "../store/project-store.ts";
import { stableId } from "./stable-id.ts";

type Capability = "canRead" | "canWrite" | "canShare" | "owner";

interface SampleProject {
  readonly stage: Stage;
  readonly name: string;
  readonly description: string;
  readonly releaseVersion: string;
  readonly ticketNumber: string;
  readonly versionNumber: number;
  readonly capabilities: readonly Capability[];
  readonly isPrototype?: boolean;
}

const everything: readonly Capability[] = ["canRead", "canWrite", "canShare", "owner"];

const projects: readonly SampleProject[] = [
  {
    stage: "Open",
    name: "Pay transparency 2026",
    description: "Metrics and dimensions for the pay transparency report",
    releaseVersion: "2026.1",
    ticketNumber: "PA-412",
    versionNumber: 7,
    capabilities: everything,
  },
  {
    stage: "Open",
    name: "Requisition funnel",
    description: "Stages from opening to start, with the time in each",
    releaseVersion: "2026.1",
    ticketNumber: "PA-398",
    versionNumber: 3,
    capabilities: ["canRead", "canWrite"],
  },
  {
    stage: "Open",
    name: "Skills prototype",
    description: "Tries an overlay for skills on positions",
    releaseVersion: "",
    ticketNumber: "",
    versionNumber: 1,
    capabilities: everything,
    isPrototype: true,
  },
  {
    stage: "Approval",
    name: "Exit reasons revision",
    description: "Groups the exit reasons anew and maps the old ones",
    releaseVersion: "2025.4",
    ticketNumber: "PA-377",
    versionNumber: 12,
    capabilities: everything,
  },
  {
    stage: "Rejected",
    name: "Monthly cost centre snapshot",
    description: "Replaced by the ledger table source",
    releaseVersion: "2025.3",
    ticketNumber: "PA-341",
    versionNumber: 4,
    capabilities: ["canRead"],
  },
  {
    stage: "Archived",
    name: "Location hierarchy 2024",
    description: "Cities under countries under regions",
    releaseVersion: "2024.2",
    ticketNumber: "PA-208",
    versionNumber: 21,
    capabilities: ["canRead"],
  },
  {
    stage: "Archived",
    name: "First load",
    description: "The model as it went live",
    releaseVersion: "2023.1",
    ticketNumber: "PA-101",
    versionNumber: 35,
    capabilities: ["canRead"],
  },
];

/** The projects of a sample tenant, in all four stages. */
export function sampleProjects(tenant: string): StoredProject[] {
  return projects.map(({ stage, capabilities, isPrototype = false, ...project }) => ({
    stage,
    project: {
      id: stableId(tenant, "project", project.name),
      ...project,
      capabilities: [...capabilities],
      projectType: isPrototype ? "Prototype" : "Standard",
    },
  }));
}
