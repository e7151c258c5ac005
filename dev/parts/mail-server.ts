/**
 * The process of the mail stand-in: Resend's HTTP API and an inbox page, only on loopback unless
 * STAND_IN_HOST is set, which containers need.
 */
import { join } from "node:path";
import { z } from "zod";
import { createMailApi } from "./mail-api.ts";
import { inboxPage, messageBody, messagePage } from "./mail-pages.ts";
import { openMailStore } from "./mail-store.ts";

const settings = z
  .object({
    STAND_IN_HOST: z.string().default("127.0.0.1"),
    MAIL_PORT: z.coerce.number().int(),
    MAIL_DATA_DIR: z.string().min(1),
    MAIL_API_KEY: z.string().min(1),
  })
  .parse(process.env);

const BODY_BYTES_MAX = 40 * 1024 * 1024;

const store = openMailStore(join(settings.MAIL_DATA_DIR, "mails.jsonl"));
const api = createMailApi(store, settings.MAIL_API_KEY);

const server = Bun.serve({
  hostname: settings.STAND_IN_HOST,
  port: settings.MAIL_PORT,
  maxRequestBodySize: BODY_BYTES_MAX,
  routes: {
    "/": () => inboxPage(store.list()),
    "/messages/:id": (request) => messagePage(store.find(request.params.id)),
    "/messages/:id/body": (request) => messageBody(store.find(request.params.id)),
    "/_faults": { POST: api.setFaults },
    "/emails": { GET: api.listEmails, POST: api.sendEmail },
    "/emails/:id": { GET: (request) => api.getEmail(request, request.params.id) },
  },
  fetch: api.refuseUnknown,
});
console.log(`The mail stand-in is up at ${server.url}`);
process.once("SIGTERM", () => process.exit(0));
