/**
 * `/reference` with a page for each subject, and `/reference/try`, which serves Swagger UI from its
 * npm package.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type AnyElysia, Elysia } from "elysia";
import { problems } from "../../market/problem/problems.ts";
import { type CachedAnswer, respond, toAnswer } from "../../platform/http-answer.ts";
import { yieldToOthers } from "../../platform/yield-to-others.ts";
import { problemPage } from "../kit/problem-page.tsx";
import { PAGE_CONTENT_TYPE, taggedPage } from "../kit/respond.ts";
import { ReferenceIndexPage, SubjectPage, subjectsOf } from "./operations-page.tsx";
import { readOperations } from "./read-document.ts";
import { ReferencePage } from "./reference-page.tsx";

/** Swagger UI uses style attributes and `data:` pictures. Scripts come only from this site. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * Switches Swagger UI's dark scheme, which is a class, with the browser's. Names its unlabelled
 * elements, and leaves out its single server and its links to operations, which would be nested in
 * buttons.
 */
const startScript = `const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
const reference = document.getElementById("reference");
const nameParts = () => {
  for (const select of reference.querySelectorAll("select:not([aria-label])")) {
    const row = select.closest("[data-param-name]");
    select.setAttribute("aria-label", row?.dataset.paramName ?? "Media type or example");
  }
  for (const pre of reference.querySelectorAll("pre:not([tabindex])")) pre.tabIndex = 0;
};
new MutationObserver(nameParts).observe(reference, { childList: true, subtree: true });
const nothing = () => () => null;
window.ui = SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: false,
  docExpansion: "none",
  defaultModelsExpandDepth: -1,
  syntaxHighlight: false,
  validatorUrl: null,
  persistAuthorization: false,
  plugins: [{ wrapComponents: { InfoContainer: nothing, ServersContainer: nothing } }],
});
`;

/** Styles for the bar that leads back, and corrections of Swagger UI's contrast. */
const frameCss = `body { margin: 0; background: #fff; }
.way-back {
  display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; justify-content: space-between;
  padding: .75rem 1.25rem; font: 1rem/1.6 system-ui, sans-serif; border-bottom: 1px solid #d5dbe2;
}
.way-back nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
.way-back a { color: #0f5f8c; }
#reference { overflow-x: auto; }
#reference * { transition: none !important; }
.intro { flex: 1 1 100%; }
.intro > * { margin: .25rem 0; }
.intro h1 { font-size: 1.6rem; }
.intro h2 { font-size: 1.2rem; }
.swagger-ui .opblock[class*="opblock-get"] .opblock-summary-method { background: #0b5a8f; color: #fff; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #17663a; }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #7a4b00; }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0a5e57; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #a32020; }
.swagger-ui .btn.authorize, .swagger-ui .btn.authorize span { color: #17663a; }
.swagger-ui .btn.cancel { color: #a32020; }
.swagger-ui .btn.execute { background: #0b5a8f; color: #fff; }
.swagger-ui .parameter__in, .swagger-ui .prop-format, .swagger-ui .parameter__deprecated { color: #55626f; }
.swagger-ui a, .swagger-ui .link { color: #0f5f8c; }
.dark-mode .swagger-ui .btn.authorize, .dark-mode .swagger-ui .btn.authorize span { color: #7fd6a2; }
.dark-mode .swagger-ui .btn.cancel { color: #ff9d9d; }
.dark-mode .swagger-ui .parameter__in, .dark-mode .swagger-ui .prop-format,
.dark-mode .swagger-ui .header-col, .dark-mode .swagger-ui .col_header { color: #c3ccd5; }
.dark-mode .swagger-ui a, .dark-mode .swagger-ui .link { color: #6db9e8; }
.dark-mode body { background: #0f151b; }
.dark-mode .way-back { border-color: #2c3946; }
.dark-mode .way-back a { color: #6db9e8; }
`;

const script = "text/javascript; charset=utf-8";

type PackagedFile = { contentType: string; read: () => Promise<string> };

const files: Record<string, PackagedFile> = {
  "start.js": { contentType: script, read: async () => startScript },
  "frame.css": { contentType: "text/css; charset=utf-8", read: async () => frameCss },
  "swagger-ui-bundle.js": { contentType: script, read: () => packaged("swagger-ui-bundle.js") },
  "swagger-ui.css": {
    contentType: "text/css; charset=utf-8",
    read: () => packaged("swagger-ui.css"),
  },
};

const hidden = { detail: { hide: true } };

/** `readDocument` returns the OpenAPI document; without it, only the console exists. */
export function referencePages(readDocument?: () => Promise<unknown>): AnyElysia {
  const routes: AnyElysia = new Elysia({ name: "reference" });
  routes.get("/reference/try", showConsole, hidden);
  for (const [name, { contentType, read }] of Object.entries(files)) {
    const file = once(async () => toAnswer({ body: await read(), contentType }));
    routes.get(`/reference/${name}`, async ({ request }) => respond(request, await file()), hidden);
  }
  if (readDocument === undefined) return routes.get("/reference", showConsole, hidden);
  // The document never changes while the process runs.
  const pages = once(async () => renderPages(await readDocument()));
  const show = async (request: Request): Promise<Response> => {
    const page = (await pages()).get(new URL(request.url).pathname);
    return page === undefined ? noSubject() : taggedPage(request, page);
  };
  return routes
    .get("/reference", ({ request }) => show(request), hidden)
    .get("/reference/:subject", ({ request }) => show(request), hidden);
}

/** Every page of the reference, by path. */
async function renderPages(document: unknown): Promise<Map<string, CachedAnswer>> {
  const subjects = subjectsOf(await readOperations(document));
  const answers = new Map<string, CachedAnswer>();
  const keep = async (path: string, html: JSX.Element) =>
    void answers.set(path, toAnswer({ body: await html, contentType: PAGE_CONTENT_TYPE }));
  await keep("/reference", <ReferenceIndexPage subjects={subjects} />);
  for (const subject of subjects) {
    await yieldToOthers();
    await keep(subject.path, <SubjectPage {...{ subject, subjects }} />);
  }
  return answers;
}

function noSubject(): Promise<Response> {
  const { status, title } = problems.route_not_found;
  const detail = "The reference has no subject of this name.";
  return problemPage({ status, title, detail, action: { href: "/reference", label: "All" } });
}

/** Runs `make` on the first call, and again only after a failure. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

async function showConsole(): Promise<Response> {
  return new Response(await (<ReferencePage />), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": contentSecurityPolicy,
      "cache-control": "public, max-age=60",
    },
  });
}

function packaged(name: string): Promise<string> {
  return readFile(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`)), "utf8");
}
