/** Redirect addresses for codes: lookalikes, and addresses that parsers read differently. */
import { expect, test } from "bun:test";
import { testApi } from "../../support/api.ts";
import { ask, redirectUri, registerClient } from "./support.ts";

const api = await testApi();

const register = (address: string) =>
  api.send("POST", "/oauth/register", { body: { redirect_uris: [address] } });

test.each([
  "https://host.example/callback",
  "https://host.example:8443/callback?tenant=1",
  "http://127.0.0.1/callback",
  "http://127.0.0.1:3999/callback",
  "http://localhost/callback",
  "http://[::1]:3999/callback",
  "cursor://anysphere.cursor-mcp/oauth/callback",
  "com.example.app:/callback",
  "com.example.app://callback",
  "com.example-maker.app:/callback?from=market",
  "xn--p1ai.example:/callback",
])("the address %j is registered as it is written", async (address) => {
  const { status, body } = await register(address);
  expect([status, body.redirect_uris]).toEqual([201, [address]]);
});

test.each([
  ["another reader's host", "https://host.example\\@evil.example/callback"],
  ["a missing host", "https:///evil.example"],
  ["slashes turned round", "http:\\\\localhost\\callback"],
  ["no slashes", "https:evil.example/callback"],
  ["a line of its own", "https://host.example/\r\nSet-Cookie:a=b"],
  ["a blank before it", " https://host.example/callback"],
  ["a blank in it", "https://host.example/call back"],
  ["letters of another alphabet", "https://hоst.example/callback"],
  ["a fragment", "https://host.example/callback#part"],
  ["an empty fragment", "https://host.example/callback#"],
  ["a name", "https://localhost@evil.example/callback"],
  ["a password", "https://a:b@host.example/callback"],
  ["loopback as a number", "http://2130706433/callback"],
  ["loopback in short", "http://127.1/callback"],
  ["another loopback", "http://127.0.0.2/callback"],
  ["every address", "http://0.0.0.0/callback"],
  ["IPv4 within IPv6", "http://[::ffff:127.0.0.1]/callback"],
  ["localhost with a dot", "http://localhost./callback"],
  ["localhost as a part", "http://localhost.evil.example/callback"],
  ["script", "JavaScript:alert(1)"],
  ["data", "data:text/html,x"],
  ["a file", "file:///etc/passwd"],
  ["a mail", "mailto:thief@evil.example"],
  ["a socket", "wss://evil.example/callback"],
  ["any program at all", "intent://evil.example/callback"],
  ["the settings of a Mac", "x-apple.systempreferences:com.apple.preference.security"],
  ["a remote help", "ms-msdt:/id%20PCWDiagnostic"],
  ["an installer", "ms-appinstaller:?source=https://evil.example/a.msix"],
  ["a remote desktop", "rdp://full%20address=s:evil.example"],
  ["a shell", "ssh://evil.example/callback"],
  ["a scheme of one word", "myapp://callback"],
  ["the scheme of a program that is known, but not its address", "cursor://evil.example/callback"],
  ["a scheme in reverse without a path", "com.example.app:callback"],
  ["a scheme that ends with a dot", "com.:/callback"],
])("an address with %s is refused: %j", async (_name, address) => {
  const { status, body } = await register(address);
  expect([status, body.error]).toEqual([400, "invalid_redirect_uri"]);
});

test("a refusal of an address says which addresses are taken", async () => {
  const { body } = await register("myapp://callback");
  expect(body.error_description).toMatch(/https:\/\/.*localhost.*com\.example\.app:\/callback/);
});

test.each([
  "http://x@127.0.0.1:3999/callback",
  "http://127.1:3999/callback",
  "http://2130706433:3999/callback",
  "http://127.0.0.1.:3999/callback",
  "http://localhost:3999/callback",
  "http://[::ffff:7f00:1]:3999/callback",
  "http://127.0.0.1:3999\\@evil.example/callback",
  "http://127.0.0.1:3999/callback#part",
  "http://127.0.0.1:3999/callback?more=1",
  "http://127.0.0.1:3999/%63allback",
  "http://127.0.0.1:3999/./callback",
  "http://127.0.0.1:3999/x/../callback",
  "http://127.0.0.1:3999//callback",
  "http://127.0.0.1:99999/callback",
  " http://127.0.0.1:3999/callback",
])("a client of 127.0.0.1/callback is sent to nobody at %j", async (address) => {
  const config = await registerClient(api, { redirect_uris: [redirectUri] });
  const { response } = await ask(config, { parameters: { redirect_uri: address } });
  expect([response.status, response.headers.get("location")]).toEqual([400, null]);
});

test.each(["redirect_uri", "client_id", "state", "code_challenge", "code_challenge_method"])(
  "%s that comes twice is no request: nobody decides which of the two was meant",
  async (name) => {
    const config = await registerClient(api, { redirect_uris: [redirectUri] });
    const { url } = (await ask(config)).response;
    const twice = new URL(url);
    twice.searchParams.append(name, twice.searchParams.get(name) ?? "");
    const response = await fetch(twice, { redirect: "manual" });
    const location = response.headers.get("location") ?? "";
    expect(location).not.toContain("/oauth/consent/");
    expect(location === "" || location.startsWith(`${redirectUri}?error=invalid_request`)).toBe(
      true,
    );
  },
);
