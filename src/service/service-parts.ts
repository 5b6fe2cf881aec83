import type { Clock } from "../base/clock.ts";
import type { Profile } from "./profile.ts";
import type { ClientStore } from "./store/client-store.ts";
import type { ProjectStore } from "./store/project-store.ts";
import type { ReportStore } from "./store/report-store.ts";
import type { TableSourceStore } from "./store/table-source-store.ts";
import type { TenantStore } from "./store/tenant-store.ts";
import type { TokenStore } from "./store/token-store.ts";
import type { UserStore } from "./store/user-store.ts";

/** What the handlers work with. */
export interface ServiceParts {
  readonly clock: Clock;
  readonly profile: Profile;
  /** Key that access tokens are signed with. */
  readonly signingKey: string;
  readonly tenants: TenantStore;
  readonly users: UserStore;
  readonly tokens: TokenStore;
  readonly clients: ClientStore;
  readonly reports: ReportStore;
  readonly projects: ProjectStore;
  readonly tableSources: TableSourceStore;
}
