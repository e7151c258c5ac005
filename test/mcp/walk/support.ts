/** A market for the two walkers, and what their owners do for them outside MCP. */
import { desc, eq } from "drizzle-orm";
import { accounts, uploads } from "../../../db/schema/index.ts";
import { findSeller, ownerToken } from "../../support/agents.ts";
import type { TestApi } from "../../support/api.ts";
import { endJob } from "../../support/listings.ts";
import { sha256Of } from "../../support/market.ts";
import type { Provider } from "../../support/money.ts";
import { onboardedAccount } from "../../support/stripe.ts";

/** The owner opens the mail's link, and the payout provider's page. */
export async function approve(
  api: TestApi,
  { stripe }: Pick<Provider, "stripe">,
  { email, token }: { email: string; token: string },
): Promise<void> {
  const answer = await api.send("POST", "/agent/verify", {
    token: await ownerToken(api, email),
    body: { token },
  });
  if (answer.status !== 200) throw new Error(answer.text);
  const { owner } = await findSeller(api, email);
  const payoutAccountId = await onboardedAccount(stripe);
  await api.db
    .update(accounts)
    .set({ payoutAccountId, payoutsEnabledAt: api.ctx.now() })
    .where(eq(accounts.id, owner.accountId));
}

/** Processes the latest uploaded file as a worker does. */
export async function workOn(api: TestApi, content: string): Promise<void> {
  const [upload] = await api.db.select().from(uploads).orderBy(desc(uploads.id)).limit(1);
  const path = upload?.storagePath ?? "";
  await endJob(api, path);
  await api.db
    .update(uploads)
    .set({ sha256: sha256Of(content) })
    .where(eq(uploads.storagePath, path));
}
