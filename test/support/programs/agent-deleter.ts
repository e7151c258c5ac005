import { openDatabase } from "../../../db/client.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { Context } from "../../../market/context.ts";
import { deleteAgent } from "../../../market/leaving/delete-agent.ts";

const [databaseUrl = "", accountId = "", email = "", agentId = ""] = process.argv.slice(2);
const { db } = openDatabase({ url: databaseUrl, poolMax: 1 });
const owner: OwnerActor = { kind: "owner", accountId, email, emailVerified: true };
await deleteAgent({ db, now: () => new Date() } as Context, owner, agentId);
process.exit(0);
