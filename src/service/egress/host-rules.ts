import { BlockList, isIP, isIPv4 } from "node:net";
import { domainToASCII } from "node:url";

const hostSettings = "--allow-host or the setting workforce.localService.allowedHosts";
/** Ways to allow more folders, for messages. */
export const folderSettings = "--allow-folder or the setting workforce.localService.allowedFolders";

/** Error for a target that the service may not reach. Its message names the target and what allows it. */
export class EgressRefused extends Error {
  override readonly name = "EgressRefused";
}

/** A host that the service may reach, on all ports or on one. */
export interface AllowedHost {
  /** Canonical, as `canonicalHost` returns it. */
  readonly host: string;
  readonly port: number | undefined;
}

const maxPort = 65_535;

/**
 * Addresses that nothing allows, because what answers there is not a server of somebody's data: networks of one link,
 * metadata services of cloud providers, multicast, and IPv6 forms of IPv4 addresses, which would go around the rules for
 * these.
 */
const neverReached: readonly { readonly what: string; readonly subnets: readonly string[] }[] = [
  { what: "an unspecified address", subnets: ["0.0.0.0/8", "::/128"] },
  { what: "a link-local address", subnets: ["169.254.0.0/16", "fe80::/10", "fec0::/10"] },
  {
    what: "an address of a cloud provider's metadata service",
    subnets: ["100.100.100.200/32", "168.63.129.16/32", "192.0.0.0/24", "fd00:ec2::/32", "fd20:ce::254/128"],
  },
  { what: "a multicast address", subnets: ["224.0.0.0/4", "ff00::/8"] },
  { what: "a reserved address", subnets: ["240.0.0.0/4"] },
];
const embeddedIpv4 = {
  what: "an IPv4 address in the form of an IPv6 address",
  list: blockListOf(["::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32"]),
};
const refusals = neverReached.map(({ what, subnets }) => ({ what, list: blockListOf(subnets) }));
const loopback = blockListOf(["127.0.0.0/8", "::1/128"]);
/** `::a.b.c.d`, which is deprecated; the two addresses in it that are none are told before. */
const ipv4Compatible = blockListOf(["::/96"]);

function blockListOf(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = "", bits] = subnet.split("/");
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv4(address) ? "ipv4" : "ipv6";
}

/** Whether an IP address is one of this machine alone. */
export function isLoopback(address: string): boolean {
  return !isEmbeddedIpv4(address) && loopback.check(address, familyOf(address));
}

/** Node's block lists take `::ffff:127.0.0.1` for `127.0.0.1`, so this is asked first. */
function isEmbeddedIpv4(address: string): boolean {
  if (isIPv4(address)) {
    return false;
  }
  const isCompatible = ipv4Compatible.check(address, "ipv6") && !["::", "::1"].includes(address);
  return isCompatible || embeddedIpv4.list.check(address, "ipv6");
}

/**
 * Returns a host name or IP address in the form in which hosts are compared, or undefined if it is none. Takes an IPv4
 * address only as four decimal numbers: as one number, in octal or in hexadecimal it hides what it is.
 */
export function canonicalHost(text: string): string | undefined {
  const bare = /^\[.*\]$/.test(text) ? text.slice(1, -1) : text;
  const family = isIP(bare);
  if (family === 4) {
    return bare === text ? bare : undefined;
  }
  if (family === 6) {
    return bare.includes("%") ? undefined : new URL(`http://[${bare}]`).hostname.slice(1, -1);
  }
  const name = domainToASCII(text.replace(/\.$/, "")).toLowerCase();
  const labels = name.split(".");
  const isNumber = /^(\d+|0x[\da-f]*)$/.test(labels.at(-1) ?? "");
  const isName = name.length <= 253 && labels.every((label) => /^[a-z\d_-]{1,63}$/.test(label));
  return isName && !isNumber ? name : undefined;
}

/** Parses `host`, `host:port`, `[address]` or `[address]:port`. Returns undefined for any other text. */
export function parseAllowedHost(text: string): AllowedHost | undefined {
  const [, written = text, portText] = /^(.*?[^:]):(\d{1,5})$/.exec(text) ?? [];
  const isAddress = isIP(text) === 6;
  const host = canonicalHost(isAddress ? text : written);
  const port = portText === undefined || isAddress ? undefined : Number(portText);
  return host === undefined || (port !== undefined && (port < 1 || port > maxPort)) ? undefined : { host, port };
}

interface HostRules {
  readonly allowedHosts: readonly AllowedHost[];
  /** Port on which the service itself listens. */
  readonly ownPort: number | undefined;
}

/** Returns the canonical host. Throws `EgressRefused` for a host or port that is none. */
export function checkTarget(host: string, port: number): string {
  const canonical = canonicalHost(host);
  if (canonical === undefined) {
    throw new EgressRefused(
      `${JSON.stringify(host)} is no host name or address in its usual form, such as db.example.com, 10.0.0.5 or ::1.`,
    );
  }
  if (!Number.isInteger(port) || port < 1 || port > maxPort) {
    throw new EgressRefused(`The port of ${shown(canonical)} must be a number from 1 to ${maxPort}.`);
  }
  return canonical;
}

/**
 * Throws `EgressRefused` if a host may not be reached at one of the addresses that its name has. A host that is not
 * allowed is reached on this machine only.
 */
export function checkAddresses(host: string, port: number, addresses: readonly string[], rules: HostRules): void {
  for (const address of addresses) {
    const of = address === host ? shown(host) : `${host} has the address ${address}, which`;
    const refused = refusalOf(address);
    if (refused !== undefined) {
      throw new EgressRefused(
        `${of} is ${refused}. The service never connects to it, whatever ${hostSettings} allows.`,
      );
    }
    if (isLoopback(address)) {
      if (port === rules.ownPort) {
        throw new EgressRefused(`${shown(host)}:${port} is this service itself, which it never connects to.`);
      }
    } else if (!rules.allowedHosts.some((rule) => allows(rule, host, address, port))) {
      throw new EgressRefused(
        `The service may not connect to ${shown(host)}:${port}. Allow it with ${hostSettings}, as ${shown(host)}:${port}.`,
      );
    }
  }
}

/** Returns what kind of address it is if it is never connected to. */
function refusalOf(address: string): string | undefined {
  if (isEmbeddedIpv4(address)) {
    return embeddedIpv4.what;
  }
  return refusals.find(({ list }) => list.check(address, familyOf(address)))?.what;
}

function allows(rule: AllowedHost, host: string, address: string, port: number): boolean {
  return (rule.host === host || rule.host === address) && (rule.port === undefined || rule.port === port);
}

function shown(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
