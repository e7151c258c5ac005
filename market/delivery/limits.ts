/** Buckets of an account to which purchases are delivered. */
export const DELIVERY_TARGETS_PER_ACCOUNT_MAX = 5;

/** `prefix` of a bucket. */
export const DELIVERY_PREFIX_CHARS_MAX = 200;

/** Failed attempts of a delivery to a bucket without any progress between them. */
export const DELIVERY_FAILURES_MAX = 8;

/** A file delivered to a bucket, by 10,000 parts of 64 MiB. */
export const DELIVERED_FILE_GIBIBYTES_MAX = 640;

// Without an answer from the bucket, a call has failed.
export const BUCKET_SILENCE_SECONDS_MAX = 120;

// The same for the test write, for which a caller waits.
export const BUCKET_CHECK_SILENCE_SECONDS_MAX = 10;
