/** Secrets by their published formats: API keys, private keys, password hashes, tokens. */

/**
 * JavaScript and Rust read these patterns alike. Each begins with characters that are rare in other
 * text.
 */
const secretForms: readonly string[] = [
  // Amazon, Google, GitHub, GitLab, Slack, Stripe, SendGrid, npm, OpenAI and Anthropic.
  "\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b",
  "\\bAIza[0-9A-Za-z_-]{35}",
  "\\bgh[pousr]_[A-Za-z0-9]{36}",
  "\\bgithub_pat_[A-Za-z0-9_]{22}",
  "\\bglpat-[A-Za-z0-9_-]{20}",
  "\\bxox[abeoprs]-[A-Za-z0-9-]{10}",
  "\\b[rs]k_(?:live|test)_[0-9A-Za-z]{16}",
  "\\bSG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{16}",
  "\\bnpm_[A-Za-z0-9]{36}",
  "\\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{32}",
  "-----BEGIN (?:[A-Z]{2,9} ){0,2}PRIVATE KEY(?: BLOCK)?-----",
  // Password hashes: bcrypt, crypt(3), argon2, scrypt, Django's and LDAP's.
  "\\$2[abxy]\\$[0-9]{2}\\$[./A-Za-z0-9]{53}",
  "\\$(?:1|5|6|y)\\$[^ $]{1,40}\\$[./A-Za-z0-9]{22}",
  "\\$argon2(?:id|i|d)\\$",
  "\\$scrypt\\$",
  "\\bpbkdf2_sha(?:1|256|512)\\$",
  "\\{S?SHA(?:256|512)?\\}[A-Za-z0-9+/]{20}",
  // JSON web tokens, and URLs with a password.
  "\\beyJ[A-Za-z0-9_-]{10,}\\.eyJ[A-Za-z0-9_-]{10,}\\.",
  "\\b[a-z][a-z0-9+]{2,15}://[^ :@/]{1,64}:[^ :@/]{3,64}@",
];

export const secretPattern = secretForms.join("|");

/** The rest of a secret if the pattern only matches its beginning. */
export const secretTail = "[A-Za-z0-9_./+=$,-]*";
