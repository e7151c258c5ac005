/**
 * The person's side of OAuth for an API in another process, with the same database and secrets and
 * the consent port.
 */
import { openAuthorizationServer } from "../../api/oauth/authorization-server.ts";
import { openDatabase } from "../../db/client.ts";
import type { Context } from "../../market/context.ts";
import { loadConfig } from "../../platform/config.ts";
import { openEmbeddings } from "../../platform/embeddings/open-embeddings.ts";
import { openPayments } from "../../platform/payments/stripe.ts";
import { openStorage } from "../../platform/storage/open-storage.ts";

/** `env` is the serving process's. Close it before the database is dropped. */
export async function openConsent(env: Record<string, string>) {
  const config = loadConfig(env);
  const handle = openDatabase({ url: config.DATABASE_URL, poolMax: 4 });
  const ctx: Context = {
    db: handle.db,
    storage: await openStorage(config.storage),
    payments: openPayments(config),
    embeddings: openEmbeddings(config),
    config,
    now: () => new Date(),
  };
  return {
    ctx,
    config,
    authorizationServer: openAuthorizationServer(ctx),
    close: () => handle.close(),
  };
}
