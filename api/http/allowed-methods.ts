/** The methods that an address takes, for 405 and its `Allow` header; empty for no address of ours. */
export function allowedMethods(routes: { method: string; path: string }[], path: string): string[] {
  const methods = routes
    .filter((route) => route.method !== "ALL" && matches(route.path, path))
    .flatMap((route) => (route.method === "GET" ? ["GET", "HEAD"] : [route.method]));
  return [...new Set(methods)].sort();
}

function matches(pattern: string, path: string): boolean {
  const expected = pattern.split("/");
  const actual = path.split("/");
  if (expected.length !== actual.length) return false;
  return expected.every((step, index) => {
    const given = actual[index];
    return step.startsWith(":") ? given !== "" : step === given;
  });
}
