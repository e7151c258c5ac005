/** Compares the ledger with the provider's transactions, as set operations. */
import { type SQL, sql } from "drizzle-orm";
import type { BalanceMovement } from "../../../platform/payments/port.ts";
import type { Database } from "../../client.ts";
import type { LedgerAccount, PostingKind } from "../../vocabulary/ledger.ts";
import type { Category, Comparison, DaySum } from "../../vocabulary/reconciliation.ts";

export type Span = { from: Date; to: Date };

/** A purchase and category whose sides differ, or whose finding must be checked again. */
export type ComparedRow = Comparison & {
  purchaseId: string;
  currency: string;
  /** The provider's object, or the one that the ledger names. */
  reference: string;
};

/** A movement that belongs to no purchase here. */
export type StrayRow = {
  id: string;
  movement: BalanceMovement;
  amountCents: number;
  currency: string;
};

/** Which postings and which provider movements belong to which category. */
export type MovementTables = {
  posted: {
    posting: PostingKind;
    category: Category;
    /** Its entry has the sign of the provider's movement; for a fee, that of the fee. */
    account: LedgerAccount;
    isBack: boolean;
  }[];
  moved: { movement: BalanceMovement; category: Category; isBack: boolean }[];
};

/** Which days are compared, and which postings correspond to which movements. */
export type ReconciliationScope = { span: Span; tables: MovementTables };

const rowOf = (cells: (string | boolean)[]) =>
  sql`(${sql.join(
    cells.map((cell) => (typeof cell === "boolean" ? sql`${cell}::boolean` : sql`${cell}::text`)),
    sql`, `,
  )})`;

/** The tables from `market/`, as tables of the query. */
const tablesOf = ({ posted, moved }: MovementTables) => sql`
  posted (posting, account, category, is_back) as (values ${sql.join(
    posted.map((row) => rowOf([row.posting, row.account, row.category, row.isBack])),
    sql`, `,
  )}),
  moved (movement, category, is_back) as (values ${sql.join(
    moved.map((row) => rowOf([row.movement, row.category, row.isBack])),
    sql`, `,
  )})`;

const within = (column: SQL, { from, to }: Span) =>
  sql`${column} >= ${from.toISOString()} and ${column} < ${to.toISOString()}`;

/** Transactions of the day, and those that arrived after their own day's run had ended. */
const judgedNow = (span: Span) => sql`((${within(sql`tx.created_at`, span)})
  or (not tx.is_judged and tx.created_at < ${span.from.toISOString()} and exists (
    select from reconciliation_runs as run
      where run.state = 'done' and run.day = (tx.created_at at time zone 'UTC')::date)))`;

/**
 * Purchases and purses, as the two kinds of rows whose money the provider moves. `shared_id`: the purse
 * whose charge pays a purchase.
 */
const subjects = sql`subjects as not materialized (
    select id, purse_id as shared_id, currency, charge_id, transfer_id, refund_id, chargeback,
        seller_account_id from purchases
    union all
    select id, null, currency, charge_id, null, refund_id, chargeback, null from purses
  )`;

const isOfCharge = sql`(posting like 'dispute_%' or posting like 'refund%')`;

/**
 * The ledger's entries, each of its purchase or purse. A bank disputes a shared charge once, and a refund by hand may
 * pay several of its purchases, so these are compared together, as their purse's.
 */
const entries = sql`entries as not materialized (
    select purchase_id as subject_id, purchase_id as row_id, posting, account, reference,
        amount_cents, currency, created_at
      from ledger_entries where purchase_id is not null and not ${isOfCharge}
    union all
    select purchase.id, purchase.id, posting, account, reference, amount_cents, entry.currency,
        entry.created_at
      from ledger_entries as entry join purchases as purchase on purchase.id = entry.purchase_id
      where ${isOfCharge} and purchase.purse_id is null
    union all
    select purchase.purse_id, purchase.id, posting, account, reference, amount_cents,
        entry.currency, entry.created_at
      from purchases as purchase join ledger_entries as entry on entry.purchase_id = purchase.id
      where ${isOfCharge} and purchase.purse_id is not null
    union all
    select purse_id, purse_id, posting, account, reference, amount_cents, currency, created_at
      from ledger_entries where purse_id is not null
  )`;

const isOpen = sql`finding.resolved_at is null and finding.closed_at is null`;

/**
 * The groups of purchase and category that moved in the span, or have an open finding. A group that
 * has moved again since is left to the day of its last movement, because one side of that may not
 * be read yet.
 */
const scopeOf = ({ span, tables }: ReconciliationScope) => sql`${tablesOf(tables)}, ${subjects},
  ${entries},
  touched as (
    select tx.purchase_id, moved.category from provider_transactions as tx
        join moved using (movement)
      where tx.purchase_id is not null and ${judgedNow(span)}
    union
    select tx.purchase_id, 'fee' from provider_transactions as tx
      where tx.purchase_id is not null and tx.fee_cents <> 0 and ${judgedNow(span)}
    union
    select entry.subject_id, posted.category from entries as entry
        join posted using (posting, account)
      where ${within(sql`entry.created_at`, span)}
    union
    select finding.purchase_id, finding.category from reconciliation_findings as finding
      where finding.purchase_id is not null and ${isOpen}
  ),
  scope as (
    select touched.purchase_id, touched.category from touched
      where touched.category = 'fee' or not (exists (
        select from provider_transactions as tx join moved using (movement)
          where tx.purchase_id = touched.purchase_id and moved.category = touched.category
            and tx.created_at >= ${span.to.toISOString()})
      or exists (
        select from entries as entry join posted using (posting, account)
          where entry.subject_id = touched.purchase_id and posted.category = touched.category
            and entry.created_at >= ${span.to.toISOString()}))
  )`;

const sides = sql`sides as (
    select tx.purchase_id, moved.category, tx.object_id as key,
        tx.currency <> purchase.currency as is_foreign,
        case when tx.currency = purchase.currency then tx.amount_cents else 0 end as found,
        case when moved.is_back and tx.currency = purchase.currency then tx.amount_cents else 0 end
          as found_back,
        0 as expected, 0 as expected_back,
        coalesce(tx.payout_account_id <> account.payout_account_id, false) as is_elsewhere
      from scope join moved using (category)
        join provider_transactions as tx
          on tx.purchase_id = scope.purchase_id and tx.movement = moved.movement
        join subjects as purchase on purchase.id = tx.purchase_id
        left join accounts as account on account.id = purchase.seller_account_id
    union all
    select tx.purchase_id, 'fee', tx.id, false, tx.fee_cents, 0, 0, 0, false
      from scope join provider_transactions as tx on tx.purchase_id = scope.purchase_id
        join subjects as purchase
          on purchase.id = tx.purchase_id and purchase.currency = tx.currency
      where scope.category = 'fee' and tx.fee_cents <> 0
    union all
    select entry.subject_id, posted.category,
        case posted.category
          when 'charge' then coalesce(purchase.charge_id, '')
          when 'transfer' then coalesce(purchase.transfer_id, '')
          when 'refund' then coalesce(nullif(entry.reference, ''), purchase.refund_id, '')
          else entry.reference end,
        false, 0, 0, entry.amount_cents,
        case when posted.is_back then entry.amount_cents else 0 end, false
      from scope join posted using (category)
        join entries as entry on entry.subject_id = scope.purchase_id
          and entry.posting = posted.posting and entry.account = posted.account
        join subjects as purchase on purchase.id = entry.row_id
  )`;

const items = sql`items as (
    select purchase_id, category, key, sum(found) as found, sum(found_back) as found_back,
        sum(expected) as expected, sum(expected_back) as expected_back,
        bool_or(is_foreign) as is_foreign, bool_or(is_elsewhere) as is_elsewhere,
        sum(found) <> sum(expected) as is_left,
        sum(found) = sum(expected) and sum(found) <> 0 as is_equal
      from sides group by 1, 2, 3
  )`;

type Raw = Record<string, string | number | boolean>;

/**
 * The first `rowsMax` groups whose sides differ or that have an open finding, ordered by purchase.
 */
export async function compareSides(
  db: Database,
  asked: ReconciliationScope,
  rowsMax: number,
): Promise<ComparedRow[]> {
  const rows = (await db.execute(sql`with ${scopeOf(asked)}, ${sides}, ${items},
    compared as (
      select purchase_id, category,
          coalesce(sum(expected) filter (where is_left), 0) as expected_cents,
          coalesce(sum(found) filter (where is_left), 0) as found_cents,
          coalesce(sum(expected_back) filter (where is_left), 0) as expected_back_cents,
          coalesce(sum(found_back) filter (where is_left), 0) as found_back_cents,
          count(*) filter (where is_left and expected <> 0) as ledger_items,
          count(*) filter (where is_left and found <> 0) as provider_items,
          count(*) filter (where is_equal) as matched_items,
          bool_or(is_foreign) as is_foreign,
          coalesce(-sum(found) filter (where is_elsewhere), 0) as elsewhere_cents,
          coalesce(
            max(key) filter (where is_left and found <> 0), max(key) filter (where is_left), max(key)
          ) as reference
        from items group by 1, 2
    )
    select compared.*, purchase.currency
      from compared join subjects as purchase on purchase.id = compared.purchase_id
      where expected_cents <> found_cents or (ledger_items = 0) <> (provider_items = 0)
        or is_foreign or elsewhere_cents <> 0
        or exists (select from reconciliation_findings as finding
          where finding.purchase_id = compared.purchase_id
            and finding.category = compared.category and ${isOpen})
      order by purchase_id, category limit ${rowsMax}`)) as unknown as Raw[];
  return rows.map(toCompared);
}

function toCompared(row: Raw): ComparedRow {
  return {
    purchaseId: String(row.purchase_id),
    category: String(row.category) as Category,
    currency: String(row.currency),
    reference: String(row.reference),
    expectedCents: Number(row.expected_cents),
    foundCents: Number(row.found_cents),
    expectedBackCents: Number(row.expected_back_cents),
    foundBackCents: Number(row.found_back_cents),
    ledgerItems: Number(row.ledger_items),
    providerItems: Number(row.provider_items),
    matchedItems: Number(row.matched_items),
    isForeign: row.is_foreign === true,
    elsewhereCents: Number(row.elsewhere_cents),
  };
}

/** Movements of the span or of open findings that belong to no purchase or have an unknown kind. */
export async function findStrays(db: Database, span: Span, rowsMax: number): Promise<StrayRow[]> {
  const rows = (await db.execute(sql`
    select tx.id, tx.movement, tx.amount_cents, tx.currency from provider_transactions as tx
      where ((tx.purchase_id is null and tx.movement <> 'own') or tx.movement = 'other')
        and (${judgedNow(span)} or exists (select from reconciliation_findings as finding
          where finding.reference = tx.id and finding.purchase_id is null and ${isOpen}))
      order by tx.id limit ${rowsMax}`)) as unknown as Raw[];
  return rows.map((row) => ({
    id: String(row.id),
    movement: String(row.movement) as BalanceMovement,
    amountCents: Number(row.amount_cents),
    currency: String(row.currency),
  }));
}

/** Marks the transactions that this run has compared. */
export async function markJudged(db: Database, span: Span): Promise<void> {
  await db.execute(sql`update provider_transactions as tx set is_judged = true
    where not tx.is_judged and ${judgedNow(span)}`);
}

/**
 * Sums of both sides for a day, by category and currency; a posted fee counts for its movement's
 * day.
 */
export async function sumDay(
  db: Database,
  { span, tables }: ReconciliationScope,
): Promise<DaySum[]> {
  const rows = (await db.execute(sql`with ${tablesOf(tables)}, ${subjects}, moves as (
      select coalesce(moved.category, tx.movement) as category, tx.currency,
          0 as ledger_cents, tx.amount_cents as provider_cents
        from provider_transactions as tx left join moved using (movement)
        where ${within(sql`tx.created_at`, span)}
      union all
      select 'fee', tx.currency, coalesce(entry.amount_cents, 0), tx.fee_cents
        from provider_transactions as tx left join ledger_entries as entry
          on coalesce(entry.purchase_id, entry.purse_id) = tx.purchase_id
            and entry.posting = 'provider_fee'
            and entry.reference = tx.id and entry.account = 'provider_fees'
        where tx.fee_cents <> 0 and ${within(sql`tx.created_at`, span)}
      union all
      select posted.category, entry.currency, entry.amount_cents, 0
        from ledger_entries as entry join posted using (posting, account)
          join subjects as purchase on purchase.id = coalesce(entry.purchase_id, entry.purse_id)
        where ${within(sql`entry.created_at`, span)} and posted.category <> 'fee'
    )
    select category, currency, sum(ledger_cents) as ledger_cents,
        sum(provider_cents) as provider_cents
      from moves group by 1, 2 order by 1, 2`)) as unknown as Raw[];
  return rows.map((row) => ({
    category: String(row.category) as DaySum["category"],
    currency: String(row.currency),
    ledgerCents: Number(row.ledger_cents),
    providerCents: Number(row.provider_cents),
  }));
}
