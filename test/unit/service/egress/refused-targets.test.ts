import assert from "node:assert/strict";
import { createServer } from "node:net";
import type { Egress } from "../../../../src/service/egress/egress.ts";
import { EgressRefused } from "../../../../src/service/egress/host-rules.ts";
import { allow, egressTo, metadata, resolverOf, useLocalServers } from "./egress-fixture.ts";

const rebinding = {
  "metadata.google.internal": [[metadata]],
  "one-of-two.example": [["93.184.216.34", metadata]],
  "mapped.example": [["::ffff:169.254.169.254"]],
  "nat64.example": [["64:ff9b::a9fe:a9fe"]],
  "link-local.example": [["fe80::1"]],
  "zone.example": [["fe80::1%eth0"]],
  "zero.example": [["0.0.0.0"]],
  "nowhere.example": [[]],
  "private.example": [["10.0.0.7"]],
  "unknown.example": [["93.184.216.34"]],
};

/** Hosts that somebody has allowed, among them those that nothing allows. */
const allowedAnyway = [
  metadata,
  "metadata.google.internal",
  "one-of-two.example",
  "mapped.example",
  "nat64.example",
  "link-local.example",
  "zone.example",
  "zero.example",
  "nowhere.example",
  "[::ffff:a9fe:a9fe]",
  "[fe80::1]",
  "0.0.0.0",
  "224.0.0.1",
  "100.100.100.200",
  "db.example:5432",
];

/** Targets of a request that are refused; PORT is the port of a server that would answer, OWN the service's own. */
const refusedUrls: readonly string[] = [
  // Metadata services, however they are written.
  `http://${metadata}/latest/meta-data/`,
  `http://${metadata}:PORT/`,
  `http://${metadata}./`,
  "http://metadata.google.internal/computeMetadata/v1/",
  "http://100.100.100.200/latest/meta-data/",
  "http://168.63.129.16/machine",
  "http://192.0.0.192/latest/",
  "http://[fd00:ec2::254]/latest/meta-data/",
  "http://[fd20:ce::254]/",
  // Decimal, octal, hexadecimal and short forms.
  "http://2852039166/",
  "http://0xa9fea9fe/",
  "http://0xA9.0xFE.0xA9.0xFE/",
  "http://0251.0376.0251.0376/",
  "http://0251.254.169.254/",
  "http://169.254.43518/",
  "http://169.16689662/",
  "http://2130706433:PORT/",
  "http://0x7f000001:PORT/",
  "http://0x7f.1:PORT/",
  "http://0177.0.0.1:PORT/",
  "http://017700000001:PORT/",
  "http://127.1:PORT/",
  "http://127.0.1:PORT/",
  "http://0:PORT/",
  "http://00000.0.0.0:PORT/",
  "http://①②⑦.⓪.⓪.①:PORT/",
  "http://127。0。0。1:PORT/",
  "http://%31%32%37.0.0.1:PORT/",
  "http://127.0.0.%31:PORT/",
  // IPv4 addresses inside IPv6 ones.
  "http://[::ffff:127.0.0.1]:PORT/",
  "http://[::ffff:7f00:1]:PORT/",
  "http://[0:0:0:0:0:ffff:127.0.0.1]:PORT/",
  "http://[::ffff:169.254.169.254]/",
  "http://[::ffff:a9fe:a9fe]/",
  "http://[::127.0.0.1]:PORT/",
  "http://[::a9fe:a9fe]/",
  "http://[64:ff9b::169.254.169.254]/",
  "http://[64:ff9b:1::a9fe:a9fe]/",
  "http://[2002:a9fe:a9fe::1]/",
  "http://[2001:0:a9fe:a9fe::1]/",
  // Unspecified, link-local, multicast, broadcast.
  "http://0.0.0.0:PORT/",
  "http://0.1.2.3:PORT/",
  "http://[::]:PORT/",
  "http://169.254.0.1/",
  "http://[fe80::1]:PORT/",
  "http://[fec0::1]/",
  "http://224.0.0.1/",
  "http://239.255.255.250/",
  "http://[ff02::1]/",
  "http://255.255.255.255/",
  "http://240.0.0.1/",
  // Names that lead to such addresses, or to none.
  "http://one-of-two.example/",
  "http://mapped.example/",
  "http://nat64.example/",
  "http://link-local.example/",
  "http://zone.example/",
  "http://zero.example:PORT/",
  "http://nowhere.example/",
  // Hosts that nobody allowed.
  "http://unknown.example/",
  "http://private.example/",
  "http://10.0.0.7/",
  "http://192.168.1.1/",
  "http://[fd12:3456::1]/",
  "https://93.184.216.34/",
  // The service itself.
  "http://127.0.0.1:OWN/v1/op/webhooks",
  "http://localhost:OWN/",
  "http://127.0.0.2:OWN/",
  "http://[::1]:OWN/",
  // What is no request over HTTP, or not what it seems.
  "file:///etc/passwd",
  "ftp://127.0.0.1/",
  "gopher://127.0.0.1:PORT/_GET",
  "unix:/var/run/docker.sock",
  "http://user:word@127.0.0.1:PORT/",
  "http://user@127.0.0.1:PORT/",
  "http://127.0.0.1:PORT@unknown.example/",
  "http:\\\\127.0.0.1:PORT\\",
  "http:/127.0.0.1:PORT/",
  "//127.0.0.1:PORT/",
  "http://127.0.0.1:0/",
  "http://127.0.0.1:99999/",
];

suite("targets that the service may not reach", () => {
  const listen = useLocalServers();
  let port: number;
  let ownPort: number;
  let connections: number;
  let egress: Egress;

  setup(async () => {
    connections = 0;
    const count = () =>
      createServer((socket) => {
        connections++;
        socket.destroy();
      });
    port = await listen(count());
    ownPort = await listen(count());
    const { resolveHost } = resolverOf({ ...rebinding, localhost: [["127.0.0.1", "::1"]] });
    egress = egressTo({ allowedHosts: allow(...allowedAnyway), resolveHost });
    egress.setOwnPort(ownPort);
  });

  test("are more than sixty", () => {
    assert.ok(new Set(refusedUrls).size >= 60);
  });

  for (const url of refusedUrls) {
    test(`are refused: ${url}`, async () => {
      const target = url.replace("PORT", String(port)).replace("OWN", String(ownPort));
      await assert.rejects(egress.request(target, { method: "GET", timeoutMs: 2000 }), EgressRefused);
      assert.equal(connections, 0);
    });
  }

  for (const host of [metadata, "2130706433", "0x7f.1", "0177.0.0.1", "127.1", "::ffff:127.0.0.1", "[127.0.0.1]", ""]) {
    test(`are refused to a driver: ${JSON.stringify(host)}`, async () => {
      await assert.rejects(egress.connect(host, port, { timeoutMs: 2000 }), EgressRefused);
      assert.equal(connections, 0);
    });
  }

  test("are refused with the setting that allows a host, and with the reason where nothing does", async () => {
    await assert.rejects(egress.connect("private.example", 5432), {
      message:
        "The service may not connect to private.example:5432. Allow it with --allow-host or the setting workforce.localService.allowedHosts, as private.example:5432.",
    });
    await assert.rejects(egress.request(`http://${metadata}/`, { method: "GET" }), {
      message:
        "169.254.169.254 is a link-local address. The service never connects to it, whatever --allow-host or the setting workforce.localService.allowedHosts allows.",
    });
  });

  test("are refused on another port than the one that was allowed", async () => {
    const { resolveHost } = resolverOf({ "db.example": [["10.0.0.7"]] });
    const one = egressTo({ allowedHosts: allow("db.example:5432"), resolveHost });
    await assert.rejects(one.connect("db.example", 5433), EgressRefused);
  });

  test("have no password of the URL in the message", async () => {
    await assert.rejects(egress.request("https://ann:sesame@db.example/", { method: "GET" }), (error) => {
      assert.ok(error instanceof EgressRefused);
      assert.doesNotMatch(error.message, /ann|sesame/);
      return true;
    });
  });
});
