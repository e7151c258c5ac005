/**
 * Webhooks deleted while events fan out to them: no step fails, and no other webhook loses an
 * event.
 */
import { expect, setDefaultTimeout, test } from "bun:test";
import { count, eq } from "drizzle-orm";
import { webhookDeliveries } from "../../../db/schema/index.ts";
import { fanOutEvents } from "../../../market/webhook/fan-out-events.ts";
import { testApi } from "../../support/api.ts";
import { forFile } from "../../support/for-file.ts";
import { startReceiver, subscribe, tell } from "../../support/webhooks.ts";

setDefaultTimeout(60_000);

const api = await testApi();
const receiver = await startReceiver();
await forFile(Promise.resolve({ close: receiver.stop }));

const roundsCount = 5;
const leavingCount = 4;
const eventsCount = 40;

test("every event comes once to remaining webhooks, while others are deleted", async () => {
  const stays = await subscribe(api, receiver);
  let owed = 0;
  for (let round = 0; round < roundsCount; round += 1) {
    const leaving = await Promise.all(
      Array.from({ length: leavingCount }, () => subscribe(api, receiver)),
    );
    for (let n = 0; n < eventsCount; n += 1) {
      await Promise.all([stays, ...leaving].map(({ principal }) => tell(api.db, principal)));
    }
    owed += eventsCount;
    const deleting = leaving.map(async ({ token, webhookId }, index) => {
      // Each a moment later, so that some meet the query, some the insert, some neither.
      await Bun.sleep(index * 3 + round);
      return api.send("DELETE", `/webhooks/${webhookId}`, { token });
    });
    const [answers] = await Promise.all([
      Promise.all(deleting),
      fanOutEvents(api.ctx),
      fanOutEvents(api.ctx),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(leaving.map(() => 200));
    for (const { webhookId } of leaving) expect(await countDeliveries(webhookId)).toBe(0);
    expect(await countDeliveries(stays.webhookId)).toBe(owed);
  }
});

async function countDeliveries(webhookId: string): Promise<number> {
  const [row] = await api.db
    .select({ count: count() })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.endpointId, webhookId));
  return row?.count ?? 0;
}
