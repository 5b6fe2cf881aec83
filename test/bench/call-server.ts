// What a client's calls are measured against: call-server.js. Prints its own address. A token for who signs in, a page of 100
// table sources for a GET, and for an upload that all of it has come.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const columns = Array.from({ length: 8 }, (_, index) => ({
  name: `COLUMN_${index}`,
  dataType: index === 7 ? "TIMESTAMP" : "STRING",
  isPrimaryTimestamp: index === 7,
}));
const tables = Array.from({ length: 100 }, (_, index) => ({
  uuid: `7d0f6a52-3c1e-4f0b-9a55-0c5b8d1e${String(index).padStart(4, "0")}`,
  objectName: `extract_${index}`,
  basicInformation: { displayName: `Extract ${index}`, description: "Rows of a source system as they were delivered." },
  columns,
  canChildrenInherit: index % 2 === 0,
  snapshotRetentionDays: 7,
}));
const page = JSON.stringify({ tables });

const server = createServer((request, response) => {
  if (request.method === "GET") {
    response.writeHead(200, { "content-type": "application/json" }).end(page);
    return;
  }
  request.resume().on("end", () => {
    const isSignIn = request.url?.endsWith("serviceSecureToken") === true;
    response
      .writeHead(200, { "content-type": isSignIn ? "text/plain" : "application/json" })
      .end(isSignIn ? "TOKEN" : "{}");
  });
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
// The bench holds the other end: when it is gone, so is this.
process.stdin.on("end", () => process.exit()).resume();
