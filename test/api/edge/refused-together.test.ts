/**
 * Refusals of concurrent calls: each goes to its own caller, and the other callers are answered.
 */
import { expect, test } from "bun:test";
import { verifiedAgent } from "../../support/agents.ts";
import { openTestApi } from "../../support/api.ts";
import { eventually } from "../../support/stack.ts";

const path = "/listings/draft";
const callsOfEach = 40;

test("of callers that wait for different times; a call with a body between them is taken", async () => {
  const api = await openTestApi({
    RATE_LIMIT_STORE_MS_MAX: "60000",
    RATE_LIMIT_PUBLIC_PER_MINUTE: "1",
    TRUSTED_PROXY_HOPS: "1",
  });
  const from = (address: string, id = "any") => ({
    headers: { "x-forwarded-for": address, "x-request-id": id },
  });
  const [early, late] = ["203.0.113.1", "203.0.113.2"];
  await api.send("GET", path, from(early));
  const hasWaited = async () => {
    const { body } = await api.send("GET", path, from(early));
    expect(body.code).toBe("rate_limited");
    return Number(body.retry_after) < 59;
  };
  await eventually(hasWaited);
  await api.send("GET", path, from(late));
  const { token } = await verifiedAgent(api);
  // Until a token has been verified it counts against its address, which has one call here.
  expect((await api.send("GET", "/agent/me", { token })).status).toBe(200);

  const refused = Array.from({ length: callsOfEach }, async (_, at) => {
    const answers = [early, late].map(async (address) => {
      const id = `${address}:${at}`;
      const { status, headers, body } = await api.send("POST", path, from(address, id));
      expect(status).toBe(429);
      expect(headers.get("x-request-id")).toBe(id);
      expect(body).toMatchObject({ code: "rate_limited", instance: path, request_id: id });
      const seconds = Number(body.retry_after);
      expect(headers.get("retry-after")).toBe(String(seconds));
      expect(headers.get("ratelimit")).toBe(`"public";r=0;t=${seconds}`);
      return seconds;
    });
    const [ofEarly = 0, ofLate = 0] = await Promise.all(answers);
    expect(ofEarly).toBeLessThan(ofLate);
  });
  const taken = Array.from({ length: callsOfEach / 4 }, async (_, at) => {
    const title = `Between refusals ${at}`;
    const draft = { title, description: "Sent while others are refused." };
    const { status, body } = await api.send("POST", path, { token, body: draft });
    expect([status, body.title]).toEqual([201, title]);
  });
  await Promise.all([...refused, ...taken]);
  await api.close();
}, 60_000);
