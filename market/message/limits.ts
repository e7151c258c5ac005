// A message between buyer and seller.
export const MESSAGE_CHARS_MAX = 4000;

/** Threads that an operator starts in 24 hours. */
export const THREADS_PER_ACCOUNT_PER_DAY_MAX = 20;

/** Messages of an account in an hour. All its keys and agents count. */
export const MESSAGES_PER_ACCOUNT_PER_HOUR_MAX = 60;

/** The pause between two mails about one thread to one side. */
export const MESSAGE_MAIL_PAUSE_MINUTES = 60;
