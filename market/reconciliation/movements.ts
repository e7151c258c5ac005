/** Maps postings and provider movements to the categories that are compared. Pure. */
import type { MovementTables } from "../../db/queries/reconciliation/compare.ts";
import { type LedgerAccount, type PostingKind, postingKinds } from "../../db/vocabulary/ledger.ts";
import type { Category } from "../../db/vocabulary/reconciliation.ts";
import type { BalanceMovement } from "../../platform/payments/port.ts";

type Posted = Omit<MovementTables["posted"][number], "posting">;

const moves = (category: Category, account: LedgerAccount, isBack = false): Posted => ({
  category,
  account,
  isBack,
});

/** Null: a transfer between our own accounts, or money that the provider never sees. */
const postedMovements: Record<PostingKind, Posted | null> = {
  captured: moves("charge", "escrow"),
  refund_paid: moves("refund", "refund_payable"),
  refund_failed: moves("refund", "refund_payable", true),
  refunded_at_provider: moves("refund", "platform_funds"),
  transferred: moves("transfer", "seller_payable"),
  transfer_reversed: moves("transfer", "platform_funds", true),
  dispute_withdrawn: moves("dispute", "platform_funds"),
  dispute_reinstated: moves("dispute", "platform_funds"),
  provider_fee: moves("fee", "provider_fees"),
  released: null,
  refund_owed: null,
  refund_kept: null,
  refund_charged_back: null,
  refund_paid_otherwise: null,
  charged_back: null,
  dispute_closed: null,
  chargeback_lost: null,
  fee_returned: null,
  payable_kept: null,
  set_off: null,
  written_off: null,
  allotted: null,
  funded: null,
};

/** Null: not compared. */
const providerMovements: Record<
  BalanceMovement,
  { category: Exclude<Category, "fee">; isBack: boolean } | null
> = {
  charge: { category: "charge", isBack: false },
  refund: { category: "refund", isBack: false },
  refund_failure: { category: "refund", isBack: true },
  dispute: { category: "dispute", isBack: false },
  transfer: { category: "transfer", isBack: false },
  transfer_reversal: { category: "transfer", isBack: true },
  own: null,
  other: null,
};

/** The two tables above as rows, for the SQL comparison. */
export const movementTables: MovementTables = {
  posted: postingKinds.flatMap((posting) => {
    const moved = postedMovements[posting];
    return moved === null ? [] : [{ posting, ...moved }];
  }),
  moved: Object.entries(providerMovements).flatMap(([movement, moved]) =>
    moved === null ? [] : [{ movement: movement as BalanceMovement, ...moved }],
  ),
};
