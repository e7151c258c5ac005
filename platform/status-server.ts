/** The small server by which processes without routes tell how they are. */
import { createServer, type Server } from "node:http";
import { explainHealth, type Probe } from "./health.ts";
import type { Registry } from "./metrics.ts";

/** Serves `/metrics`, `/health/live` and `/health/ready`, which names each dependency and its trouble. */
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
  const health = await explainHealth(probes);
  return json(health.status === "ok" ? 200 : 503, health);
}

function json(status: number, body: unknown): Answer {
  return { status, contentType: "application/json", body: JSON.stringify(body) };
}
