/**
 * A cached public answer expires even if the process that changed the listing died before its
 * notice.
 */
import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { openDatabase } from "../../../db/client.ts";
import { paidListing, testMarket } from "../../support/market.ts";
import { eventually } from "../../support/stack.ts";

const market = await testMarket();
const { api } = market;

test("a change whose process died before it told of it is seen by itself", async () => {
  const id = await paidListing(market);
  const titleOf = async () => (await api.send("GET", `/datasets/${id}`)).body.title;
  const before = await titleOf();
  expect(await titleOf()).toBe(before);
  const dying = openDatabase({ url: api.databaseUrl, poolMax: 1, notifier: null });
  await dying.db.transaction(async (tx) => {
    await tx.execute(sql`set local market.notices = 'after'`);
    await tx.execute(sql`update listings set title = 'Changed by the dead' where id = ${id}`);
  });
  await eventually(async () => (await titleOf()) === "Changed by the dead", { everyMs: 20 });
  await dying.close();
});
