import { createServer, type Server } from "node:http";
import type { Registry } from "../platform/metrics.ts";

export type Probe = () => Promise<void>;

const probeTimeoutSeconds = 3;

/** Serves `/metrics`, `/health/live` and `/health/ready`, which names each dependency. */
export function serveStatus(
  registry: Registry,
  options: { host: string; port: number; probes: Record<string, Probe> },
): Promise<Server> {
  const server = createServer(async (request, response) => {
    const answer =
      request.method === "GET" ? await route(registry, options.probes, request.url) : null;
    if (answer === null) return void response.writeHead(404).end();
    response.writeHead(answer.status, { "content-type": answer.contentType }).end(answer.body);
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, () => resolve(server));
  });
}

type Answer = { status: number; contentType: string; body: string };

async function route(
  registry: Registry,
  probes: Record<string, Probe>,
  url: string | undefined,
): Promise<Answer | null> {
  if (url === "/metrics") {
    return { status: 200, contentType: registry.contentType, body: await registry.metrics() };
  }
  if (url === "/health/live") return json(200, { status: "ok" });
  if (url !== "/health/ready") return null;
  const checks = Object.fromEntries(
    await Promise.all(
      Object.entries(probes).map(async ([name, probe]) => [name, await answers(probe)]),
    ),
  );
  const isReady = Object.values(checks).every((check) => check === "ok");
  return json(isReady ? 200 : 503, { status: isReady ? "ok" : "unavailable", checks });
}

async function answers(probe: Probe): Promise<"ok" | "unavailable"> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("no answer")), probeTimeoutSeconds * 1000).unref();
  });
  return await Promise.race([probe(), late]).then(
    () => "ok" as const,
    () => "unavailable" as const,
  );
}

function json(status: number, body: unknown): Answer {
  return { status, contentType: "application/json", body: JSON.stringify(body) };
}
