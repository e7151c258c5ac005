/** Redirects to a signed URL of the file store. Not cached: the URL expires and may be secret. */
export function leadTo(location: string): Response {
  return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
}
