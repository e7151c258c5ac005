/** What may become of a data request and of the answers to it, how often, and until when. Pure. */
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

/** What is done to a request; `remove` is an administrator's, `expire` the clock's. */
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

/** In which state which act is possible, and what it leads to. What is not named is refused. */
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

/** What each act makes of an answer. An act can be repeated, never turned round. */
const answerOutcomes = {
  accept: "accepted",
  reject: "rejected",
  withdraw: "withdrawn",
  remove: "removed",
} as const satisfies Record<string, AnswerState>;
export type AnswerAct = keyof typeof answerOutcomes;

type Timed = { state: DataRequestState; expiresAt: Date };

/** The state at an instant: nobody waits for the clock to end what is over. */
export function stateAt({ state, expiresAt }: Timed, now: Date): DataRequestState {
  return state === "open" && expiresAt <= now ? "expired" : state;
}

/** Why an act is not possible now; null: it is. */
export function actRefusal(request: Timed, act: DataRequestAct, now: Date): Refusal | null {
  const state = stateAt(request, now);
  if (dataRequestTransitions[state][act] === undefined) {
    return { code: "data_request_not_open", detail: `The request is ${state}.` };
  }
  if (act === "reopen" && request.expiresAt <= now) {
    const detail = `It was to end at ${request.expiresAt.toISOString()}: post a new one.`;
    return { code: "data_request_not_open", detail };
  }
  return null;
}

/** Why an answer cannot be decided so; null: it can. What waits for its poster can, and removals. */
export function answerActRefusal(state: AnswerState, act: AnswerAct): Refusal | null {
  if (state === "pending" || (act === "remove" && state !== "removed")) return null;
  return { code: "data_request_answer_decided", detail: `The answer is ${state}.` };
}

export function answerStatus(state: AnswerState, listingStatus: ListingStatus): AnswerStatus {
  return state === "pending" && listingStatus !== "active" ? "gone" : state;
}

/** Only what can be bought is accepted. */
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
  /** Of the agent that answers. */
  sellerAccountId: string | null;
  listing: { status: ListingStatus };
  /** The request has an answer with this listing, whatever became of it. */
  hasAnswered: boolean;
  /** Answers that wait or were accepted: of all agents, and all of this one. */
  standing: number;
  ofAgent: number;
};

/** Why an agent may not answer with this listing; null: it may. */
export function answerRefusal(facts: AnswerFacts): Refusal | null {
  const { listing, posterAccountId, sellerAccountId } = facts;
  if (posterAccountId === sellerAccountId) {
    return { code: "own_data_request", detail: "The agent's owner has posted it." };
  }
  if (listing.status !== "active") {
    return { code: "listing_not_active", detail: `The listing is ${listing.status}.` };
  }
  if (facts.hasAnswered) {
    return { code: "data_request_already_answered", detail: "A listing answers a request once." };
  }
  if (facts.ofAgent >= ANSWERS_PER_AGENT_AND_DATA_REQUEST_MAX) {
    const detail = `An agent answers a request ${ANSWERS_PER_AGENT_AND_DATA_REQUEST_MAX} times at most.`;
    return { code: "limit_reached", detail };
  }
  if (facts.standing < ANSWERS_PER_DATA_REQUEST_MAX) return null;
  return {
    code: "limit_reached",
    detail: `The request has ${ANSWERS_PER_DATA_REQUEST_MAX} answers; its poster has to reject one.`,
  };
}

/** Whether an account may have one more open request; null: it may. */
export function openRequestsRefusal(openRequests: number): Refusal | null {
  if (openRequests < OPEN_DATA_REQUESTS_PER_ACCOUNT_MAX) return null;
  return {
    code: "limit_reached",
    detail: `An account has ${OPEN_DATA_REQUESTS_PER_ACCOUNT_MAX} open requests at most; close one.`,
  };
}

type Changes = { changesSince: Date | null; changesCount: number };

/** What is counted of one more change that sellers are told of, and whether it may be. */
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

/** When a request ends that names no time. */
export function defaultExpiresAt(now: Date): Date {
  return new Date(now.getTime() + DATA_REQUEST_DAYS_DEFAULT * dayMs);
}

/** What is wrong with the end that a poster asks for; empty: nothing. */
export function expiryFaults(expiresAt: Date, now: Date): FieldFault[] {
  const ms = expiresAt.getTime() - now.getTime();
  const pointer = "/expires_at";
  if (ms < DATA_REQUEST_MINUTES_MIN * minuteMs) {
    const detail = `A request stays open for ${DATA_REQUEST_MINUTES_MIN} minutes at least.`;
    return [{ pointer, code: "too_early", detail }];
  }
  if (ms <= DATA_REQUEST_DAYS_MAX * dayMs) return [];
  const detail = `A request ends within ${DATA_REQUEST_DAYS_MAX} days from now.`;
  return [{ pointer, code: "too_late", detail }];
}

/** When a poster may be mailed of answers: at once, or an hour after the last mail. */
export function answerMailDueAt(mailedAt: Date | null, now: Date): Date {
  if (mailedAt === null) return now;
  const freeAt = mailedAt.getTime() + ANSWER_MAIL_PAUSE_MINUTES * minuteMs;
  return new Date(Math.max(freeAt, now.getTime()));
}

/** `lat:latitude` names the column `lat`, whose meaning is a latitude. */
export function columnName(column: string): string {
  const [name = ""] = column.split(":");
  return name.trim().toLowerCase();
}
