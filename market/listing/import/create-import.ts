import { v7 } from "uuid";
import { countOpenImportsAlone, insertImport } from "../../../db/queries/imports/imports.ts";
import { writeAudit } from "../../../db/queries/journal/journal.ts";
import { lockOwnListing } from "../../../db/queries/listings/listings.ts";
import type { AgentActor } from "../../../db/vocabulary/actor.ts";
import { urlFault } from "../../../platform/webhooks/call-stranger.ts";
import type { Context } from "../../context.ts";
import { type FieldFault, MarketError } from "../../errors.ts";
import { requireSlot, requireUploadLeft } from "../folder/require-slot.ts";
import { IMPORTS_PER_AGENT_MAX } from "../limits.ts";
import { viewImport } from "./import-view.ts";
import { kindOf, s3ObjectOf, shownAddress } from "./rules.ts";
import type { ImportBody, ImportView } from "./schemas.ts";
import { type ImportSource, storedSource } from "./stored-source.ts";

/**
 * Has a worker fetch a file or folder into the listing. Addresses are checked here without DNS, and
 * by the worker at each connection.
 * Errors: invalid_request, listing_not_found, listing_not_draft, rate_limited, limit_reached.
 */
export async function createImport(
  ctx: Context,
  agent: AgentActor,
  listingId: string,
  body: ImportBody,
): Promise<ImportView> {
  const source = requireSource(ctx, body);
  const id = v7();
  const kind = body.kind ?? kindOf(body.from);
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    requireSlot(await lockOwnListing(tx, { listingId, agentId: agent.agentId }));
    await requireUploadLeft(tx, listingId, now);
    if ((await countOpenImportsAlone(tx, agent.agentId)) >= IMPORTS_PER_AGENT_MAX) {
      const detail = `At most ${IMPORTS_PER_AGENT_MAX} imports run at a time: wait for one, or cancel it.`;
      throw new MarketError("limit_reached", detail);
    }
    const row = await insertImport(tx, {
      id,
      listingId,
      agentId: agent.agentId,
      kind,
      source: storedSource(ctx, id, source),
      shownAddress: shownAddress(body.from),
      statedSha256: kind === "file" ? (body.sha256 ?? null) : null,
      dueAt: now,
      createdAt: now,
    });
    const subject = { subjectKind: "listing", subjectId: listingId } as const;
    const detail = { import_id: id, kind };
    await writeAudit(
      tx,
      { actor: agent, action: "listing.import_started", ...subject, detail },
      now,
    );
    return viewImport(row);
  });
}

function requireSource({ config }: Pick<Context, "config">, body: ImportBody): ImportSource {
  const { from, s3, kind, sha256 } = body;
  const guard = { allowLoopback: config.ALLOW_INSECURE_LOOPBACK };
  const faults: FieldFault[] = [];
  const refuse = (pointer: string, code: string, detail: string) =>
    faults.push({ pointer, code, detail });
  if (from.startsWith("s3:")) {
    if (s3ObjectOf(from) === null) refuse("/from", "url_not_allowed", "is not s3://bucket/key");
    if (s3 === undefined) {
      refuse("/s3", "missing", "holds the keys for an s3:// address; a presigned URL needs none");
    }
  } else {
    const fault = urlFault(from, guard);
    if (fault !== null) refuse("/from", "url_not_allowed", fault);
  }
  const endpointFault = s3?.endpoint === undefined ? null : urlFault(s3.endpoint, guard);
  if (endpointFault !== null) refuse("/s3/endpoint", "url_not_allowed", endpointFault);
  if (sha256 !== undefined && (kind ?? kindOf(from)) === "croissant") {
    refuse("/sha256", "not_allowed", "is of a single file; a Croissant document has its own");
  }
  const [first] = faults;
  if (first !== undefined) {
    throw new MarketError("invalid_request", `${first.pointer} ${first.detail}.`, { faults });
  }
  if (s3 === undefined) return { address: from };
  const { region, endpoint, access_key_id, secret_access_key, session_token } = s3;
  return {
    address: from,
    s3: {
      region,
      accessKeyId: access_key_id,
      secretAccessKey: secret_access_key,
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(session_token === undefined ? {} : { sessionToken: session_token }),
    },
  };
}
