// An administrator's statement about a decision.
export const RESOLUTION_DETAIL_CHARS_MAX = 4000;
