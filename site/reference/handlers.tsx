/** `/reference`: the OpenAPI document to read and try, by Swagger UI out of its own package. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type AnyElysia, Elysia } from "elysia";
import { respond, toAnswer } from "../../platform/http-answer.ts";
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

const startScript = `window.ui = SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
});
`;

const script = "text/javascript; charset=utf-8";

type PackagedFile = { contentType: string; read: () => Promise<string> };

const files: Record<string, PackagedFile> = {
  "start.js": { contentType: script, read: async () => startScript },
  "swagger-ui-bundle.js": { contentType: script, read: () => packaged("swagger-ui-bundle.js") },
  "swagger-ui.css": {
    contentType: "text/css; charset=utf-8",
    read: () => packaged("swagger-ui.css"),
  },
};

const hidden = { detail: { hide: true } };

export function referencePages(): AnyElysia {
  const routes: AnyElysia = new Elysia({ name: "reference" });
  routes.get("/reference", showReference, hidden);
  for (const [name, file] of Object.entries(files)) {
    routes.get(`/reference/${name}`, ({ request }) => sendFile(request, file), hidden);
  }
  return routes;
}

async function sendFile(request: Request, file: PackagedFile): Promise<Response> {
  const { contentType } = file;
  return respond(request, toAnswer({ body: await file.read(), contentType }));
}

async function showReference(): Promise<Response> {
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
