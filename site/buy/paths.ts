/** The addresses of the purchase pages and their forms. */

export function buyPath(datasetId: string): string {
  return `/datasets/${datasetId}/buy`;
}

/** Not `POST /datasets/{id}/buy`, which belongs to the API. */
export function orderPath(datasetId: string): string {
  return `/account/datasets/${datasetId}/buy`;
}

export function bidPath(datasetId: string): string {
  return `/datasets/${datasetId}/bid`;
}

export function bidFormPath(datasetId: string): string {
  return `/account/datasets/${datasetId}/bid`;
}

export function offerPath(offerId: string): string {
  return `/account/offers/${offerId}`;
}

export function subscribePath(datasetId: string, plan: string): string {
  return `/datasets/${datasetId}/subscribe?plan=${encodeURIComponent(plan)}`;
}

export function subscribeFormPath(datasetId: string): string {
  return `/account/datasets/${datasetId}/subscribe`;
}

export const trialPath = (datasetId: string): string => `/datasets/${datasetId}/trial`;
export const trialFormPath = (datasetId: string): string => `/account/datasets/${datasetId}/trial`;

export const bundlePath = (bundleId: string): string => `/bundles/${bundleId}`;
export const bundleBuyPath = (bundleId: string): string => `/bundles/${bundleId}/buy`;
/** Not `POST /bundles/{id}/buy`, which belongs to the API. */
export const bundleOrderPath = (bundleId: string): string => `/account/bundle-orders/${bundleId}`;

/** Where a buyer asks the seller of a gated dataset for access. */
export const accessPath = (datasetId: string): string => `/account/access/to/${datasetId}`;
