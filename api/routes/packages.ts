/** Packages for clients of this service, and the skill for agents; built at the first call. */
import { Elysia } from "elysia";
import { checkSums } from "../../market/discovery/packages/check-sums.ts";
import { clientPackage } from "../../market/discovery/packages/client-package.ts";
import { mcpBundle } from "../../market/discovery/packages/mcp-bundle.ts";
import { mcpPackage } from "../../market/discovery/packages/mcp-package.ts";
import { pythonWheel } from "../../market/discovery/packages/python-wheel.ts";
import { registryEntry } from "../../market/discovery/packages/registry-entry.ts";
import { skillText } from "../../market/discovery/skill.ts";
import { mediaTypes, discoveryPaths as paths } from "../../market/discovery/vocabulary.ts";
import type { Service } from "../../market/service.ts";
import { emptyQuery } from "../../market/text.ts";
import { type CachedAnswer, respond, toAnswer } from "../../platform/http-answer.ts";

const hidden = { query: emptyQuery, detail: { hide: true } };

export const packageRoutes = (service: Service) => {
  const client = once(async () => ({
    body: await clientPackage(service),
    contentType: mediaTypes.gzip,
  }));
  const mcp = once(async () => ({ body: await mcpPackage(service), contentType: mediaTypes.gzip }));
  const bundle = once(async () => ({
    body: await mcpBundle(service),
    contentType: mediaTypes.zip,
  }));
  const entry = once(async () => ({
    body: JSON.stringify(registryEntry(service, (await bundle()).bytes), null, 2),
    contentType: mediaTypes.json,
  }));
  const wheel = once(async () => ({
    body: await pythonWheel(service),
    contentType: mediaTypes.zip,
  }));
  const sums = once(async () => {
    const made = { clientPackage: client, mcpPackage: mcp, bundle, pythonWheel: wheel };
    const downloads = Object.entries(made).map(async ([name, pack]) => ({
      path: paths[name as keyof typeof made],
      bytes: (await pack()).bytes,
    }));
    return { body: checkSums(await Promise.all(downloads)), contentType: mediaTypes.text };
  });
  const skill = once(async () => ({ body: skillText(service), contentType: mediaTypes.markdown }));
  const send =
    (made: () => Promise<CachedAnswer>) =>
    async ({ request }: { request: Request }) =>
      respond(request, await made());
  return new Elysia({ name: "packages" })
    .get(paths.clientPackage, send(client), hidden)
    .get(paths.mcpPackage, send(mcp), hidden)
    .get(paths.bundle, send(bundle), hidden)
    .get(paths.registryEntry, send(entry), hidden)
    .get(paths.pythonWheel, send(wheel), hidden)
    .get(paths.checkSums, send(sums), hidden)
    .get(paths.skill, send(skill), hidden);
};

/** Caches the result; after a failure the next call tries again. */
function once(make: () => Promise<Parameters<typeof toAnswer>[0]>): () => Promise<CachedAnswer> {
  let made: Promise<CachedAnswer> | null = null;
  return () => {
    made ??= make().then(toAnswer);
    made.catch(() => {
      made = null;
    });
    return made;
  };
}
