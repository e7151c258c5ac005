/**
 * Types that `market/` derives from its schemas, mainly those of JSON columns. `market/stored.ts`
 * adds each as a property, so that no file here imports upwards.
 */
// biome-ignore lint/suspicious/noEmptyInterface: its properties are declared in market/.
export interface Stored {}
