/**
 * A person at the website in a browser without scripts: cookies by host, redirects, forms of the
 * page.
 */
const REDIRECTS_MAX = 15;

type ShownPage = { url: URL; html: string };

export type Visitor = {
  open(address: string): Promise<ShownPage>;
  /** Submits the form of `page` with the address `action`: its filled-in values, plus `fields`. */
  submit(page: ShownPage, action: string, fields?: Record<string, string>): Promise<ShownPage>;
};

/** A visitor who has signed in at the identity stand-in as `email`. */
export async function signedIn(baseUrl: string, email: string): Promise<Visitor> {
  const visitor = createVisitor();
  const page = await visitor.open(`${baseUrl}/account`);
  await visitor.submit(page, page.url.pathname, { email });
  return visitor;
}

function createVisitor(): Visitor {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: URL) => {
    const jar = jars.get(url.host) ?? new Map<string, string>();
    jars.set(url.host, jar);
    return jar;
  };

  async function go(start: URL, body?: URLSearchParams): Promise<ShownPage> {
    let url = start;
    let form = body;
    for (let step = 0; step < REDIRECTS_MAX; step += 1) {
      const response = await fetch(url, {
        method: form ? "POST" : "GET",
        body: form,
        redirect: "manual",
        headers: headersFor(url, jarOf(url), form !== undefined),
      });
      keep(jarOf(url), response.headers.getSetCookie());
      const html = await response.text();
      const location = response.headers.get("Location");
      if (location === null) {
        if (response.ok) return { url, html };
        throw new Error(`${url.href} answered ${response.status}: ${html.slice(0, 500)}`);
      }
      url = new URL(location, url);
      form = undefined;
    }
    throw new Error(`${start.href} led on more than ${REDIRECTS_MAX} times.`);
  }

  return {
    open: (address) => go(new URL(address)),
    submit: (page, action, fields = {}) => {
      const form = new URLSearchParams(filledIn(page, action));
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      return go(new URL(action, page.url), form);
    },
  };
}

function headersFor(url: URL, jar: Map<string, string>, isForm: boolean): Record<string, string> {
  return {
    Accept: "text/html",
    Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
    ...(isForm ? { Origin: url.origin, "Sec-Fetch-Site": "same-origin" } : {}),
  };
}

function keep(jar: Map<string, string>, received: string[]): void {
  for (const header of received) {
    const [pair = ""] = header.split(";");
    const split = pair.indexOf("=");
    const value = pair.slice(split + 1);
    if (value === "") jar.delete(pair.slice(0, split));
    else jar.set(pair.slice(0, split), value);
  }
}

/**
 * Hidden fields and ticked boxes of the form with this address; a form without an address posts to
 * the page itself.
 */
function filledIn({ html, url }: ShownPage, action: string): [name: string, value: string][] {
  const forms = [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)];
  const found = forms.find(([, head = ""]) => {
    const [, address = url.pathname] = /\baction="([^"]*)"/.exec(head) ?? [];
    return new URL(address, url).pathname === action;
  });
  if (found === undefined) throw new Error(`${url.href} has no form that leads to ${action}.`);
  return [...(found[2] ?? "").matchAll(/<input\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => /type="hidden"/.test(tag) || /type="checkbox"[^>]*\schecked/.test(tag))
    .map((tag) => [attribute(tag, "name"), attribute(tag, "value")]);
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
}
