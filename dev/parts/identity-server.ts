/**
 * The process of the embedded identity provider: a real OpenID provider that signs in any e-mail
 * address without a password. It must never be used for real services, and listens only on loopback
 * unless STAND_IN_HOST is set, which containers need.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import {
  type Configuration,
  interactionPolicy,
  type JWK,
  type KoaContextWithOIDC,
  Provider,
} from "oidc-provider";
import { z } from "zod";
import { daySeconds, hourSeconds } from "../../platform/time.ts";
import { type LoginPage, renderLoginPage } from "./identity-page.ts";

const settings = z
  .object({
    STAND_IN_HOST: z.string().default("127.0.0.1"),
    IDENTITY_PORT: z.coerce.number().int(),
    IDENTITY_DATA_DIR: z.string().min(1),
    IDENTITY_CLIENT_ID: z.string().min(1),
    IDENTITY_CLIENT_SECRET: z.string().min(1),
    IDENTITY_COOKIE_SECRET: z.string().min(1),
    IDENTITY_REDIRECT_URIS: z.string().transform((list) => list.split(" ").filter(Boolean)),
  })
  .parse(process.env);

/** Addresses in this domain can sign in, too, but count as not verified. */
const UNVERIFIED_DOMAIN = "unverified.example";
const FORM_BYTES_MAX = 10_000;
const emailSchema = z.email().max(254).toLowerCase();

const provider = new Provider(`http://127.0.0.1:${settings.IDENTITY_PORT}`, await configuration());

// Tests and `PORT_BASE` move the marketplace to other ports, and only loopback can reach us.
const isRegistered = provider.Client.prototype.redirectUriAllowed;
provider.Client.prototype.redirectUriAllowed = function allowsLoopback(uri: string): boolean {
  const url = URL.parse(uri);
  const isLoopback = url?.hostname === "localhost" || url?.hostname === "127.0.0.1";
  return (isLoopback && url.pathname === "/auth/callback") || isRegistered.call(this, uri);
};

const providerHandler = provider.callback();
const server = createServer((request, response) => {
  const path = request.url?.split("?")[0] ?? "/";
  if (!path.startsWith("/interaction/")) return providerHandler(request, response);
  handleInteraction(request, response).catch((error: unknown) => {
    console.error(error);
    sendPage(response, 400, {
      problem: "This sign-in has ended. Go back to the marketplace and start again.",
    });
  });
});
server.listen(settings.IDENTITY_PORT, settings.STAND_IN_HOST, () =>
  console.log(`${provider.issuer} is up`),
);
process.once("SIGTERM", () => process.exit(0));

async function configuration(): Promise<Configuration> {
  const policy = interactionPolicy.base();
  // Like an account chooser, because one developer acts as seller, owner and buyer in the same
  // browser.
  policy
    .get("login")
    ?.checks.add(
      new interactionPolicy.Check("choose_account", "an account must be chosen", (ctx) =>
        ctx.oidc.result?.login
          ? interactionPolicy.Check.NO_NEED_TO_PROMPT
          : interactionPolicy.Check.REQUEST_PROMPT,
      ),
    );
  return {
    clients: [
      {
        client_id: settings.IDENTITY_CLIENT_ID,
        client_secret: settings.IDENTITY_CLIENT_SECRET,
        redirect_uris: settings.IDENTITY_REDIRECT_URIS,
        post_logout_redirect_uris: settings.IDENTITY_REDIRECT_URIS.map(
          (uri) => new URL(uri).origin,
        ),
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
      },
    ],
    jwks: { keys: [await loadSigningKey()] },
    cookies: { keys: [settings.IDENTITY_COOKIE_SECRET] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    scopes: ["openid", "offline_access", "email", "profile"],
    // Includes the e-mail in the ID token, which saves the marketplace a call.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    ttl: {
      Interaction: hourSeconds,
      Session: daySeconds,
      Grant: daySeconds,
      AccessToken: hourSeconds,
      IdToken: hourSeconds,
    },
    findAccount: (_ctx, subject) => ({
      accountId: subject,
      claims: () => claimsOf(subject),
    }),
    loadExistingGrant: grantEverything,
  };
}

/**
 * The key survives a restart; written to a temporary file first, because a kill may interrupt a
 * write.
 */
async function loadSigningKey(): Promise<JWK> {
  const file = join(settings.IDENTITY_DATA_DIR, "signing-key.json");
  if (existsSync(file)) return JSON.parse(readFileSync(file, "utf8"));
  const pair = await crypto.subtle.generateKey(
    {
      name: "RSASSA-PKCS1-v1_5",
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: "SHA-256",
    },
    true,
    ["sign", "verify"],
  );
  // Without key_ops: the provider would otherwise publish "sign" for a key that clients verify
  // with.
  const exported = await crypto.subtle.exportKey("jwk", pair.privateKey);
  const { key_ops: _operations, ext: _extractable, ...jwk } = exported;
  const key = { ...jwk, use: "sig", alg: "RS256", kid: `embedded-${crypto.randomUUID()}` };
  mkdirSync(settings.IDENTITY_DATA_DIR, { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(key), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return key;
}

/** Grants consent automatically: the marketplace is the provider's only client. */
async function grantEverything(ctx: KoaContextWithOIDC) {
  const clientId = ctx.oidc.client?.clientId;
  const accountId = ctx.oidc.session?.accountId;
  if (clientId === undefined || accountId === undefined) return undefined;
  const grant = new ctx.oidc.provider.Grant({ clientId, accountId });
  grant.addOIDCScope("openid email profile offline_access");
  await grant.save();
  return grant;
}

/** Subjects are opaque to clients; ours contain the e-mail, so nothing is stored. */
function subjectOf(email: string): string {
  return `user_${Buffer.from(email).toString("base64url")}`;
}

function claimsOf(subject: string) {
  const email = Buffer.from(subject.slice("user_".length), "base64url").toString("utf8");
  const [name, domain] = email.split("@");
  return { sub: subject, email, email_verified: domain !== UNVERIFIED_DOMAIN, name: name ?? email };
}

async function handleInteraction(request: IncomingMessage, response: ServerResponse) {
  const details = await provider.interactionDetails(request, response);
  const clientId = String(details.params.client_id);
  if (request.method !== "POST") {
    const hint = details.params.login_hint;
    return sendPage(response, 200, { clientId, email: typeof hint === "string" ? hint : "" });
  }
  const form = new URLSearchParams(await readForm(request));
  if (form.has("cancel")) {
    const result = { error: "access_denied", error_description: "The sign-in was cancelled." };
    return provider.interactionFinished(request, response, result);
  }
  const email = emailSchema.safeParse(form.get("email")?.trim());
  if (!email.success) {
    const problem = "That is not an e-mail address.";
    return sendPage(response, 400, { clientId, email: form.get("email") ?? "", problem });
  }
  const login = { accountId: subjectOf(email.data) };
  return provider.interactionFinished(request, response, { login });
}

async function readForm(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > FORM_BYTES_MAX) throw new Error("The form is too large.");
  }
  return text;
}

function sendPage(response: ServerResponse, status: number, page: LoginPage): void {
  response.writeHead(status, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "Cache-Control": "no-store",
  });
  response.end(renderLoginPage(page));
}
