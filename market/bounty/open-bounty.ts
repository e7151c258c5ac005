/** Puts a bounty on a new data request: its contract, its prizes and the charge that holds them. */
import type { Database } from "../../db/client.ts";
import { lockApiKey } from "../../db/queries/accounts/api-keys.ts";
import { holdCard } from "../../db/queries/accounts/payment-methods.ts";
import { insertBounty } from "../../db/queries/bounties/bounties.ts";
import { committedCents } from "../../db/queries/journal/committed.ts";
import type { DataRequestRow } from "../../db/queries/requests/data-requests.ts";
import type { OperatorActor } from "../../db/vocabulary/actor.ts";
import { countProbes } from "../acceptance/rules.ts";
import {
  cardOfKey,
  confirmationRefusal,
  keyRefusal,
  scopeRefusal,
  spendingWindows,
  spendRefusals,
} from "../account/rules.ts";
import type { Context } from "../context.ts";
import { SETTLE_LEASE_SECONDS } from "../limits.ts";
import { openPurse } from "../purchase/purse/open-purse.ts";
import { listed, type Refusal, throwRefusals } from "../refusal.ts";
import { fundedCents, prizeRefusals } from "./rules.ts";
import type { BountyBody } from "./schemas.ts";

type NewBounty = { operator: OperatorActor; request: DataRequestRow; body: BountyBody; now: Date };

/**
 * Locks the key, so that concurrent requests cannot exceed its budget. The caller then charges the purse; if it dies, the
 * clock does. Errors:
 * scope_missing, invalid_request, payment_method_unknown, confirmation_needed, category_not_allowed,
 * spend_limit_exceeded.
 */
export async function openBounty(
  tx: Database,
  { config }: Pick<Context, "config">,
  { operator, request, body, now }: NewBounty,
): Promise<void> {
  const { accountId, apiKeyId } = operator;
  const held = await lockApiKey(tx, apiKeyId);
  if (held === null) throw new Error(`key ${apiKeyId} is gone`);
  const { key, account } = held;
  const { CURRENCY: currency } = config;
  const prizes = { prizeCents: body.prize_cents, winners: body.winners };
  const priceCents = fundedCents(prizes);
  const cardId = cardOfKey(key, body.payment_method_id);
  const card = cardId === null ? null : await holdCard(tx, accountId, cardId);
  const spentCents = await committedCents(tx, key, { windows: spendingWindows(now) });
  const category = request.category ?? "no category";
  const unknownCard: Refusal = {
    code: "payment_method_unknown",
    pointer: "/bounty/payment_method_id",
    detail: "The account has no such card, or the key may not charge it.",
  };
  throwRefusals([
    ...listed([keyRefusal(key, account, now), scopeRefusal(key.scopes, ["purchase"])]),
    ...prizeRefusals(prizes, currency),
    card === null ? unknownCard : null,
    ...listed(spendRefusals(key, { priceCents, category, spentCents, currency, now })),
    confirmationRefusal(key, { amountCents: priceCents, currency }),
  ]);
  const purse = await openPurse(tx, {
    kind: "bounty",
    actor: operator,
    buyer: { accountId, apiKeyId },
    paymentMethodId: body.payment_method_id,
    title: request.title,
    priceCents,
    currency,
    now,
    settleDueAt: new Date(now.getTime() + SETTLE_LEASE_SECONDS * 1000),
  });
  await insertBounty(tx, {
    requestId: request.id,
    purseId: purse.id,
    mode: body.mode,
    ...prizes,
    terms: body.acceptance,
    probes: countProbes(body.acceptance),
    createdAt: now,
  });
}
