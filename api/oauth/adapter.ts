/** Stores the provider's records in Postgres, so that any number of processes share them. */
import type { Adapter, AdapterPayload } from "oidc-provider";
import type { Database } from "../../db/client.ts";
import {
  consumeOauthRecord,
  deleteOauthRecord,
  deleteOauthRecordsOfGrant,
  deleteOauthRecordWithGrant,
  extendOauthRecord,
  findOauthRecord,
  putOauthRecord,
} from "../../db/queries/oauth/records.ts";
import { oauthIdHash } from "../../market/connection/access-token.ts";
import {
  OAUTH_CLIENT_IDLE_DAYS,
  OAUTH_CLIENT_UNUSED_DAYS,
  OAUTH_GRANT_TTL_DAYS,
  OAUTH_REFRESH_REPEAT_SECONDS,
} from "../../market/connection/limits.ts";
import { daySeconds } from "../../platform/time.ts";
import { errors } from "./oidc-provider.ts";

type AdapterDependencies = { db: Database; now: () => Date };

const tokenKinds = new Set(["AccessToken", "RefreshToken"]);

/** A client's expiry is extended at most this often. */
const clientStaleDays = 1;

/** Creates the adapter of each of the provider's models, by the model's name. */
export function createAdapters(parts: AdapterDependencies): (kind: string) => Adapter {
  return (kind) =>
    kind === "Session" ? new ForgottenSessions() : new PostgresAdapter(kind, parts);
}

/**
 * Stores no sign-in for the provider: the site's own session identifies the person at each consent,
 * so that two accounts in one browser are never confused.
 */
class ForgottenSessions implements Adapter {
  async upsert(): Promise<undefined> {}
  async find(): Promise<undefined> {}
  async findByUid(): Promise<undefined> {}
  async findByUserCode(): Promise<undefined> {}
  async destroy(): Promise<undefined> {}
  async consume(): Promise<undefined> {}
  async revokeByGrantId(): Promise<undefined> {}
}

class PostgresAdapter implements Adapter {
  readonly #kind: string;
  readonly #parts: AdapterDependencies;

  constructor(kind: string, parts: AdapterDependencies) {
    this.#kind = kind;
    this.#parts = parts;
  }

  async upsert(id: string, payload: AdapterPayload, ttlSeconds: number): Promise<undefined> {
    const { jti: _id, ...kept } = payload;
    await putOauthRecord(this.#parts.db, {
      ...this.#key(id),
      payload: { ...kept },
      grantId: this.#kind === "Grant" ? id : (payload.grantId ?? null),
      expiresAt: this.#after(ttlSeconds ?? this.#ttlSecondsDefault()),
    });
    if (this.#kind === "AccessToken" && payload.clientId) await this.#noteUse(payload.clientId);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const row = await findOauthRecord(this.#parts.db, this.#key(id));
    if (row === null) return undefined;
    // The provider does not check a client's expiry.
    if (this.#kind === "Client") return row.expiresAt > this.#parts.now() ? row.payload : undefined;
    const { consumedAt } = row;
    if (consumedAt === null || this.#isRepeated(consumedAt)) return { ...row.payload, jti: id };
    return { ...row.payload, jti: id, consumed: seconds(consumedAt) };
  }

  /** A refresh token that was used just now still works, because its answer may have been lost. */
  #isRepeated(consumedAt: Date): boolean {
    if (this.#kind !== "RefreshToken") return false;
    return this.#after(-OAUTH_REFRESH_REPEAT_SECONDS) < consumedAt;
  }

  /**
   * The database lets only one of two concurrent requests use a code. The other counts as theft,
   * like a later one, and the grant ends for both. Two concurrent refreshes get the same answer:
   * `find` accepts both, and their new tokens are derived from the token that they used.
   */
  async consume(id: string): Promise<undefined> {
    const { db, now } = this.#parts;
    const key = this.#key(id);
    if (await consumeOauthRecord(db, key, now())) return;
    const row = await findOauthRecord(db, key);
    if (row !== null && this.#kind === "RefreshToken") return;
    if (row?.grantId) await deleteOauthRecordsOfGrant(db, row.grantId);
    throw new errors.InvalidGrant("used at the same time by another request");
  }

  /**
   * Destroying a token also ends its grant. The provider destroys a token that was revoked or used
   * twice, and would then end the grant itself; after a crash between the two steps nobody could
   * find it.
   */
  async destroy(id: string): Promise<undefined> {
    const { db } = this.#parts;
    if (this.#kind === "Grant") await deleteOauthRecordsOfGrant(db, id);
    else if (tokenKinds.has(this.#kind)) await deleteOauthRecordWithGrant(db, this.#key(id));
    else await deleteOauthRecord(db, this.#key(id));
  }

  /** Called for each kind, perhaps concurrently. The first call deletes all records. */
  async revokeByGrantId(grantId: string): Promise<undefined> {
    await deleteOauthRecordsOfGrant(this.#parts.db, grantId);
  }

  /** Only for sessions and device codes, which are not stored. */
  async findByUid(): Promise<undefined> {}
  async findByUserCode(): Promise<undefined> {}

  #key(id: string) {
    return { kind: this.#kind, idHash: oauthIdHash(id) };
  }

  #after(ttlSeconds: number): Date {
    return new Date(this.#parts.now().getTime() + ttlSeconds * 1000);
  }

  #ttlSecondsDefault(): number {
    const days = this.#kind === "Client" ? OAUTH_CLIENT_UNUSED_DAYS : OAUTH_GRANT_TTL_DAYS;
    return days * daySeconds;
  }

  async #noteUse(clientId: string): Promise<void> {
    const idleSeconds = OAUTH_CLIENT_IDLE_DAYS * daySeconds;
    await extendOauthRecord(
      this.#parts.db,
      { kind: "Client", idHash: oauthIdHash(clientId) },
      {
        expiresAt: this.#after(idleSeconds),
        staleBefore: this.#after(idleSeconds - clientStaleDays * daySeconds),
      },
    );
  }
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
