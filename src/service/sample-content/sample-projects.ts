import type { ProductionVersion } from "../store/production-version-store.ts";
import type { StoredChanges } from "../store/project-change-store.ts";
import type { ProjectStage, StoredProject } from "../store/project-store.ts";
import { type SampleProjectChange, sampleProjectChanges } from "./sample-project-changes.ts";
import { createStableId } from "./stable-id.ts";

type Capability = "canRead" | "canWrite" | "canShare" | "owner";

interface SampleProject {
  readonly stage: ProjectStage;
  readonly name: string;
  readonly description: string;
  readonly releaseVersion: string;
  readonly ticketNumber: string;
  readonly isOwn?: boolean;
  /** Capabilities of everybody except the owner. */
  readonly capabilities: readonly Capability[];
  readonly isPrototype?: boolean;
}

const projects: readonly SampleProject[] = [
  {
    stage: "Open",
    name: "Pay transparency 2026",
    description: "Metrics and dimensions for the pay transparency report",
    releaseVersion: "2026.1",
    ticketNumber: "PA-412",
    isOwn: true,
    capabilities: ["canRead", "canWrite"],
  },
  {
    stage: "Open",
    name: "Requisition funnel",
    description: "Stages from opening to start, with the time in each",
    releaseVersion: "2026.1",
    ticketNumber: "PA-398",
    capabilities: ["canRead", "canWrite"],
  },
  {
    stage: "Open",
    name: "Skills prototype",
    description: "Tries an overlay for skills on positions",
    releaseVersion: "",
    ticketNumber: "",
    isOwn: true,
    capabilities: [],
    isPrototype: true,
  },
  {
    stage: "Approval",
    name: "Exit reasons revision",
    description: "Groups the exit reasons anew and maps the old ones",
    releaseVersion: "2025.4",
    ticketNumber: "PA-377",
    isOwn: true,
    capabilities: ["canRead"],
  },
  {
    stage: "Rejected",
    name: "Monthly cost centre snapshot",
    description: "Replaced by the ledger table source",
    releaseVersion: "2025.3",
    ticketNumber: "PA-341",
    capabilities: ["canRead"],
  },
  {
    stage: "Archived",
    name: "Location hierarchy 2024",
    description: "Cities under countries under regions",
    releaseVersion: "2024.2",
    ticketNumber: "PA-208",
    capabilities: ["canRead"],
  },
  {
    stage: "Archived",
    name: "First load",
    description: "The model as it went live",
    releaseVersion: "2023.1",
    ticketNumber: "PA-101",
    capabilities: ["canRead"],
  },
];

/** Projects of a sample tenant, with their changes and published versions. */
interface SampleProjects {
  readonly projects: readonly StoredProject[];
  readonly versions: readonly ProductionVersion[];
  readonly changes: readonly StoredChanges[];
}

/**
 * Creates the sample projects in all four stages, with their changes and published versions. Some projects belong to
 * `user`.
 */
export function createSampleProjects(tenant: string, user: { readonly userId: string }): SampleProjects {
  const versions = sampleVersions(tenant);
  return {
    projects: projects.map(({ stage, capabilities, isOwn = false, isPrototype = false, ...project }) => ({
      stage,
      ownerId: isOwn ? user.userId : undefined,
      project: {
        id: projectId(tenant, project.name),
        ...project,
        // Incremented with each commit; here each change is a commit.
        versionNumber: 1 + committedIn(project.name),
        capabilities: [...capabilities],
        projectType: isPrototype ? "Prototype" : "Standard",
      },
    })),
    versions,
    changes: sampleProjectChanges.flatMap(({ project, published = [], committed = [], uncommitted = [] }) => {
      const of = (changes: readonly SampleProjectChange[], about: Partial<StoredChanges>): StoredChanges => ({
        project: projectId(tenant, project),
        authorId: undefined,
        isCommitted: true,
        version: undefined,
        ...about,
        changes: changes.map(([name, description]) => ({
          id: createStableId(tenant, "change", project, name),
          name,
          description,
        })),
      });
      return [
        ...published.map(({ release, changes }) => of(changes, { version: versionId(tenant, project, release) })),
        of(committed, {}),
        of(uncommitted, { isCommitted: false, authorId: user.userId }),
      ];
    }),
  };
}

function sampleVersions(tenant: string): ProductionVersion[] {
  return sampleProjectChanges
    .flatMap(({ project, published = [] }) => published.map((version) => ({ project, ...version })))
    .map(({ project, release, ticket }, index) => ({
      id: versionId(tenant, project, release),
      name: project,
      description: projects.find(({ name }) => name === project)?.description ?? "",
      releaseVersion: release,
      ticketNumber: ticket,
      versionNumber: index + 1,
      projectType: "Standard",
    }));
}

function committedIn(name: string): number {
  const { published = [], committed = [] } = sampleProjectChanges.find(({ project }) => project === name) ?? {};
  return published.reduce((size, { changes }) => size + changes.length, committed.length);
}

function projectId(tenant: string, name: string): string {
  return createStableId(tenant, "project", name);
}

function versionId(tenant: string, project: string, release: string): string {
  return createStableId(tenant, "production-version", project, release);
}
