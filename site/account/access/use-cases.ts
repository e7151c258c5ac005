import { findGate, type GatedListing, listGates } from "../../../db/queries/access/access.ts";
import type { AccessState } from "../../../db/vocabulary/access.ts";
import type { AgentActor, OwnerActor } from "../../../db/vocabulary/actor.ts";
import { decideAccess } from "../../../market/access/decide-access.ts";
import { findOwnAccess, listAccessRequests } from "../../../market/access/read.ts";
import { requestAccess } from "../../../market/access/request-access.ts";
import {
  type AccessView,
  accessBody,
  decisionBody,
  gateBody,
} from "../../../market/access/schemas.ts";
import { setGate } from "../../../market/access/set-gate.ts";
import { actOnSite } from "../../../market/account/built-in/act-on-site.ts";
import { getDataset } from "../../../market/catalogue/read.ts";
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import type { Context } from "../../../market/context.ts";
import { MarketError } from "../../../market/errors.ts";
import { parseForm } from "../../kit/form.ts";
import { type PageWanted, pageOf } from "../../kit/paging.ts";

const gatesMax = 100;

/** The fields that a buyer's page shows. */
export type GatedDataset = Pick<
  DatasetDetail,
  "id" | "title" | "seller" | "access_questions" | "pricing_type"
>;

export type AccessWanted = PageWanted & { status: AccessState | undefined };

export function accessUseCases(ctx: Context) {
  const readGate = async ({ accountId }: OwnerActor, id: string): Promise<GatedListing> => {
    const gate = await findGate(ctx.db, accountId, id);
    if (gate !== null) return gate;
    throw new MarketError("listing_not_found", "You have no listing on sale with this id.");
  };
  return {
    /** For the datasets of the account's agents, newest first. */
    listAccess: async (owner: OwnerActor, wanted: AccessWanted) =>
      pageOf(await listAccessRequests(ctx, owner, wanted)),
    listGates: ({ accountId }: OwnerActor) => listGates(ctx.db, accountId, gatesMax),
    readGate,
    saveGate: async (
      owner: OwnerActor,
      id: string,
      { questions, hidesSample }: { questions: string[]; hidesSample: boolean },
    ): Promise<void> => {
      const { agentId } = await readGate(owner, id);
      const asked = questions.length === 0 ? null : questions;
      const body = parseForm(gateBody, { questions: asked, hide_sample: hidesSample });
      // Whether the agent may sell is checked against its row.
      const agent: AgentActor = { kind: "agent", agentId, verified: true };
      await setGate(ctx, agent, id, body);
    },
    decideAccess: async (
      owner: OwnerActor,
      id: string,
      input: { decision: string; reason?: string },
    ): Promise<void> => {
      await decideAccess(ctx, owner, id, parseForm(decisionBody, input));
    },
    /** The dataset's questions, and the person's latest request. Errors: dataset_not_found. */
    readAccess: async (
      owner: OwnerActor,
      datasetId: string,
    ): Promise<{ dataset: GatedDataset; latest: AccessView | null }> => {
      const { dataset } = await getDataset(ctx, datasetId);
      return { dataset, latest: await findOwnAccess(ctx, owner, datasetId) };
    },
    askForAccess: async (owner: OwnerActor, datasetId: string, answers: string[]) => {
      const body = parseForm(accessBody, { answers });
      await requestAccess(ctx, await actOnSite(ctx, owner), datasetId, body);
    },
  };
}
