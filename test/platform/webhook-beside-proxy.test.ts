/** An outgoing proxy resolves names itself, so the checked address would not be the called one. */
import { afterAll, expect, test } from "bun:test";
import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { certificateOf } from "./webhook-certificate.ts";

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const certificate = certificateOf("hooks.example.com");
const moduleOf = (path: string) => JSON.stringify(join(import.meta.dir, "../..", path));
const program = `
import { openWebhookSender } from ${moduleOf("platform/webhooks/sender.ts")};
const { plain, tls, cert } = JSON.parse(process.argv[1]);
const sender = openWebhookSender({
  timeoutSeconds: 10,
  excerptBytesMax: 100,
  allowLoopback: true,
  resolve: async () => [{ address: "127.0.0.1", family: 4 }],
  extraAuthorities: cert,
});
const post = (url) => sender.post(url, { headers: {}, body: "{}" }, new AbortController().signal);
const answers = [await post(plain), await post(tls)];
const fetched = await (await fetch(plain)).text();
process.stdout.write(JSON.stringify({ answers, fetched }));`;

test("webhooks go to the address that was checked, whatever proxy the environment names", async () => {
  const proxy = await listen(createServer((_, response) => response.end("proxied")));
  const plain = await listen(createServer((_, response) => response.end("direct")));
  const tls = await listen(createTlsServer(certificate, (_, response) => response.end("direct")));
  const given = {
    plain: `http://hooks.example.com:${plain}/`,
    tls: `https://hooks.example.com:${tls}/`,
    cert: certificate.cert,
  };
  const names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];
  const proxied = [...names, ...names.map((name) => name.toLowerCase())];
  const child = Bun.spawn([process.execPath, "-e", program, JSON.stringify(given)], {
    env: {
      PATH: process.env.PATH,
      NODE_USE_ENV_PROXY: "1",
      ...Object.fromEntries(proxied.map((name) => [name, `http://127.0.0.1:${proxy}`])),
    },
    stderr: "inherit",
  });
  const direct = { kind: "answered", status: 200, excerpt: "direct" };
  expect(JSON.parse(await new Response(child.stdout).text())).toEqual({
    answers: [direct, direct],
    // The environment does name a proxy: calls to trusted addresses use it.
    fetched: "proxied",
  });
});
