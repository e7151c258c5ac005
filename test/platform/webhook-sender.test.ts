/** Calls to addresses chosen by strangers: what is sent, and what is refused. */
import { afterAll, describe, expect, test } from "bun:test";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { isLoopbackAddress, isPublicAddress } from "../../platform/webhooks/addresses.ts";
import type { ResolvedAddress } from "../../platform/webhooks/resolver.ts";
import { openWebhookSender, type WebhookSenderOptions } from "../../platform/webhooks/sender.ts";
import { signedHeaders, webhookSecret } from "../../platform/webhooks/signature.ts";
import { certificateOf } from "./webhook-certificate.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const servers: Server[] = [];
const never = new AbortController().signal;
const message = { headers: { "content-type": "application/json" }, body: '{"a":1}' };
const loopback: ResolvedAddress[] = [{ address: "127.0.0.1", family: 4 }];

/** Starts a receiver on loopback; returns its port. */
async function receive(handle: Handler, tls?: { key: string; cert: string }): Promise<number> {
  const server = tls === undefined ? createServer(handle) : createTlsServer(tls, handle);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const open = (options: Partial<WebhookSenderOptions> = {}) =>
  openWebhookSender({
    timeoutSeconds: 1,
    excerptBytesMax: 1024,
    allowLoopback: true,
    resolve: async () => loopback,
    ...options,
  });

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString();
}

describe("the sender", () => {
  test("posts the body to the address of the name, and gives back status and first bytes", async () => {
    const seen: unknown[] = [];
    const port = await receive(async (request, response) => {
      const { host } = request.headers;
      seen.push([request.method, request.url, host, await bodyOf(request)]);
      response.writeHead(202).end("x".repeat(5000));
    });
    const sender = open({ excerptBytesMax: 16 });
    const url = `http://hooks.example.com:${port}/in?a=b`;
    const result = await sender.post(url, message, never);
    expect(result).toEqual({ kind: "answered", status: 202, excerpt: "x".repeat(16) });
    expect(seen).toEqual([["POST", "/in?a=b", `hooks.example.com:${port}`, message.body]]);
  });

  test("follows no redirect", async () => {
    let isFollowed = false;
    const inner = await receive((_request, response) => {
      isFollowed = true;
      response.end();
    });
    const port = await receive((_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${inner}/` }).end("elsewhere");
    });
    const result = await open().post(`http://127.0.0.1:${port}/`, message, never);
    expect(result).toEqual({ kind: "answered", status: 307, excerpt: "elsewhere" });
    expect(isFollowed).toBe(false);
  });

  test("gives up on a receiver that hangs when its time is over", async () => {
    const port = await receive(() => {});
    const result = await open().post(`http://127.0.0.1:${port}/`, message, never);
    expect(result).toMatchObject({ kind: "failed", code: "timeout" });
  });

  test("takes the status of an answer whose body never ends", async () => {
    const port = await receive((_request, response) => {
      response.writeHead(200);
      response.write("begun");
    });
    const result = await open().post(`http://127.0.0.1:${port}/`, message, never);
    expect(result).toEqual({ kind: "answered", status: 200, excerpt: "begun" });
  });

  test("a receiver that switches protocols instead of answering has failed, at once", async () => {
    const port = await receive(() => {});
    servers.at(-1)?.on("upgrade", () => {});
    servers.at(-1)?.on("connection", (socket) => {
      socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n");
    });
    const sender = open({ timeoutSeconds: 30 });
    const result = await sender.post(`http://127.0.0.1:${port}/`, message, never);
    expect(result).toMatchObject({ kind: "failed", code: "connection_failed" });
  });

  test("ends at once when it is told to", async () => {
    const port = await receive(() => {});
    const signal = AbortSignal.timeout(100);
    const sender = open({ timeoutSeconds: 3600 });
    const result = await sender.post(`http://127.0.0.1:${port}/`, message, signal);
    expect(result.kind).toBe("failed");
  });

  test("says that nobody listens, or that the DNS knows no such name", async () => {
    const port = await receive(() => {});
    const closed = servers.pop();
    await new Promise((resolve) => closed?.close(resolve));
    const refused = await open().post(`http://127.0.0.1:${port}/`, message, never);
    expect(refused).toMatchObject({ kind: "failed", code: "connection_failed" });
    const resolve = () => Promise.reject(new Error("ENOTFOUND"));
    const unknown = await open({ resolve }).post("https://nowhere.example/", message, never);
    expect(unknown).toMatchObject({ kind: "failed", code: "name_not_found" });
  });

  test("does not wait for a DNS that hangs", async () => {
    const sender = open({ resolve: () => new Promise(() => {}) });
    const result = await sender.post("https://slow.example/", message, never);
    expect(result).toMatchObject({ kind: "failed", code: "timeout" });
  });
});

describe("addresses that are not public", () => {
  const strict = { allowLoopback: false };

  test.each([
    ["10.1.2.3"],
    ["172.31.0.1"],
    ["192.168.1.1"],
    ["127.0.0.1"],
    ["127.9.9.9"],
    ["0.0.0.0"],
    ["169.254.169.254"],
    ["168.63.129.16"],
    ["100.100.100.200"],
    ["192.0.0.1"],
    ["198.18.0.1"],
    ["224.0.0.1"],
    ["255.255.255.255"],
    ["240.0.0.1"],
    ["::"],
    ["::1"],
    ["::7f00:1"],
    ["::ffff:127.0.0.1"],
    ["::ffff:a00:1"],
    ["64:ff9b::a9fe:a9fe"],
    ["64:ff9b:1::a00:1"],
    ["2002:a00:1::"],
    ["2001:0:a00:1::"],
    ["2001:db8::1"],
    ["fe80::1"],
    ["fe80::1%eth0"],
    ["fec0::1"],
    ["fc00::1"],
    ["fd00:ec2::254"],
    ["ff02::1"],
    ["localhost"],
    [""],
  ])("%s is refused, stated or resolved", async (address) => {
    expect(isPublicAddress(address)).toBe(false);
    const resolve = async () => [...loopback, { address, family: address.includes(":") ? 6 : 4 }];
    const sender = open({ ...strict, resolve });
    const result = await sender.post("https://hooks.example.com/", message, never);
    expect(result).toMatchObject({ kind: "failed", code: "address_not_allowed" });
  });

  test.each([
    ["http://hooks.example.com/"],
    ["https://127.0.0.1/"],
    ["https://2130706433/"],
    ["https://0x7f.1/"],
    ["https://[::1]/"],
    ["https://[::ffff:10.0.0.1]/"],
    ["https://user:secret@hooks.example.com/"],
    ["https://user@hooks.example.com/"],
    ["ftp://hooks.example.com/"],
    ["file:///etc/passwd"],
    ["hooks.example.com"],
    ["https://hooks.example.com:22/"],
    ["https://hooks.example.com:5432/"],
    ["https://hooks.example.com/\u0000"],
    ["https://hooks.exa\tmple.com/"],
    ["https://hooks.example.com/\nX: y"],
    ["https://hooks.example.com/\u202egnp.evil"],
  ])("%s is refused before anything is resolved", async (url) => {
    let lookups = 0;
    const resolve = async () => {
      lookups += 1;
      return loopback;
    };
    const result = await open({ ...strict, resolve }).post(url, message, never);
    expect(result).toMatchObject({ kind: "failed", code: "url_not_allowed" });
    expect(lookups).toBe(0);
  });

  test("one private address among public ones is enough to refuse a name", async () => {
    const resolve = async () => [
      { address: "93.184.215.14", family: 4 },
      { address: "10.0.0.1", family: 4 },
    ];
    const result = await open({ ...strict, resolve }).post("https://a.example/", message, never);
    expect(result).toMatchObject({ kind: "failed", code: "address_not_allowed" });
  });

  test("where no resolver is given, localhost is refused", async () => {
    const sender = openWebhookSender({ timeoutSeconds: 5, excerptBytesMax: 1, ...strict });
    const result = await sender.post("https://localhost/", message, never);
    expect(result).toMatchObject({ kind: "failed", code: "address_not_allowed" });
  });

  test("localhost is a receiver's name for the embedded stack", async () => {
    const port = await receive((_request, response) => response.end("here"));
    const options = { timeoutSeconds: 5, excerptBytesMax: 9, allowLoopback: true };
    const result = await openWebhookSender(options).post(
      `http://localhost:${port}/`,
      message,
      never,
    );
    expect(result).toEqual({ kind: "answered", status: 200, excerpt: "here" });
  });

  test("loopback is allowed to the embedded stack, other private addresses are not", async () => {
    expect(isLoopbackAddress("127.0.0.1") && isLoopbackAddress("::1")).toBe(true);
    const resolve = async () => [{ address: "10.0.0.1", family: 4 }];
    const result = await open({ resolve }).post("http://inner.example/", message, never);
    expect(result).toMatchObject({ kind: "failed", code: "address_not_allowed" });
  });

  test("a name is resolved once, and the connection goes to what was checked", async () => {
    let lookups = 0;
    const resolve = async (): Promise<ResolvedAddress[]> => {
      lookups += 1;
      return lookups === 1 ? loopback : [{ address: "10.0.0.1", family: 4 }];
    };
    const port = await receive((_request, response) => response.end("pinned"));
    const sender = open({ resolve });
    const result = await sender.post(`http://rebinding.example:${port}/`, message, never);
    expect(result).toEqual({ kind: "answered", status: 200, excerpt: "pinned" });
    expect(lookups).toBe(1);
  });

  test.each([["8.8.8.8"], ["93.184.215.14"], ["2606:4700:4700::1111"], ["2a00:1450:4001::1"]])(
    "%s is public",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
});

describe("TLS", () => {
  const certificate = certificateOf("hooks.example.com");

  test("the certificate is checked against the name, though an address is called", async () => {
    const port = await receive((_request, response) => response.end("safe"), certificate);
    const sender = open({ extraAuthorities: certificate.cert });
    const right = await sender.post(`https://hooks.example.com:${port}/`, message, never);
    expect(right).toEqual({ kind: "answered", status: 200, excerpt: "safe" });
    const wrong = await sender.post(`https://other.example.com:${port}/`, message, never);
    expect(wrong).toMatchObject({ kind: "failed", code: "connection_failed" });
    const unknown = await open().post(`https://hooks.example.com:${port}/`, message, never);
    expect(unknown).toMatchObject({ kind: "failed", code: "connection_failed" });
  });
});

describe("signatures", () => {
  const deployment = "s".repeat(40);
  const endpoint = { id: "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0b", generation: 1 };
  const sent = {
    id: "0192f0c1-5a30-7aa0-8a54-0d4b7c9e2f11",
    sentAt: new Date(),
    body: '{"a":"ü"}',
  };

  test("the verifier of Standard Webhooks takes them, and nothing that was changed", () => {
    const secret = webhookSecret(deployment, endpoint);
    const headers = signedHeaders([secret], sent);
    expect(new Webhook(secret).verify(sent.body, headers)).toEqual({ a: "ü" });
    const verify = (body: string, more: Record<string, string> = {}) =>
      new Webhook(secret).verify(body, { ...headers, ...more });
    expect(() => verify('{"a":"u"}')).toThrow(WebhookVerificationError);
    expect(() => verify(sent.body, { "webhook-id": endpoint.id })).toThrow();
    expect(() => verify(sent.body, { "webhook-timestamp": "1700000000" })).toThrow();
  });

  test("two secrets sign side by side while one replaces the other", () => {
    const secrets = [1, 2].map((generation) =>
      webhookSecret(deployment, { ...endpoint, generation }),
    );
    const headers = signedHeaders(secrets, sent);
    for (const secret of secrets) {
      expect(new Webhook(secret).verify(sent.body, headers)).toEqual({ a: "ü" });
    }
  });

  test("a secret is of its endpoint, its generation and its deployment alone, with 32 bytes", () => {
    const others = [
      webhookSecret(deployment, endpoint),
      webhookSecret(deployment, { ...endpoint, generation: 2 }),
      webhookSecret(deployment, { ...endpoint, id: "0192f0c1-2f5e-7c3a-9d1b-5a4c3e2f1a0c" }),
      webhookSecret("t".repeat(40), endpoint),
    ];
    expect(new Set(others).size).toBe(4);
    for (const secret of others) {
      expect(Buffer.from(secret.replace("whsec_", ""), "base64").byteLength).toBe(32);
    }
    expect(webhookSecret(deployment, endpoint)).toBe(others[0] ?? "");
  });
});
