/** A person's browser: keeps cookies, follows redirects, and submits the form that goes on. */
const STEPS_MAX = 20;

type Cookie = { host: string; path: string; pair: string };

/** Opens `start` and goes on until an address begins with `stopAt`, which is returned unopened. */
export async function browse(start: URL, stopAt: string, fields: Record<string, string>) {
  const cookies = new Map<string, Cookie>();
  let [url, body] = [start, undefined as URLSearchParams | undefined];
  for (let step = 0; step < STEPS_MAX; step += 1) {
    if (url.href.startsWith(stopAt)) return url;
    const cookie = [...cookies.values()]
      .filter(({ host, path }) => host === url.host && url.pathname.startsWith(path))
      .map(({ pair }) => pair)
      .join("; ");
    const headers = { cookie, accept: "text/html", origin: url.origin };
    const method = body === undefined ? "GET" : "POST";
    const sent = body === undefined ? {} : { body };
    const response = await fetch(url, { method, headers, redirect: "manual", ...sent });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const [, path = "/"] = /;\s*path=([^;]+)/i.exec(line) ?? [];
      const key = `${url.host} ${path} ${pair.split("=")[0]}`;
      if (pair.endsWith("=")) cookies.delete(key);
      else cookies.set(key, { host: url.host, path, pair });
    }
    const location = response.headers.get("location");
    const page = await response.text();
    body = undefined;
    if (location !== null) {
      url = new URL(location, url);
      continue;
    }
    // The last page leads back to the program by a link.
    const [, onward] = /class="button primary" href="([^"]+)"/.exec(page) ?? [];
    const form = nextForm(page);
    if (form === null && onward !== undefined) {
      url = new URL(onward.replaceAll("&amp;", "&"), url);
      continue;
    }
    if (!response.ok || form === null) {
      const said = page
        .replace(/<[^>]+>/g, " ")
        .replace(/\s+/g, " ")
        .slice(0, 900);
      throw new Error(`${url.pathname} answered ${response.status}: ${said}`);
    }
    url = new URL(form.action === "" ? url.href : form.action, url);
    body = new URLSearchParams(form.fields.map(([name, value]) => [name, fields[name] ?? value]));
  }
  throw new Error(`the pages do not end at ${stopAt}`);
}

/** The form that asks for the address or for the consent: others sign out or cancel. */
function nextForm(page: string) {
  const forms = [...page.matchAll(/<form([^>]*method="post"[^>]*)>(.*?)<\/form>/gis)];
  const [, attributes = "", content = ""] =
    forms.find(([form]) => /name="email"|value="allow"/.test(form)) ?? [];
  if (content === "") return null;
  const fields = [...content.matchAll(/<(input|button)\b([^>]*)>/gi)].flatMap(
    ([, tag = "", own = ""]): [string, string][] => {
      const name = attribute(own, "name");
      const isChosen = !/type="(?:checkbox|radio)"/.test(own) || /\bchecked\b/.test(own);
      const agrees = tag !== "button" || attribute(own, "value") === "allow";
      return name === "" || !isChosen || !agrees ? [] : [[name, attribute(own, "value")]];
    },
  );
  const choices = [...content.matchAll(/<select\b([^>]*)>(.*?)<\/select>/gis)].map(
    ([, own = "", options = ""]): [string, string] => {
      const [chosen = ""] = /<option[^>]*\bselected[^>]*>/.exec(options) ?? [];
      return [attribute(own, "name"), attribute(chosen, "value")];
    },
  );
  return { action: attribute(attributes, "action"), fields: [...fields, ...choices] };
}

function attribute(tag: string, name: string): string {
  const [, value = ""] = new RegExp(`\\b${name}="([^"]*)"`).exec(tag) ?? [];
  return value.replaceAll("&amp;", "&").replaceAll("&quot;", '"');
}
