import assert from "node:assert/strict";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { Egress, type EgressOptions } from "../../../../src/service/egress/egress.ts";
import { type AllowedHost, parseAllowedHost } from "../../../../src/service/egress/host-rules.ts";

/** Address of the metadata services of clouds. */
export const metadata = "169.254.169.254";

/** For the tests of a suite: gives servers a port on this machine, and closes them after each test. */
export function useLocalServers(): (server: Server) => Promise<number> {
  const servers: Server[] = [];
  teardown(async () => {
    for (const server of servers.splice(0).reverse()) {
      await new Promise((resolve) => server.close(resolve));
    }
  });
  return async (server) => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    servers.push(server);
    return (server.address() as AddressInfo).port;
  };
}

export function allow(...hosts: readonly string[]): AllowedHost[] {
  return hosts.map((host) => {
    const parsed = parseAllowedHost(host);
    assert.ok(parsed, host);
    return parsed;
  });
}

export function egressTo(options: Partial<EgressOptions> = {}): Egress {
  return new Egress({ dataFolder: tmpdir(), ...options });
}

/** A resolver that answers from a list for each name, the last entry again and again. */
export function resolverOf(names: Readonly<Record<string, readonly (readonly string[])[]>>) {
  const calls: string[] = [];
  return {
    calls,
    async resolveHost(host: string) {
      calls.push(host);
      const answers = names[host] ?? [];
      const asked = calls.filter((one) => one === host).length;
      const addresses = answers[Math.min(asked, answers.length) - 1] ?? [];
      return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
  };
}
