export const dataRequestStates = ["open", "fulfilled", "closed", "expired", "removed"] as const;
export type DataRequestState = (typeof dataRequestStates)[number];

export const answerStates = ["pending", "accepted", "rejected", "withdrawn", "removed"] as const;
export type AnswerState = (typeof answerStates)[number];

/**
 * As shown: an answer that waits for the poster is `gone` once its listing is off the catalogue.
 */
export const answerStatuses = [...answerStates, "gone"] as const;
export type AnswerStatus = (typeof answerStatuses)[number];
