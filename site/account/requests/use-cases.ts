import { findPurseOfRequest } from "../../../db/queries/purchases/purses.ts";
import type { OwnerActor } from "../../../db/vocabulary/actor.ts";
import type { AnswerStatus, DataRequestState } from "../../../db/vocabulary/request.ts";
import { actOnSite } from "../../../market/account/built-in/act-on-site.ts";
import { actForListing } from "../../../market/agent/site-agent.ts";
import type { Context } from "../../../market/context.ts";
import { PAGE_ITEMS_MAX } from "../../../market/limits.ts";
import { listOwnerListings } from "../../../market/listing/read.ts";
import { checkOpenTerms } from "../../../market/query/acceptance/check-open-terms.ts";
import { acceptAnswer } from "../../../market/request/accept-answer.ts";
import { answerDataRequest } from "../../../market/request/answer-data-request.ts";
import { answerBody } from "../../../market/request/answer-schemas.ts";
import { closeDataRequest } from "../../../market/request/close-data-request.ts";
import { editDataRequest } from "../../../market/request/edit-data-request.ts";
import { findMatches } from "../../../market/request/matches.ts";
import { postDataRequest } from "../../../market/request/post-data-request.ts";
import {
  getDataRequest,
  getOwnDataRequest,
  getOwnerAnswer,
  listAnswers,
  listOwnDataRequests,
  listOwnerAnswers,
} from "../../../market/request/read.ts";
import { rejectAnswer } from "../../../market/request/reject-answer.ts";
import { reopenDataRequest } from "../../../market/request/reopen-data-request.ts";
import { dataRequestBody, dataRequestPatch } from "../../../market/request/schemas.ts";
import { searchDatasets } from "../../../market/search/search-datasets.ts";
import { parseForm } from "../../kit/form.ts";
import { type PageWanted, pageOf } from "../../kit/paging.ts";
import { chargeNow } from "../charge-now.ts";
import type { RequestForm } from "./form.tsx";

type AnswerKey = { requestId: string; answerId: string };
export type RequestsWanted = PageWanted & { status: DataRequestState | undefined };
export type AnswersWanted = PageWanted & { status: AnswerStatus | undefined };

export function requestUseCases(ctx: Context) {
  return {
    listRequests: async (owner: OwnerActor, wanted: RequestsWanted) =>
      pageOf(await listOwnDataRequests(ctx, owner, wanted)),
    getRequest: (owner: OwnerActor, id: string) => getOwnDataRequest(ctx, owner, id),
    /** Newest first. */
    listAnswers: async (owner: OwnerActor, requestId: string, page: PageWanted) =>
      pageOf(await listAnswers(ctx, owner, requestId, page)),
    /** The answers of the account's own seller agents, newest first. */
    listAgentsAnswers: async (owner: OwnerActor, wanted: AnswersWanted) =>
      pageOf(await listOwnerAnswers(ctx, owner, wanted)),
    getAgentsAnswer: (owner: OwnerActor, id: string) => getOwnerAnswer(ctx, owner, id),
    /** Datasets on sale that may fit, best match first. */
    listMatches: async (owner: OwnerActor, requestId: string) => {
      const request = await getOwnDataRequest(ctx, owner, requestId);
      const matches = await findMatches((query) => searchDatasets(ctx, query), request);
      return { request, matches };
    },
    postRequest: async (
      owner: OwnerActor,
      form: RequestForm,
      bounty: object | null = null,
    ): Promise<{ id: string }> => {
      const body = parseForm(dataRequestBody, { ...form, ...(bounty && { bounty }) });
      if (body.bounty !== undefined) await checkOpenTerms(ctx, body.bounty.acceptance);
      return postDataRequest(ctx, await actOnSite(ctx, owner), body);
    },
    /** Charges the bounty of a new request while its poster waits; the clock would do it otherwise. */
    fundBounty: async (requestId: string): Promise<void> => {
      const purse = await findPurseOfRequest(ctx.db, requestId);
      if (purse?.state === "payment_pending") await chargeNow(ctx, purse);
    },
    readRequestToAnswer: (requestId: string) => getDataRequest(ctx, requestId),
    /** The datasets that the account has on sale, the first of them. */
    listDeliverable: async (owner: OwnerActor): Promise<{ id: string; title: string }[]> => {
      const page = { limit: PAGE_ITEMS_MAX, offset: 0, status: "active" as const };
      const { items } = await listOwnerListings(ctx, owner, { ...page, agent_id: undefined });
      return items.map(({ id, title }) => ({ id, title: title ?? "" }));
    },
    answerRequest: async (owner: OwnerActor, requestId: string, form: object): Promise<void> => {
      const body = parseForm(answerBody, form);
      const agent = await actForListing(ctx, owner, body.dataset_id, { maySell: true });
      await answerDataRequest(ctx, agent, requestId, body);
    },
    editRequest: async (owner: OwnerActor, id: string, form: RequestForm): Promise<void> => {
      await editDataRequest(ctx, owner, id, parseForm(dataRequestPatch, form));
    },
    closeRequest: async (owner: OwnerActor, id: string): Promise<void> => {
      await closeDataRequest(ctx, owner, id);
    },
    reopenRequest: async (owner: OwnerActor, id: string): Promise<void> => {
      await reopenDataRequest(ctx, owner, id);
    },
    acceptAnswer: async (owner: OwnerActor, key: AnswerKey): Promise<void> => {
      await acceptAnswer(ctx, owner, key);
    },
    rejectAnswer: async (owner: OwnerActor, key: AnswerKey): Promise<void> => {
      await rejectAnswer(ctx, owner, key);
    },
  };
}
