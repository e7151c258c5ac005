/**
 * Serves a disk store in a separate process, so that its memory can be measured, under Bun or Deno.
 * Arguments: folder, signing secret. Prints `listening <port>` when ready.
 */
import { createDiskHandler } from "../../platform/storage/serve-disk.ts";
import { answerRefusals } from "./answer-refusals.ts";

const [rootDir = "", signingSecret = ""] = process.argv.slice(2);
const publicBaseUrl = "http://127.0.0.1";
const config = { kind: "disk", rootDir, signingSecrets: [signingSecret], publicBaseUrl } as const;
const handle = answerRefusals(createDiskHandler(config));
const announce = (port: number | undefined) => console.log(`listening ${port}`);

type DenoServe = (
  options: { port: number; hostname: string; onListen(address: { port: number }): void },
  handler: (request: Request) => Promise<Response>,
) => unknown;

const { Deno } = globalThis as { Deno?: { serve: DenoServe } };
if (Deno !== undefined) {
  Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: ({ port }) => announce(port) }, handle);
} else {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    maxRequestBodySize: 2 ** 40,
    fetch: handle,
  });
  announce(server.port);
}
