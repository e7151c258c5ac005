/**
 * Webhooks whose credential has ended receive no more calls, and which secrets sign. The tests move
 * the time.
 */
import { afterEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { accounts, agents, apiKeys } from "../../../db/schema/index.ts";
import { disableEndedWebhooks } from "../../../market/webhook/disable-ended-webhooks.ts";
import { fanOutEvents } from "../../../market/webhook/fan-out-events.ts";
import { verifiedAgent } from "../../support/agents.ts";
import { testApi } from "../../support/api.ts";
import {
  deliverDue,
  deliveriesOf,
  type Receiver,
  readWebhook,
  type Subscriber,
  startReceiver,
  subscribe,
  tell,
} from "../../support/webhooks.ts";

let receiver: Receiver;
let own: Subscriber;

const api = await testApi();

async function begin(): Promise<void> {
  receiver = await startReceiver();
  own = await subscribe(api, receiver);
}
afterEach(async () => {
  await api.send("DELETE", `/webhooks/${own.webhookId}`, { token: own.token });
  await receiver.stop();
  api.clock.skewMs = 0;
});

const later = (seconds: number) => {
  api.clock.skewMs += seconds * 1000;
};
const webhookPath = () => `/webhooks/${own.webhookId}`;

describe("a credential that ends", () => {
  test("ends the calls at once, whether it was revoked or has expired, and the clock says so", async () => {
    await begin();
    await tell(api.db, own.principal);
    await fanOutEvents(api.ctx);
    const revoked = { revokedAt: api.ctx.now() };
    await api.db.update(apiKeys).set(revoked).where(eq(apiKeys.id, own.apiKeyId));
    await tell(api.db, own.principal);
    expect(await deliverDue(api)).toEqual([]);
    expect(await disableEndedWebhooks(api.ctx)).toBe(1);
    expect(await disableEndedWebhooks(api.ctx)).toBe(0);
    const { disabledReason } = await readWebhook(api.db, own.webhookId);
    expect(disabledReason).toBe("credential_ended");
    expect((await deliveriesOf(api.db, own.webhookId)).map(({ state }) => state)).toEqual([
      "failed",
    ]);
  });

  test("a suspended account's webhooks pause, and go on when it is restored", async () => {
    await begin();
    await tell(api.db, own.principal);
    await fanOutEvents(api.ctx);
    const suspend = (suspendedAt: Date | null, suspendedReason: string | null) =>
      api.db
        .update(accounts)
        .set({ suspendedAt, suspendedReason })
        .where(eq(accounts.id, own.accountId));
    await suspend(api.ctx.now(), "test");
    expect(await deliverDue(api)).toEqual([]);
    expect(await disableEndedWebhooks(api.ctx)).toBe(0);
    await suspend(null, null);
    expect(await deliverDue(api)).toEqual(["delivered"]);
  });

  test("an agent's webhook works while the agent is approved", async () => {
    await begin();
    const { token, email } = await verifiedAgent(api);
    await fanOutEvents(api.ctx);
    const [agent] = await api.db.select().from(agents).where(eq(agents.ownerEmail, email));
    const body = { url: `${receiver.url}/agent` };
    const made = await api.send("POST", "/webhooks", { token, body });
    expect(made.body).toMatchObject({ enabled: true, api_key_id: null });
    const principal = { kind: "agent" as const, id: String(agent?.id) };
    await tell(api.db, principal);
    expect(await deliverDue(api)).toEqual(["delivered"]);
    await api.db
      .update(agents)
      .set({ state: "revoked", revokedAt: api.ctx.now() })
      .where(eq(agents.id, principal.id));
    await tell(api.db, principal);
    expect(await deliverDue(api)).toEqual([]);
    expect(await disableEndedWebhooks(api.ctx)).toBe(1);
  });
});

describe("secrets", () => {
  test("after a rotation both verify for 24 hours, then only the new one", async () => {
    await begin();
    const rotated = await api.send("POST", `${webhookPath()}/rotate-secret`, { token: own.token });
    const next = String(rotated.body.secret);
    expect(next).not.toBe(own.secret);
    const verifiedBy = async (): Promise<boolean[]> => {
      await tell(api.db, own.principal);
      const secondNow = () => Math.floor(Number(api.ctx.now()) / 1000);
      const earliest = secondNow();
      await deliverDue(api);
      const got = receiver.received.at(-1);
      const timestamp = Number(got?.headers["webhook-timestamp"]);
      expect(timestamp).toBeGreaterThanOrEqual(earliest);
      expect(timestamp).toBeLessThanOrEqual(secondNow());
      return [own.secret, next].map((secret) => isVerified(secret, got));
    };
    expect(await verifiedBy()).toEqual([true, true]);
    later(24 * 3600 + 1);
    expect(await verifiedBy()).toEqual([false, true]);
  });
});

/** Skips the check of the timestamp, because the tests have moved the time. */
function isVerified(secret: string, got: Receiver["received"][number] | undefined): boolean {
  if (got === undefined) return false;
  const sentAt = new Date(Number(got.headers["webhook-timestamp"]) * 1000);
  const signature = new Webhook(secret).sign(String(got.headers["webhook-id"]), sentAt, got.body);
  return String(got.headers["webhook-signature"]).split(" ").includes(signature);
}
