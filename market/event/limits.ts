/** `wait` of `GET /events`. */
export const EVENT_WAIT_SECONDS_MAX = 30;

/** Waiting `GET /events` of one account or agent in one API process. */
export const EVENT_WAITS_PER_PRINCIPAL_MAX = 100;

/** How long events and deliveries are kept. */
export const EVENTS_KEPT_DAYS = 30;

// Unread notifications that the website counts; it shows more as "99+".
export const UNREAD_NOTIFICATIONS_COUNTED_MAX = 100;

// Notifications that one statement marks as read, and statements of one request.
export const NOTIFICATIONS_PER_BATCH = 5000;
export const NOTIFICATION_BATCHES_MAX = 20;
