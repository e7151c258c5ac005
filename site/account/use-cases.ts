/** The account area's use cases, bound to the service's context: each subject binds its own. */
import type { Context, OwnerActor } from "../../market/context.ts";
import { auctionUseCases } from "./auctions/use-cases.ts";
import { auditUseCases } from "./audit/use-cases.ts";
import { cardUseCases } from "./cards/use-cases.ts";
import { deviceUseCases } from "./devices/use-cases.ts";
import { keyUseCases } from "./keys/use-cases.ts";
import { messageUseCases } from "./messages/use-cases.ts";
import { overviewUseCases } from "./overview/use-cases.ts";
import { purchaseUseCases } from "./purchases/use-cases.ts";
import { secretUseCases } from "./secrets/use-cases.ts";
import { agentUseCases } from "./selling/agents/use-cases.ts";
import { listingUseCases } from "./selling/listings/use-cases.ts";
import { saleUseCases } from "./selling/sales/use-cases.ts";
import { readStanding } from "./standing.ts";
import { webhookUseCases } from "./webhooks/use-cases.ts";

/** Every function throws `MarketError` for what it refuses; faults name fields of the form. */
export type AccountUseCases = ReturnType<typeof accountUseCases>;

export function accountUseCases(ctx: Context) {
  return {
    standing: (owner: OwnerActor) => readStanding(ctx, owner),
    ...overviewUseCases(ctx),
    ...keyUseCases(ctx),
    ...cardUseCases(ctx),
    ...purchaseUseCases(ctx),
    ...auctionUseCases(ctx),
    ...messageUseCases(ctx),
    ...agentUseCases(ctx),
    ...listingUseCases(ctx),
    ...saleUseCases(ctx),
    ...webhookUseCases(ctx),
    ...secretUseCases(ctx),
    ...deviceUseCases(ctx),
    ...auditUseCases(ctx),
  };
}
