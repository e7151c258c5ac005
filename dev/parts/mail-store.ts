/** The stand-in's mails: in memory, and in a file with one JSON line each. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";

const addressList = z.array(z.string());

const mailSchema = z.object({
  id: z.uuid(),
  created_at: z.string(),
  from: z.string(),
  to: addressList,
  cc: addressList,
  bcc: addressList,
  reply_to: addressList,
  subject: z.string(),
  html: z.string().nullable(),
  text: z.string().nullable(),
  headers: z.record(z.string(), z.string()),
  tags: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Not in Resend's record: used to recognise a repeated call. */
  idempotency: z.object({ key: z.string(), bodyHash: z.string() }).nullable(),
});

export type Mail = z.infer<typeof mailSchema>;

export type MailStore = {
  add(mail: Mail): void;
  /** Newest first. */
  list(): Mail[];
  find(id: string): Mail | undefined;
  findByIdempotencyKey(key: string, since: Date): Mail | undefined;
};

/** Opens the store and reads earlier mails; a line truncated by a kill is ignored. */
export function openMailStore(file: string): MailStore {
  const mails = readMails(file);
  return {
    add(mail) {
      appendFileSync(file, `${JSON.stringify(mail)}\n`);
      mails.push(mail);
    },
    list: () => mails.toReversed(),
    find: (id) => mails.find((mail) => mail.id === id),
    findByIdempotencyKey: (key, since) =>
      mails.findLast((mail) => mail.idempotency?.key === key && new Date(mail.created_at) >= since),
  };
}

function readMails(file: string): Mail[] {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) return [];
  const text = readFileSync(file, "utf8");
  // Terminates a truncated last line, so that the next mail starts on its own line.
  if (text !== "" && !text.endsWith("\n")) appendFileSync(file, "\n");
  return text.split("\n").flatMap((line) => {
    try {
      return [mailSchema.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
}
