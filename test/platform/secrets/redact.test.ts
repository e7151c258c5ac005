/** Credentials in texts from libraries and providers: no log line contains one, in any place. */
import { describe, expect, test } from "bun:test";
import { Writable } from "node:stream";
import { requestIdOf as idAtTheApi } from "../../../api/http/request-state.ts";
import { requestIdOf as idAtMcp } from "../../../mcp/edge/caller.ts";
import { type Logger, openLog } from "../../../platform/log.ts";

const random = (chars: number) => "Qz7Kx".repeat(20).slice(0, chars);

/** Each kind with a realistic value; `known`: only the process itself can recognise it. */
const kinds: [name: string, value: string][] = [
  ["an API key", `dm_live_${random(43)}`],
  ["an access token", `dm_oauth_${random(43)}`],
  ["a refresh token", `dm_refresh_${random(43)}`],
  ["an agent token", `eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJkIn0.${random(43)}`],
  ["a session", `eyJhbGciOiJkaXIifQ..${random(16)}.${random(90)}.${random(22)}`],
  ["a webhook's secret", `whsec_${random(43)}=`],
  ["a key of Stripe", `sk_live_${random(24)}`],
  ["a restricted key of Stripe", `rk_test_${random(24)}`],
  ["a key of Resend", `re_${random(8)}_${random(24)}`],
];

const config = {
  LOG_LEVEL: "trace",
  PUBLIC_BASE_URL: "https://market.example",
  SESSION_SECRET: [`new-${random(40)}`, `old-${random(40)}`],
  OIDC_CLIENT_SECRET: `plain words ${random(12)}`,
  RESEND_API_KEY: `custom"quoted\\${random(12)}`,
  DATABASE_URL: `postgres://market:p%40ss-${random(9)}@db.example:5432/market`,
  DATABASE_REPLICA_URLS: [`postgres://market:${random(10)}replica@two.example/market`],
  NATS_URL: `nats://${random(12)}token@one.example:4222,nats://bus:${random(11)}pw@two.example:4222`,
  storage: { kind: "s3", accessKeyId: "AKIAEXAMPLE", secretAccessKey: `s3/${random(36)}+=` },
};
const ours: [name: string, value: string][] = [
  ["the secret that signs", config.SESSION_SECRET[0] ?? ""],
  ["the secret of before", config.SESSION_SECRET[1] ?? ""],
  ["the client's secret", config.OIDC_CLIENT_SECRET],
  ["a key with quotes", config.RESEND_API_KEY],
  ["the database's password", `p@ss-${random(9)}`],
  ["the database's password in its address", `p%40ss-${random(9)}`],
  ["a replica's password", `${random(10)}replica`],
  ["the bus' token", `${random(12)}token`],
  ["the bus' password", `${random(11)}pw`],
  ["the store's secret", config.storage.secretAccessKey],
];

function lines(write: (log: Logger) => void, overrides: object = {}): string {
  let text = "";
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  write(openLog({ ...config, ...overrides }, "test", { sink }));
  for (const line of text.trim().split("\n")) JSON.parse(line);
  return text;
}

/** The places where a value may appear. */
const places: [name: string, write: (log: Logger, value: string) => void][] = [
  ["a message", (log, value) => log.error({ err: new Error(`refused ${value}, sorry`) }, "x")],
  [
    "a cause of a cause",
    (log, value) => {
      const cause = new Error("inner", { cause: new TypeError(`bad ${value}`) });
      log.warn({ err: new Error("outer", { cause }) }, "x");
    },
  ],
  ["a thrown text", (log, value) => log.error({ err: value }, "x")],
  ["a thrown object", (log, value) => log.error({ err: { headers: { cookie: value } } }, "x")],
  [
    "what a cause holds",
    (log, value) => log.error({ err: new Error("x", { cause: { body: { value } } }) }, "x"),
  ],
  ["a field", (log, value) => log.info({ detail: value }, "x")],
  ["a nested field", (log, value) => log.info({ about: { list: [value] } }, "x")],
  ["the line's own words", (log, value) => log.info(`it said ${value}`)],
  [
    "an address",
    (log, value) => log.info({ url: `https://x.example/${encodeURIComponent(value)}` }),
  ],
  [
    "JSON in a message",
    (log, value) => log.error({ err: new Error(JSON.stringify({ a: value })) }),
  ],
];

describe.each([...kinds, ...ours])("%s", (_, value) => {
  test.each(places)("in %s", (_place, write) => {
    const text = lines((log) => write(log, value));
    expect(text).not.toContain("Qz7Kx");
    expect(text).not.toContain(JSON.stringify(value).slice(1, -1));
  });
});

test.each([
  [
    "https://s3.example/b/k?X-Amz-Credential=AKIA%2Fx&X-Amz-Signature=Qz7Kx&partNumber=1",
    "partNumber=1",
  ],
  ["GET /storage/uploads/1?expires=17&signature=Qz7KxQz7Kx refused", "expires=17"],
  ["https://market.example/auth/callback?code=Qz7Kx&state=s1", "state=s1"],
  ["postgres://market:Qz7Kx@db/market does not answer", "@db/market"],
  ["nats://Qz7Kx@bus:4222 does not answer", "@bus:4222"],
  ["header Authorization: Basic Qz7KxQz7Kx==", "Authorization: Basic"],
  ["header authorization: bearer Qz7Kx.opaque", "authorization: bearer"],
  ["cookie: dm_session=Qz7Kx; other=1", "other=1"],
  ["cookie: __Host-dm_sign_in=Qz7Kx", "dm_sign_in="],
  ["dm_consent.sig=Qz7Kx", "dm_consent.sig="],
  [`https://market.example/approve/${random(43)}`, "/approve/"],
  [`https://market.example/archives/eyJ1In.${random(43)}`, "/archives/"],
  [`https://market.example/unsubscribe/search/01a2023f-219c/${random(43)}`, "/unsubscribe/search/"],
  [`https://market.example/report/status/01a2023f-219c/${random(43)}`, "/report/status/"],
  ["the form refresh_token=Qz7Kx&grant_type=refresh_token was refused", "grant_type="],
  ["AWS4-HMAC-SHA256 SignedHeaders=host, Signature=Qz7Kx", "SignedHeaders=host"],
  ["the intent pi_3Nabc1_secret_Qz7Kx is of another account", "pi_3Nabc1_secret_"],
  ['{"grant_type":"x","client_secret":"Qz7Kx","refresh_token": "Qz7Kx"}', "grant_type"],
])("%p loses its secret and keeps the rest", (said, kept) => {
  const text = lines((log) => log.error({ err: new Error(said) }, "failed"));
  expect(text).not.toContain("Qz7Kx");
  expect(text).toContain(kept);
  expect(text).toContain("[redacted]");
});

test("a collector's key that it repeats in its refusal is cut out, however its header holds it", () => {
  const overrides = {
    OTEL_EXPORTER_OTLP_HEADERS: "x-key=one%2Fopaque-value, authorization=ApiKey%20two-opaque-value",
    OTEL_EXPORTER_OTLP_LOGS_HEADERS: "x-key=three-opaque-value",
  };
  for (const said of [
    "one/opaque-value",
    "one%2Fopaque-value",
    "two-opaque-value",
    "three-opaque-value",
  ]) {
    const text = lines((log) => log.warn({ err: new Error(`no key: ${said}`) }, "x"), overrides);
    expect(text).toContain("no key: [redacted]");
    expect(text).not.toContain("opaque-value");
  }
});

describe.each([
  ["the API", idAtTheApi],
  ["MCP", idAtMcp],
])("as the id of a request at %s", (_, idOf) => {
  const idFor = (given: string) =>
    idOf(new Request("http://localhost/", { headers: { "x-request-id": given } }));

  test.each(kinds)("%s is not taken", (_kind, value) => {
    expect(idFor(value)).not.toContain("Qz7Kx");
  });

  test.each([crypto.randomUUID(), "mine", "re_try:7.2", "key-of-my-order"])("%p is", (id) => {
    expect(idFor(id)).toBe(id);
  });
});

test("ordinary words and addresses stay as they are", () => {
  const said =
    "token and key are words; https://x.example:8080/datasets?query=token+key&limit=3, a@b.example, " +
    "exit code=1, key=name, constraint re_try_after, /approve/ and dm_session, eyJ.";
  expect(lines((log) => log.warn({ detail: said }, "x"))).toContain(JSON.stringify(said));
});

test("an address that nobody can decode ends no start: its words are cut out as they stand", () => {
  const write = (log: Logger) => log.error({ err: new Error("p%Qz7Kxss is wrong") }, "failed");
  const text = lines(write, { NATS_URL: "nats://u:p%Qz7Kxss@bus:4222" });
  expect(text).toContain("[redacted] is wrong");
});
