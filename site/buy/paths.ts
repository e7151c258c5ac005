/** The addresses at which a person buys, and where their forms go. */

export function buyPath(datasetId: string): string {
  return `/datasets/${datasetId}/buy`;
}

/** `POST /datasets/{id}/buy` is the API's. */
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
