export const dataRequestStates = ["open", "fulfilled", "closed", "expired", "removed"] as const;
export type DataRequestState = (typeof dataRequestStates)[number];

export const answerStates = ["pending", "accepted", "rejected", "withdrawn", "removed"] as const;
export type AnswerState = (typeof answerStates)[number];

/** As it is shown: what waits for its poster is gone once its listing is off the catalogue. */
export const answerStatuses = [...answerStates, "gone"] as const;
export type AnswerStatus = (typeof answerStatuses)[number];
