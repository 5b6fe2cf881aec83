import type { Clock } from "../../base/clock.ts";
import type { Profile } from "../call/profile.ts";
import type { AccessTokens } from "../sign-in/access-token.ts";
import type { PasswordGuesses } from "../sign-in/password-guesses.ts";
import type { Redemptions } from "../sign-in/redemptions.ts";
import type { SqlJobs } from "../sql-jobs/sql-jobs.ts";
import type { ClientStore } from "../store/client-store.ts";
import type { IdentityProviderStore } from "../store/identity-provider-store.ts";
import type { JobStore } from "../store/job-store.ts";
import type { ProductionVersionStore } from "../store/production-version-store.ts";
import type { ProjectChangeStore } from "../store/project-change-store.ts";
import type { ProjectStore } from "../store/project-store.ts";
import type { ReportStore } from "../store/report-store.ts";
import type { TableSourceStore } from "../store/table-source-store.ts";
import type { TenantStore } from "../store/tenant-store.ts";
import type { TokenStore } from "../store/token-store.ts";
import type { UserStore } from "../store/user-store.ts";
import type { TableData } from "../table-data/table-data.ts";

/** Stores and services that handlers depend on. */
export interface ServiceParts {
  readonly clock: Clock;
  readonly profile: Profile;
  readonly accessTokens: AccessTokens;
  readonly tenants: TenantStore;
  readonly users: UserStore;
  readonly passwordGuesses: PasswordGuesses;
  readonly tokens: TokenStore;
  readonly redemptions: Redemptions;
  readonly clients: ClientStore;
  readonly identityProviders: IdentityProviderStore;
  readonly reports: ReportStore;
  readonly projects: ProjectStore;
  readonly projectChanges: ProjectChangeStore;
  readonly productionVersions: ProductionVersionStore;
  readonly jobs: JobStore;
  readonly tableSources: TableSourceStore;
  readonly tableData: TableData;
  readonly sqlJobs: SqlJobs;
}
