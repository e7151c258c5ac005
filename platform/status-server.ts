import { createServer, type Server } from "node:http";
import { explainHealth, type Probe } from "./health.ts";
import type { Registry } from "./metrics.ts";
import { PartTrouble, portTrouble } from "./part-trouble.ts";

/**
 * Serves `/metrics`, `/health/live` and `/health/ready`, which lists each dependency with its
 * trouble, for processes without routes, on the first free port. Rejects with a `PartTrouble` if it
 * can listen on none.
 */
export async function serveStatus(
  registry: Registry,
  options: { host: string; ports: readonly number[]; probes: Record<string, Probe> },
): Promise<{ server: Server; port: number }> {
  const server = statusServer(registry, options.probes);
  for (const port of options.ports) {
    const error = await listen(server, port, options.host);
    if (error === null) return { server, port };
    if (error.code !== "EADDRINUSE") throw portTrouble("METRICS_PORT", port, error);
  }
  const [first, last] = [options.ports[0], options.ports.at(-1)];
  const words =
    first === last ? `port ${first} is taken` : `ports ${first} to ${last} are all taken`;
  throw new PartTrouble(`METRICS_PORT: ${words}`);
}

function listen(server: Server, port: number, host: string) {
  return new Promise<NodeJS.ErrnoException | null>((resolve) => {
    const end = (error?: NodeJS.ErrnoException) => {
      server.off("error", end).off("listening", end);
      resolve(error ?? null);
    };
    // A callback given to `listen` would remain registered for each occupied port.
    server.once("error", end).once("listening", end).listen(port, host);
  });
}

function statusServer(registry: Registry, probes: Record<string, Probe>): Server {
  return createServer(async (request, response) => {
    const answer = request.method === "GET" ? await route(registry, probes, request.url) : null;
    if (answer === null) return void response.writeHead(404).end();
    response.writeHead(answer.status, { "content-type": answer.contentType }).end(answer.body);
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
