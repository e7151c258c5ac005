/** More segments than any route has, so that longer paths need not be split. */
const stepsMax = 32;

/** The methods of an address, for 405 and its `Allow` header; empty for an unknown address. */
export function allowedMethods(routes: { method: string; path: string }[], path: string): string[] {
  const steps = path.split("/", stepsMax);
  const methods = routes
    .filter((route) => route.method !== "ALL" && matches(route.path, steps))
    .flatMap((route) => (route.method === "GET" ? ["GET", "HEAD"] : [route.method]));
  return [...new Set(methods)].sort();
}

function matches(pattern: string, actual: string[]): boolean {
  const expected = pattern.split("/");
  if (expected.length !== actual.length) return false;
  return expected.every((step, index) => {
    const given = actual[index];
    return step.startsWith(":") ? given !== "" : step === given;
  });
}
