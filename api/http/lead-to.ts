/** Leads to a signed URL of the file store. Nobody keeps it: it expires, and may be a secret. */
export function leadTo(location: string): Response {
  return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
}
