import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServiceArguments } from "../../src/service/process/start.ts";
import { copySample, type TestRequest } from "./running-service.ts";
import { type ProgramCall, type ProgramEnd, type RunningProgram, serviceProgram, signIn } from "./service-program.ts";

/** The service as the program that ships, over a data folder with the usual sample that outlives each kill. */
export class KillableService {
  readonly #program = serviceProgram();
  #running: RunningProgram | undefined;
  #call: ProgramCall | undefined;

  private constructor(readonly dataFolder: string) {}

  /** Makes the data folder. The service is started by `begin`. */
  static async create(): Promise<KillableService> {
    const dataFolder = await mkdtemp(join(tmpdir(), "workforce-killable-"));
    await copySample(dataFolder);
    return new KillableService(dataFolder);
  }

  /** Starts the service and signs in. */
  async begin(): Promise<void> {
    this.#running = this.#program.start(createServiceArguments({ dataFolder: this.dataFolder }));
    this.#call = await signIn(this.#running);
  }

  async kill(): Promise<ProgramEnd> {
    assert.ok(this.#running);
    this.#running.process.kill("SIGKILL");
    return this.#running.end;
  }

  /** Sends a request with the token. An answer other than 200 fails the test. */
  async call<Value = Record<string, string>>(method: string, path: string, body?: object): Promise<Value> {
    assert.ok(this.#call);
    const content = body instanceof FormData ? await multipart(body) : { ...(body && { json: body }) };
    const { text } = await this.#call(method, path, content);
    return JSON.parse(text || "{}");
  }

  /** Ends what still runs and removes the data folder. */
  async dispose(): Promise<void> {
    await this.#program.dispose();
    await rm(this.dataFolder, { recursive: true, force: true });
  }
}

async function multipart(form: FormData): Promise<TestRequest> {
  const encoded = new Response(form);
  return {
    text: new Uint8Array(await encoded.arrayBuffer()),
    headers: { "content-type": encoded.headers.get("content-type") ?? "" },
  };
}
