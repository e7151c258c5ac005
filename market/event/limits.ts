/** `wait` of `GET /events`. */
export const EVENT_WAIT_SECONDS_MAX = 30;

/** Waiting `GET /events` of one account or agent in one API process. */
export const EVENT_WAITS_PER_PRINCIPAL_MAX = 100;

/** The time that events and their deliveries are kept. */
export const EVENTS_KEPT_DAYS = 30;
