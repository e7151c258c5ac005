/** The code flow with PKCE over a loopback address (RFC 8252), as docs/oauth.md describes it. */
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Secrets } from "./secrets.ts";

type Tokens = NonNullable<Secrets["oauth"]>;

const CLIENT_NAME = "dataset-market command line";
const SIGN_IN_MS_MAX = 15 * 60_000;
const CALL_MS_MAX = 30_000;

/** Asks the person in a browser; `show` gets the address to open. */
export async function signIn(
  baseUrl: string,
  show: (url: string) => void,
  signal: AbortSignal,
): Promise<Tokens> {
  const verifier = randomBytes(32).toString("base64url");
  const state = randomBytes(16).toString("base64url");
  const limit = AbortSignal.any([signal, AbortSignal.timeout(SIGN_IN_MS_MAX)]);
  const callback = await listen(state, limit);
  try {
    const { redirectUri } = callback;
    const client = await post(`${baseUrl}/oauth/register`, {
      client_name: CLIENT_NAME,
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    });
    const clientId = String(client.client_id);
    const address = new URL(`${baseUrl}/oauth/authorize`);
    address.search = String(
      new URLSearchParams({
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        code_challenge_method: "S256",
        resource: baseUrl,
      }),
    );
    show(String(address));
    const code = await callback.code;
    return await exchange(baseUrl, clientId, {
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
  } finally {
    callback.close();
  }
}

export function refreshTokens(baseUrl: string, { clientId, refresh }: Tokens): Promise<Tokens> {
  return exchange(baseUrl, clientId, { grant_type: "refresh_token", refresh_token: refresh });
}

async function exchange(
  baseUrl: string,
  clientId: string,
  grant: Record<string, string>,
): Promise<Tokens> {
  const form = new URLSearchParams({ ...grant, client_id: clientId, resource: baseUrl });
  const answer = await post(`${baseUrl}/oauth/token`, form);
  return {
    clientId,
    access: String(answer.access_token),
    refresh: String(answer.refresh_token),
    expiresAt: Date.now() + Number(answer.expires_in) * 1000,
  };
}

async function post(url: string, body: URLSearchParams | object): Promise<Record<string, unknown>> {
  const isForm = body instanceof URLSearchParams;
  const answer = await fetch(url, {
    method: "POST",
    headers: isForm ? {} : { "content-type": "application/json" },
    body: isForm ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(CALL_MS_MAX),
  });
  const text = await answer.text();
  const json = text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {};
  if (answer.ok) return json;
  const why = json.error_description ?? json.detail ?? `the server answered ${answer.status}`;
  throw new Error(`The sign-in failed: ${String(why)}. Next: \`dataset-market login\` again.`);
}

const donePage = `<!doctype html><meta charset="utf-8"><title>Connected</title>
<p style="font:16px system-ui;margin:4rem">Connected. Close this tab and return to the terminal.`;

async function listen(state: string, signal: AbortSignal) {
  let resolve: (code: string) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const code = new Promise<string>((done, fail) => {
    resolve = done;
    reject = fail;
  });
  code.catch(() => {});
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? "/", "http://localhost").searchParams;
    if (query.get("state") !== state) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": "text/html", connection: "close" }).end(donePage);
    const found = query.get("code");
    if (found === null) reject(new Error(`Not connected: ${query.get("error") ?? "no code"}.`));
    else resolve(found);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const end = () => reject(new Error("Nobody signed in."));
  signal.addEventListener("abort", end, { once: true });
  const { port } = server.address() as AddressInfo;
  return {
    code,
    redirectUri: `http://127.0.0.1:${port}/callback`,
    close() {
      signal.removeEventListener("abort", end);
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Does nothing where no browser can be opened: the address is shown, too. */
export function openBrowser(url: string): void {
  const [program, ...args] =
    process.platform === "darwin"
      ? ["open"]
      : process.platform === "win32"
        ? ["explorer"]
        : ["xdg-open"];
  const child = spawn(program ?? "xdg-open", [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
