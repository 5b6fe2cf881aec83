import { randomUUID } from "node:crypto";
import type { Connection } from "../../duckdb/database.ts";
import type { ProductionVersionStore } from "../store/production-version-store.ts";
import type { ProjectStore } from "../store/project-store.ts";
import type { DataConnector } from "./data-connectors.ts";
import { describeArtifact } from "./extraction-target.ts";
import type { TargetReading } from "./read-connector.ts";

interface ChangedArtifacts {
  /** Id of the user who asked for the extraction and owns the project. */
  readonly userId: string;
  readonly isPublished: boolean;
  readonly changed: readonly { readonly connector: DataConnector; readonly reading: TargetReading }[];
}

/** Turns load artifacts that an extraction made into changes of a project, and publishes them if asked to. */
export class ArtifactPublisher {
  readonly #projects: ProjectStore;
  readonly #productionVersions: ProductionVersionStore;

  constructor(projects: ProjectStore, productionVersions: ProductionVersionStore) {
    this.#projects = projects;
    this.#productionVersions = productionVersions;
  }

  /** Adds a project with a change for each artifact, in a transaction of the caller. */
  async add(connection: Connection, tenant: string, { userId, isPublished, changed }: ChangedArtifacts): Promise<void> {
    const names = [...new Set(changed.map(({ connector }) => connector.displayName))];
    const project = await this.#projects.addIn(
      connection,
      tenant,
      userId,
      {
        name: `Load artifacts of ${names.join(", ")}`,
        description: "Made by an extraction.",
        releaseVersion: "",
        ticketNumber: "",
        versionNumber: 1,
        projectType: "Standard",
      },
      changed.map(({ connector, reading }) => ({
        id: randomUUID(),
        name: `${reading.target.name} from ${connector.displayName}`,
        description: describeArtifact(reading.artifact),
      })),
    );
    if (isPublished) {
      await this.#productionVersions.publishIn(connection, tenant, project, userId);
    }
  }
}
