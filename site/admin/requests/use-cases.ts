import type { AdminActor } from "../../../db/vocabulary/actor.ts";
import type { DataRequestState } from "../../../db/vocabulary/request.ts";
import type { Context } from "../../../market/context.ts";
import {
  getAnswerToModerate,
  getDataRequestToModerate,
  listDataRequestsToModerate,
} from "../../../market/request/read.ts";
import { removeAnswer } from "../../../market/request/remove-answer.ts";
import { removeDataRequest } from "../../../market/request/remove-data-request.ts";
import { removalBody } from "../../../market/request/schemas.ts";
import { parseForm } from "../../kit/form.ts";
import { type PageWanted, pageOf } from "../../kit/paging.ts";

type AnswerKey = { requestId: string; answerId: string };

export function requestUseCases(ctx: Context) {
  return {
    /** All requests, including removed ones, newest first. */
    listRequests: async (
      admin: AdminActor,
      wanted: PageWanted & { status: DataRequestState | undefined },
    ) => pageOf(await listDataRequestsToModerate(ctx, admin, wanted)),
    getRequest: (admin: AdminActor, id: string, page: PageWanted) =>
      getDataRequestToModerate(ctx, admin, id, page),
    getAnswer: (admin: AdminActor, key: AnswerKey) => getAnswerToModerate(ctx, admin, key),
    removeRequest: async (
      admin: AdminActor,
      id: string,
      form: { reason: string },
    ): Promise<void> => {
      await removeDataRequest(ctx, admin, id, parseForm(removalBody, form));
    },
    removeAnswer: async (
      admin: AdminActor,
      key: AnswerKey,
      form: { reason: string },
    ): Promise<void> => {
      await removeAnswer(ctx, admin, key, parseForm(removalBody, form));
    },
  };
}
