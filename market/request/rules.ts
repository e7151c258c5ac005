/** States and limits of data requests and their answers. Pure. */
import type { ListingStatus } from "../../db/vocabulary/listing.ts";
import type { AnswerState, AnswerStatus, DataRequestState } from "../../db/vocabulary/request.ts";
import { dayMs, daySeconds, minuteMs } from "../../platform/time.ts";
import type { FieldFault } from "../errors.ts";
import { allowanceRefusal, type Refusal } from "../refusal.ts";
import {
  ANSWER_MAIL_PAUSE_MINUTES,
  ANSWERS_PER_AGENT_AND_DATA_REQUEST_MAX,
  ANSWERS_PER_DATA_REQUEST_MAX,
  DATA_REQUEST_CHANGES_PER_DAY_MAX,
  DATA_REQUEST_DAYS_DEFAULT,
  DATA_REQUEST_DAYS_MAX,
  DATA_REQUEST_MINUTES_MIN,
  OPEN_DATA_REQUESTS_PER_ACCOUNT_MAX,
} from "./limits.ts";

/** Actions on a request; `remove` is for administrators, `expire` for the clock. */
export const dataRequestActs = [
  "answer",
  "edit",
  "fulfil",
  "close",
  "reopen",
  "expire",
  "remove",
] as const;
export type DataRequestAct = (typeof dataRequestActs)[number];

/** The actions possible in each state, and the resulting state. Others are refused. */
const dataRequestTransitions: Record<
  DataRequestState,
  Partial<Record<DataRequestAct, DataRequestState>>
> = {
  open: {
    answer: "open",
    edit: "open",
    fulfil: "fulfilled",
    close: "closed",
    expire: "expired",
    remove: "removed",
  },
  closed: { reopen: "open", remove: "removed" },
  fulfilled: { remove: "removed" },
  expired: { remove: "removed" },
  removed: {},
};

/** The state after each action on an answer. An action can be repeated, but not reversed. */
const answerOutcomes = {
  accept: "accepted",
  reject: "rejected",
  withdraw: "withdrawn",
  remove: "removed",
} as const satisfies Record<string, AnswerState>;
export type AnswerAct = keyof typeof answerOutcomes;

type Timed = { state: DataRequestState; expiresAt: Date };

/** The effective state: an expired request counts as such before the clock marks it. */
export function stateAt({ state, expiresAt }: Timed, now: Date): DataRequestState {
  return state === "open" && expiresAt <= now ? "expired" : state;
}

/** Why an action is not possible now; null if it is. */
export function actRefusal(request: Timed, act: DataRequestAct, now: Date): Refusal | null {
  const state = stateAt(request, now);
  if (dataRequestTransitions[state][act] === undefined) {
    return { code: "data_request_not_open", detail: `The request is ${state}.` };
  }
  if (act === "reopen" && request.expiresAt <= now) {
    const detail = `It ended at ${request.expiresAt.toISOString()}: post a new one.`;
    return { code: "data_request_not_open", detail };
  }
  return null;
}

/** Why an answer cannot be decided like this; null if it can: a pending one, or a removal. */
export function answerActRefusal(state: AnswerState, act: AnswerAct): Refusal | null {
  if (state === "pending" || (act === "remove" && state !== "removed")) return null;
  return { code: "data_request_answer_decided", detail: `The answer is ${state}.` };
}

export function answerStatus(state: AnswerState, listingStatus: ListingStatus): AnswerStatus {
  return state === "pending" && listingStatus !== "active" ? "gone" : state;
}

/** Only a listing on sale can be accepted. */
export function acceptRefusal(
  answer: { state: AnswerState },
  listing: { status: ListingStatus },
): Refusal | null {
  const refusal = answerActRefusal(answer.state, "accept");
  if (refusal !== null || listing.status === "active") return refusal;
  return { code: "listing_not_active", detail: `The listing is ${listing.status}.` };
}

export type AnswerFacts = {
  posterAccountId: string;
  /** The account of the answering agent. */
  sellerAccountId: string | null;
  listing: { status: ListingStatus };
  /** The request already has an answer with this listing, in any state. */
  hasAnswered: boolean;
  /** Pending or accepted answers: of all agents, and all answers of this one. */
  standing: number;
  ofAgent: number;
};

/** Why an agent may not answer with this listing; null if it may. */
export function answerRefusal(facts: AnswerFacts): Refusal | null {
  const { listing, posterAccountId, sellerAccountId } = facts;
  if (posterAccountId === sellerAccountId) {
    return { code: "own_data_request", detail: "The agent's owner posted it." };
  }
  if (listing.status !== "active") {
    return { code: "listing_not_active", detail: `The listing is ${listing.status}.` };
  }
  if (facts.hasAnswered) {
    return {
      code: "data_request_already_answered",
      detail: "A listing can answer a request only once.",
    };
  }
  if (facts.ofAgent >= ANSWERS_PER_AGENT_AND_DATA_REQUEST_MAX) {
    const detail = `An agent can answer a request ${ANSWERS_PER_AGENT_AND_DATA_REQUEST_MAX} times.`;
    return { code: "limit_reached", detail };
  }
  if (facts.standing < ANSWERS_PER_DATA_REQUEST_MAX) return null;
  return {
    code: "limit_reached",
    detail: `The request has ${ANSWERS_PER_DATA_REQUEST_MAX} answers; its poster has to reject one first.`,
  };
}

/** Why an account may not have another open request; null if it may. */
export function openRequestsRefusal(openRequests: number): Refusal | null {
  if (openRequests < OPEN_DATA_REQUESTS_PER_ACCOUNT_MAX) return null;
  return {
    code: "limit_reached",
    detail: `An account can have ${OPEN_DATA_REQUESTS_PER_ACCOUNT_MAX} open requests; close one first.`,
  };
}

type Changes = { changesSince: Date | null; changesCount: number };

/** Counts another change that sellers are notified of, or refuses it. */
export function countChange(
  before: Changes,
  now: Date,
): { changes: Changes; refusal: Refusal | null } {
  const { changesSince: since, changesCount } = before;
  if (since === null || now.getTime() - since.getTime() >= dayMs) {
    return { changes: { changesSince: now, changesCount: 1 }, refusal: null };
  }
  const allowance = {
    who: "The poster of a request",
    what: "changes of it",
    max: DATA_REQUEST_CHANGES_PER_DAY_MAX,
    windowSeconds: daySeconds,
  };
  const isFull = changesCount >= DATA_REQUEST_CHANGES_PER_DAY_MAX;
  return {
    changes: { changesSince: since, changesCount: changesCount + 1 },
    refusal: isFull ? allowanceRefusal(allowance, since, now) : null,
  };
}

/** The end of a request that names none. */
export function defaultExpiresAt(now: Date): Date {
  return new Date(now.getTime() + DATA_REQUEST_DAYS_DEFAULT * dayMs);
}

/** Faults in the requested end. */
export function expiryFaults(expiresAt: Date, now: Date): FieldFault[] {
  const ms = expiresAt.getTime() - now.getTime();
  const pointer = "/expires_at";
  if (ms < DATA_REQUEST_MINUTES_MIN * minuteMs) {
    const detail = `A request must stay open for at least ${DATA_REQUEST_MINUTES_MIN} minutes.`;
    return [{ pointer, code: "too_early", detail }];
  }
  if (ms <= DATA_REQUEST_DAYS_MAX * dayMs) return [];
  const detail = `A request must end within ${DATA_REQUEST_DAYS_MAX} days from now.`;
  return [{ pointer, code: "too_late", detail }];
}

/** When a poster may get a mail about answers: at once, or an hour after the last one. */
export function answerMailDueAt(mailedAt: Date | null, now: Date): Date {
  if (mailedAt === null) return now;
  const freeAt = mailedAt.getTime() + ANSWER_MAIL_PAUSE_MINUTES * minuteMs;
  return new Date(Math.max(freeAt, now.getTime()));
}

/** `lat:latitude` names the column `lat`, which means a latitude. */
export function columnName(column: string): string {
  const [name = ""] = column.split(":");
  return name.trim().toLowerCase();
}
