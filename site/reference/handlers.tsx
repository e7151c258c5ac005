/** `/reference` to read, and `/reference/try`: the same by Swagger UI, out of its own package. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type AnyElysia, Elysia } from "elysia";
import { respond, toAnswer } from "../../platform/http-answer.ts";
import { publicPage } from "../kit/respond.ts";
import { OperationsPage } from "./operations-page.tsx";
import { type Operation, readOperations } from "./read-document.ts";
import { ReferencePage } from "./reference-page.tsx";

/** Swagger UI writes style attributes and data: pictures; scripts come from this site alone. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Swagger UI has a dark scheme of its own, by a class; it follows the browser's while the page is open. */
const startScript = `const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
window.ui = SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
});
`;

/** The bar that leads back, and what Swagger UI's own colours lack in contrast. */
const frameCss = `body { margin: 0; background: #fff; }
.way-back {
  display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; justify-content: space-between;
  padding: .75rem 1.25rem; font: 1rem/1.6 system-ui, sans-serif; border-bottom: 1px solid #d5dbe2;
}
.way-back nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
.way-back a { color: #0f5f8c; }
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

/** `readDocument` gives the OpenAPI document; without it the console alone is there. */
export function referencePages(readDocument?: () => Promise<unknown>): AnyElysia {
  const routes: AnyElysia = new Elysia({ name: "reference" });
  let operations: Promise<Operation[]> | undefined;
  const show = async () => {
    if (readDocument === undefined) return showConsole();
    // The document is the same as long as the process lives.
    operations ??= readDocument().then(readOperations);
    return publicPage(<OperationsPage operations={await operations} />);
  };
  routes.get("/reference", show, hidden);
  routes.get("/reference/try", showConsole, hidden);
  for (const [name, file] of Object.entries(files)) {
    routes.get(`/reference/${name}`, ({ request }) => sendFile(request, file), hidden);
  }
  return routes;
}

async function sendFile(request: Request, file: PackagedFile): Promise<Response> {
  const { contentType } = file;
  return respond(request, toAnswer({ body: await file.read(), contentType }));
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
