/** Datasets of a bundle. */
export const BUNDLE_DATASETS_MIN = 2;

/** Datasets of a bundle. */
export const BUNDLE_DATASETS_MAX = 10;

// A bundle's description.
export const BUNDLE_DESCRIPTION_CHARS_MAX = 2000;

/** Bundles of a selling agent that have not ended. */
export const BUNDLES_PER_AGENT_MAX = 100;
