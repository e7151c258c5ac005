/** What only the stand-in has: faults, the log and webhook endpoints that tests may name. */
import { z } from "zod";
import type { Faults } from "./faults.ts";
import type { HttpAnswer } from "./http.ts";
import { newId } from "./ids.ts";
import type { Log } from "./log.ts";
import type { Store } from "./store.ts";

const endpointSchema = z.strictObject({
  url: z.url(),
  /** The stand-in's own secret unless one is given. */
  secret: z.string().min(1).optional(),
  enabled_events: z.array(z.string()).min(1).default(["*"]),
});

type Options = { faults: Faults; log: Log; store: Store; secret: string };

/** Answers `/_faults`, `/_log` and `/_endpoints`; wrong JSON is a 400 that says what is wrong. */
export function createControls({ faults, log, store, secret }: Options) {
  const routes: Record<string, (body: string) => object> = {
    "GET /_faults": () => ({ faults: faults.list() }),
    "POST /_faults": (body) => {
      faults.add(JSON.parse(body));
      return { faults: faults.list() };
    },
    "DELETE /_faults": () => {
      faults.clear();
      return { faults: [] };
    },
    "GET /_log": () => log.read(),
    "DELETE /_log": () => {
      log.clear();
      return log.read();
    },
    "POST /_endpoints": (body) => {
      const given = endpointSchema.parse(JSON.parse(body));
      const id = newId("we");
      store.save({
        id,
        object: "webhook_endpoint",
        api_version: null,
        application: null,
        created: Math.floor(Date.now() / 1000),
        description: "Made by a test",
        enabled_events: given.enabled_events,
        livemode: false,
        metadata: {},
        status: "enabled",
        url: given.url,
      });
      store.setHidden(id, { secret: given.secret ?? secret });
      return { id, url: given.url };
    },
    "DELETE /_endpoints": () => {
      for (const { id } of store.list("webhook_endpoint")) store.remove(id);
      return {};
    },
  };
  return async (method: string, url: URL, body: string): Promise<HttpAnswer> => {
    const route = routes[`${method} ${url.pathname}`];
    if (route === undefined) return json(404, { error: "There is no such address." });
    try {
      return json(200, route(body));
    } catch (error) {
      const message = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
      return json(400, { error: message });
    }
  };
}

function json(status: number, body: object): HttpAnswer {
  return {
    status,
    headers: { "content-type": "application/json" },
    body: `${JSON.stringify(body, null, 2)}\n`,
  };
}
