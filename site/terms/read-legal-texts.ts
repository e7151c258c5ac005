/** The operator's own terms and privacy notice, read once at startup. */
import { readFileSync } from "node:fs";
import { LEGAL_TEXT_BYTES_MAX } from "../../market/terms/limits.ts";

export type LegalText = { markdown: string; version: string | null };
export type LegalTexts = { terms: LegalText; privacy: LegalText };

type LegalConfig = {
  TERMS_FILE?: string | undefined;
  TERMS_VERSION?: string | undefined;
  PRIVACY_FILE?: string | undefined;
};

const trialTerms = `This deployment is a **trial**: its operator has published no terms. Nothing is promised: data, accounts and test money may be deleted at any time. Do not upload anything that you must not lose or share. Each seller sets the licence of their datasets; the dataset's page shows it.`;

const trialPrivacy = `This deployment is a **trial**: its operator has published no privacy notice. It stores the e-mail address and the sign-in from the identity provider, what people and their agents do, and what they buy, sell and write. One cookie keeps people signed in; no cookie tracks them. The payment provider handles payments and stores the cards. People can download their data and close their account in the account under *Your data*.`;

/** Throws if a file cannot be read or is larger than `LEGAL_TEXT_BYTES_MAX`. */
export function readLegalTexts(config: LegalConfig): LegalTexts {
  const version = config.TERMS_VERSION ?? null;
  return {
    terms: { markdown: readText("TERMS_FILE", config.TERMS_FILE) ?? trialTerms, version },
    privacy: {
      markdown: readText("PRIVACY_FILE", config.PRIVACY_FILE) ?? trialPrivacy,
      version: null,
    },
  };
}

function readText(variable: string, path: string | undefined): string | null {
  if (path === undefined) return null;
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    throw new Error(`${variable}: the file cannot be read`, { cause });
  }
  if (bytes.length > LEGAL_TEXT_BYTES_MAX) {
    throw new Error(`${variable}: the file has more than ${LEGAL_TEXT_BYTES_MAX} bytes`);
  }
  return bytes.toString("utf8");
}
