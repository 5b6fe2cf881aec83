import { join } from "node:path";
import { AwsV4Signer } from "aws4fetch";
import { findProgram, freePort, startProgram } from "./programs.ts";
import { type S3Server, s3Keys } from "./s3-double.ts";

const folders = [join(process.cwd(), ".cache", "moto", "bin")];

/** Whether moto's server is installed. */
export function hasMoto(): boolean {
  return findProgram("moto_server", folders) !== undefined;
}

/** Starts moto's S3 in memory with a bucket. */
export async function startMoto(): Promise<S3Server> {
  const port = await freePort();
  const args = ["-H", "127.0.0.1", "-p", String(port)];
  const server = await startProgram(findProgram("moto_server", folders) ?? "", args, /Running on/);
  const endpoint = `http://127.0.0.1:${port}`;
  const { url, headers } = await new AwsV4Signer({
    method: "PUT",
    url: `${endpoint}/people`,
    ...s3Keys,
    service: "s3",
    region: "us-east-1",
  }).sign();
  const made = await fetch(url, { method: "PUT", headers });
  if (!made.ok) {
    throw new Error(`The bucket was not made: ${await made.text()}`);
  }
  return {
    port,
    parameters: { endpoint, bucket: "people", prefix: "nightly", ...s3Keys },
    stop: () => server.stop("SIGINT"),
  };
}
