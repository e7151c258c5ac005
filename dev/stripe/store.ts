/** The stand-in's state: Stripe's objects as JSON in one SQLite file, which survives a kill -9. */
import { Database, type SQLQueryBindings } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type Stripe from "stripe";

/** The data behind an onboarding link; Stripe shows only its address. */
export type AccountLink = {
  id: string;
  object: "account_link";
  account: string;
  expires_at: number;
  refresh_url: string;
  return_url: string;
};

type Objects = {
  account: Stripe.Account;
  account_link: AccountLink;
  balance_transaction: Stripe.BalanceTransaction;
  charge: Stripe.Charge;
  "checkout.session": Stripe.Checkout.Session;
  customer: Stripe.Customer;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
  file: Omit<Stripe.File, "lastResponse">;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  refund: Stripe.Refund;
  setup_intent: Stripe.SetupIntent;
  transfer: Stripe.Transfer;
  transfer_reversal: Stripe.TransferReversal;
  webhook_endpoint: Stripe.WebhookEndpoint;
};
type ObjectName = keyof Objects;

/** Field → value; a list returns objects whose JSON has all of these values. */
type Match = Record<string, string | undefined>;

export type Store = {
  database: Database;
  find<Name extends ObjectName>(name: Name, id: string): Objects[Name] | undefined;
  findAny(id: string): { id: string } | undefined;
  save<Item extends { id: string; object: string }>(object: Item): void;
  remove(id: string): void;
  /** Newest first. */
  list<Name extends ObjectName>(name: Name, match?: Match): Objects[Name][];
  /** Data that Stripe never shows, such as which test card a payment method is. */
  hidden(id: string): Record<string, unknown>;
  setHidden(id: string, hidden: Record<string, unknown>): void;
};

const schema = `
CREATE TABLE IF NOT EXISTS objects (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, object TEXT NOT NULL,
  body TEXT NOT NULL, hidden TEXT NOT NULL DEFAULT '{}');
CREATE INDEX IF NOT EXISTS objects_customer ON objects (object, body ->> 'customer');
CREATE INDEX IF NOT EXISTS objects_intent ON objects (object, body ->> 'payment_intent');
CREATE INDEX IF NOT EXISTS objects_group ON objects (object, body ->> 'transfer_group');
CREATE TABLE IF NOT EXISTS idempotency (
  key TEXT PRIMARY KEY, path TEXT NOT NULL, params_hash TEXT NOT NULL, created INTEGER NOT NULL,
  status INTEGER NOT NULL, body TEXT NOT NULL, request_id TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS requests (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, entry TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS deliveries (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL, type TEXT NOT NULL,
  endpoint TEXT NOT NULL, url TEXT NOT NULL, due_at INTEGER NOT NULL, attempts INTEGER NOT NULL,
  state TEXT NOT NULL, last_status INTEGER, last_error TEXT, delivered_at INTEGER);
CREATE TABLE IF NOT EXISTS tasks (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, object TEXT NOT NULL,
  due_at INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (state, due_at);
`;

/** Opens the file; creates it and its folder if they are missing. */
export function openStore(file: string): Store {
  mkdirSync(dirname(file), { recursive: true });
  const database = new Database(file, { strict: true });
  // In this mode a killed process loses nothing; only a machine failure could.
  database.run("PRAGMA journal_mode = WAL");
  database.run("PRAGMA synchronous = NORMAL");
  database.run(schema);
  const parse = (row: { body: string } | null) => (row === null ? undefined : JSON.parse(row.body));
  return {
    database,
    find: (name, id) =>
      parse(
        database
          .query<{ body: string }, [string, string]>(
            "SELECT body FROM objects WHERE id = ? AND object = ?",
          )
          .get(id, name),
      ),
    findAny: (id) =>
      parse(
        database.query<{ body: string }, [string]>("SELECT body FROM objects WHERE id = ?").get(id),
      ),
    save({ id, object, ...rest }) {
      database
        .query(
          `INSERT INTO objects (id, object, body) VALUES (?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET body = excluded.body`,
        )
        .run(id, object, JSON.stringify({ id, object, ...rest }));
    },
    remove: (id) => database.query("DELETE FROM objects WHERE id = ?").run(id),
    list: (name, match = {}) => listOf(database, name, match),
    hidden(id) {
      const row = database
        .query<{ hidden: string }, [string]>("SELECT hidden FROM objects WHERE id = ?")
        .get(id);
      return row === null ? {} : JSON.parse(row.hidden);
    },
    setHidden(id, hidden) {
      database.query("UPDATE objects SET hidden = ? WHERE id = ?").run(JSON.stringify(hidden), id);
    },
  };
}

function listOf<Name extends ObjectName>(
  database: Database,
  name: Name,
  match: Match,
): Objects[Name][] {
  const wanted = Object.entries(match).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, value] as const],
  );
  const conditions = wanted.map(([field]) => ` AND body ->> '${field}' = ?`).join("");
  const values: SQLQueryBindings[] = [name, ...wanted.map(([, value]) => value)];
  return database
    .query<{ body: string }, SQLQueryBindings[]>(
      `SELECT body FROM objects WHERE object = ?${conditions} ORDER BY seq DESC`,
    )
    .all(...values)
    .map((row) => JSON.parse(row.body));
}
