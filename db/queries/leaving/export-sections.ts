/** The contents of an account's download: each section has the rows of one table. */
import { type SQL, sql } from "drizzle-orm";

/** The key before the page's first row, and the most rows of the page. */
export type SectionPage = { accountId: string; after: string | null; limit: number };

/** Selects `key` and the row as JSON text `line`, in key order: the process parses none of it. */
type Section = (page: SectionPage) => SQL;

const noId = "00000000-0000-0000-0000-000000000000";
const behind = ({ after }: SectionPage): SQL => sql`${after ?? noId}::uuid`;

/** A combined key of the outer row and the row within it. */
function behindBoth({ after }: SectionPage, innerFirst: string): { outer: SQL; inner: SQL } {
  const [outer = noId, inner = innerFirst] = after?.split(" ") ?? [];
  return { outer: sql`${outer}::uuid`, inner: sql`${inner}` };
}

/** A table whose rows have the account's id, in the order of their own ids. */
function ownRows(table: string, column: string, columns: string): Section {
  const named = sql.raw(columns);
  return (page) => sql`
    select t.id::text as key, row_to_json(t)::text as line from (
      select id, ${named} from ${sql.raw(table)}
        where ${sql.raw(column)} = ${page.accountId} and id > ${behind(page)}
        order by id limit ${page.limit}) t`;
}

const ownAgents = ({ accountId }: SectionPage): SQL =>
  sql`(select id from agents where account_id = ${accountId})`;

/** Webhooks of the account and of its agents. */
const webhooks: Section = (page) => sql`
  select t.id::text as key, row_to_json(t)::text as line from (
    select id, principal_kind, principal_id, api_key_id, url, description, types, created_at,
        updated_at, failing_since, disabled_at, disabled_reason
      from webhook_endpoints
      where ((principal_kind = 'account' and principal_id = ${page.accountId})
          or (principal_kind = 'agent' and principal_id in ${ownAgents(page)}))
        and id > ${behind(page)}
      order by id limit ${page.limit}) t`;

const listings: Section = (page) => {
  const { outer, inner } = behindBoth(page, noId);
  return sql`
    select l.agent_id || ' ' || l.id as key, row_to_json(l)::text as line
      from (select id from agents where account_id = ${page.accountId} and id >= ${outer}
        order by id) a
      cross join lateral (
        select id, agent_id, status, title, description, category, tags, license, license_url,
            source_url, citation, collection_method, update_frequency, column_descriptions, contract, distributions,
            pricing_type, coalesce(stated_price_cents, price_cents) as price_cents, auction_terms, created_at, updated_at, published_at,
            withdrawn_at, deleted_at, suspended_at, suspended_reason, version, format, byte_size,
            sha256, row_count, column_count, quality_score,
            (select coalesce(json_agg(json_build_object('version', u.version,
                'published_at', u.published_at, 'byte_size', u.byte_size, 'sha256', u.sha256,
                'format', u.format) order by u.version), '[]')
              from uploads u where u.listing_id = listings.id and u.version is not null) as versions
          from listings
          where listings.agent_id = a.id and (listings.agent_id, listings.id) > (${outer}, ${inner}::uuid)
          order by listings.id limit ${page.limit}) l
      order by l.agent_id, l.id limit ${page.limit}`;
};

const messages: Section = (page) => {
  const { outer, inner } = behindBoth(page, "0");
  return sql`
    select m.thread_id || ' ' || m.position as key, row_to_json(m)::text as line
      from (select id from threads where id >= ${outer} and (buyer_account_id = ${page.accountId}
          or seller_agent_id in ${ownAgents(page)}) order by id) t
      cross join lateral (
        select thread_id, position, side, api_key_id, agent_id, body, created_at,
            account_id = ${page.accountId} as by_you,
            (select listing_id from threads where id = messages.thread_id) as dataset_id
          from messages
          where messages.thread_id = t.id
            and (messages.thread_id, messages.position) > (${outer}, ${inner}::int)
          order by messages.position limit ${page.limit}) m
      order by m.thread_id, m.position limit ${page.limit}`;
};

const accessRequests: Section = (page) => sql`
  select t.id::text as key, row_to_json(t)::text as line from (
    select id, listing_id as dataset_id, seller_agent_id, state, questions, answers, reason,
        created_at, decided_at, buyer_account_id = ${page.accountId} as you_ask
      from access_requests where (buyer_account_id = ${page.accountId}
        or seller_agent_id in ${ownAgents(page)}) and id > ${behind(page)}
      order by id limit ${page.limit}) t`;

const coupons: Section = (page) => sql`
  select t.id::text as key, row_to_json(t)::text as line from (
    select id, agent_id, code, percent_off, amount_off_cents, listing_ids as dataset_ids, uses_max,
        once_per_buyer, expires_at, created_at, revoked_at
      from coupons where agent_id in ${ownAgents(page)} and id > ${behind(page)}
      order by id limit ${page.limit}) t`;

const bundles: Section = (page) => sql`
  select t.id::text as key, row_to_json(t)::text as line from (
    select id, agent_id, title, description, price_cents, created_at, ended_at,
        (select json_agg(listing_id order by position) from bundle_items
          where bundle_id = bundles.id) as dataset_ids
      from bundles where agent_id in ${ownAgents(page)} and id > ${behind(page)}
      order by id limit ${page.limit}) t`;

const privateOffers: Section = (page) => sql`
  select t.id::text as key, row_to_json(t)::text as line from (
    select id, listing_id as dataset_id, seller_agent_id, state, turn, price_cents, expires_at,
        created_at, updated_at, buyer_account_id = ${page.accountId} as you_buy,
        (select json_agg(json_build_object('side', m.side, 'move', m.move, 'price_cents',
            m.price_cents, 'expires_at', m.expires_at, 'note', m.note, 'at', m.created_at)
            order by m.position) from private_offer_moves m
          where m.private_offer_id = private_offers.id) as moves
      from private_offers where (buyer_account_id = ${page.accountId}
        or seller_agent_id in ${ownAgents(page)}) and id > ${behind(page)}
      order by id limit ${page.limit}) t`;

/** The ledger lines of a purchase for this side, without the other side's fees and losses. */
const ledgerOf = (accounts: SQL): SQL => sql`
  (select coalesce(json_agg(json_build_object('posting', e.posting, 'account', e.account,
      'amount_cents', e.amount_cents, 'currency', e.currency, 'at', e.created_at) order by e.id), '[]')
    from ledger_entries e where e.purchase_id = purchases.id and e.account in (${accounts})) as ledger`;

const purchases: Section = (page) => sql`
  select t.id::text as key, row_to_json(t)::text as line from (
    select id, state, api_key_id, listing_id as dataset_id, version, title, trial_rows, license,
        price_cents, credited_trial_id, credit_cents, currency, created_at, updated_at, payment_method_id, paid_at, failure_code, decline_code,
        released_at, release_cause, disputed_at, dispute_reason, dispute_detail, resolved_at,
        resolution_detail, refunded_at, refund_cause, refund_paid_at, chargeback, chargeback_at,
        ${ledgerOf(sql`'buyer', 'refund_payable'`)},
        '/account/purchases/' || id || '/download' as file
      from purchases where account_id = ${page.accountId} and id > ${behind(page)}
      order by id limit ${page.limit}) t`;

/** Charges that hold a bounty's prizes, and what became of them. */
const bounties: Section = (page) => sql`
  select t.id::text as key, row_to_json(t)::text as line from (
    select p.id, b.request_id as data_request_id, p.state, b.mode, b.prize_cents, b.winners, b.awarded,
        b.terms, p.price_cents, p.currency, p.api_key_id, p.payment_method_id, p.created_at, p.paid_at,
        p.failure_code, p.decline_code, b.ended_at, b.end_cause, p.refund_cents, p.refunded_at,
        p.refund_paid_at, p.chargeback
      from purses p join bounties b on b.purse_id = p.id
      where p.account_id = ${page.accountId} and p.id > ${behind(page)}
      order by p.id limit ${page.limit}) t`;

const sales: Section = (page) => sql`
  select t.id::text as key, row_to_json(t)::text as line from (
    select id, state, seller_agent_id as agent_id, listing_id as dataset_id, version, title,
        trial_rows, price_cents, fee_cents, currency, created_at, paid_at, released_at, release_cause,
        disputed_at, dispute_reason, resolved_at, resolution_detail, refunded_at, refund_cause,
        transfer_id, transferred_at, set_off_cents, kept_cents, chargeback, chargeback_at,
        ${ledgerOf(sql`'seller_payable', 'seller_paid', 'platform_fee'`)}
      from purchases
      where seller_account_id = ${page.accountId} and id > ${behind(page)} and paid_at is not null
      order by id limit ${page.limit}) t`;

/**
 * Both sides' statements in disputes about the account's purchases and sales; `by_you` marks its
 * own.
 */
const disputeStatements: Section = (page) => {
  const { outer, inner } = behindBoth(page, noId);
  return sql`
    select s.purchase_id || ' ' || s.id as key, row_to_json(s)::text as line
      from (select id from purchases where id >= ${outer} and disputed_at is not null
          and (account_id = ${page.accountId} or seller_account_id = ${page.accountId})
          order by id) p
      cross join lateral (
        select purchase_id, id, side, text, attachments, created_at,
            (side = 'buyer') = (select account_id = ${page.accountId} from purchases
              where id = dispute_statements.purchase_id) as by_you
          from dispute_statements
          where dispute_statements.purchase_id = p.id
            and (dispute_statements.purchase_id, dispute_statements.id) > (${outer}, ${inner}::uuid)
          order by dispute_statements.id limit ${page.limit}) s
      order by s.purchase_id, s.id limit ${page.limit}`;
};

/** By purchase, which has an index by account and id; each has at most one review. */
const reviews: Section = (page) => sql`
  select t.purchase_id::text as key, row_to_json(t)::text as line from (
    select r.purchase_id, r.id, r.listing_id as dataset_id, r.version, r.state, r.stars, r.text,
        r.revision, r.posted_at, r.edited_at, r.withdrawn_at, r.removed_at, r.removed_reason
      from purchases p join reviews r on r.purchase_id = p.id
      where p.account_id = ${page.accountId} and p.id > ${behind(page)}
      order by p.id limit ${page.limit}) t`;

const reviewAnswers: Section = (page) => sql`
  select t.purchase_id::text as key, row_to_json(t)::text as line from (
    select r.purchase_id, r.id as review_id, r.listing_id as dataset_id, r.version, r.answer,
        r.answered_at, r.answer_edited_at, r.answer_removed_at, r.answer_removed_reason
      from purchases p join reviews r on r.purchase_id = p.id and r.answer is not null
      where p.seller_account_id = ${page.accountId} and p.id > ${behind(page)}
      order by p.id limit ${page.limit}) t`;

const requestAnswers: Section = (page) => sql`
  select t.id::text as key, row_to_json(t)::text as line from (
    select id, request_id, listing_id as dataset_id, agent_id, note, state, created_at, decided_at,
        removed_reason
      from data_request_answers
      where agent_id in ${ownAgents(page)} and id > ${behind(page)}
      order by id limit ${page.limit}) t`;

const auditRows: Section = (page) => sql`
  select r.audit_id::text as key, (select row_to_json(t)::text from (
      select a.id, a.at, a.actor_kind, a.action, a.subject_kind, a.subject_id, a.detail) t) as line
    from audit_readers r join audit_log a on a.id = r.audit_id
    where r.account_id = ${page.accountId} and r.audit_id > ${behind(page)}
    order by r.audit_id limit ${page.limit}`;

/** There are few cards, and their ids come from the payment provider. */
const cards: Section = ({ accountId, after, limit }) => sql`
  select t.id as key, row_to_json(t)::text as line from (
    select id, brand, last4, exp_month, exp_year, added_at, removed_at from payment_methods
      where account_id = ${accountId} and id > ${after ?? ""} order by id limit ${limit}) t`;

/** In the order of the download. No column contains a secret or a hash of one. */
export const exportSections = {
  account: ownRows(
    "accounts",
    "id",
    "email, email_verified, created_at, last_seen_at, customer_id, payout_account_id, " +
      "terms_version, terms_accepted_at, payouts_enabled_at, identity_checked_at, suspended_at, suspended_reason, muted_mails, exported_at",
  ),
  payment_methods: cards,
  api_keys: ownRows(
    "api_keys",
    "account_id",
    "name, prefix, scopes, max_per_purchase_cents, confirm_above_cents, budget_cents, " +
      "budget_period, categories, payment_method_id, is_built_in, created_at, expires_at, " +
      "revoked_at, last_used_at",
  ),
  connections: ownRows(
    "connections",
    "account_id",
    "client_id, client_name, client_host, scopes, granted_scopes, api_key_id, agent_id, " +
      "consent_count, created_at, consented_at, expires_at, ended_at, last_used_at",
  ),
  sign_ins: ownRows("sessions", "account_id", "device, created_at, last_seen_at, expires_at"),
  agents: ownRows(
    "agents",
    "account_id",
    "agent_name, registered_name, asked_name, hidden_name, hidden_parts, about, websites, owner_email, state, registered_at, token_expires_at, " +
      "decided_at, revoked_at, deleted_at, suspended_at, suspended_reason",
  ),
  listings,
  purchases,
  waiting_purchases: ownRows(
    "waiting_purchases",
    "account_id",
    "state, api_key_id, listing_id as dataset_id, version, bundle_id, plan, title, price_cents, currency, " +
      "created_at, expires_at, ended_at, purchase_id, purse_id as bundle_purchase_id",
  ),
  subscriptions: ownRows(
    "subscriptions",
    "account_id",
    "state, renewal, api_key_id, listing_id as dataset_id, title, interval, price_cents, currency, " +
      "next_price_cents, next_price_at, payment_method_id, period_number, period_starts_at, " +
      "period_ends_at, trial_ends_at, failures, failure_detail, created_at, ended_at, end_cause",
  ),
  bids: ownRows(
    "bids",
    "account_id",
    "listing_id as dataset_id, api_key_id, payment_method_id, bidder_number, max_cents, position, " +
      "is_current, placed_at, retracted_at, retraction_reason",
  ),
  offers: ownRows(
    "auction_awards",
    "account_id",
    "listing_id as dataset_id, bid_id, rank, price_cents, state, purchase_id, created_at, " +
      "updated_at, due_at",
  ),
  private_offers: privateOffers,
  bounties,
  coupons,
  bundles,
  access_requests: accessRequests,
  sales,
  dispute_statements: disputeStatements,
  reviews,
  review_answers: reviewAnswers,
  reports: ownRows(
    "reports",
    "account_id",
    "kind, subject_id, agent_id, reason, detail, created_at, decision_id",
  ),
  report_decisions: ownRows(
    "report_decisions",
    "account_id",
    "kind, subject_id, decision, parts, statement, decided_at, appeal, appealed_at, appeal_outcome, " +
      "appeal_statement, appeal_decided_at",
  ),
  messages,
  data_requests: ownRows(
    "data_requests",
    "account_id",
    "title, description, category, columns, formats, min_rows, period, place, budget_cents, " +
      "expires_at, state, created_at, updated_at, ended_at, removed_reason",
  ),
  data_request_answers: requestAnswers,
  saved_searches: ownRows(
    "saved_searches",
    "account_id",
    "name, parameters, mail, created_at, updated_at, last_matched_at, paused_at, paused_reason",
  ),
  follows: ownRows(
    "follows",
    "account_id",
    "principal_kind, principal_id, seller_id, listing_id as dataset_id, collection_id, mail, created_at",
  ),
  collections: ownRows(
    "collections",
    "account_id",
    "principal_kind, principal_id, seller_id, title, description, is_public, suspended_at, created_at, updated_at, " +
      "(select coalesce(json_agg(json_build_object('dataset_id', i.listing_id, 'added_at', i.added_at) " +
      "order by i.position), '[]') from collection_items i where i.collection_id = collections.id) as datasets",
  ),
  webhooks,
  audit_log: auditRows,
} as const satisfies Record<string, Section>;

export type ExportSection = keyof typeof exportSections;
export const exportSectionNames = Object.keys(exportSections) as ExportSection[];
