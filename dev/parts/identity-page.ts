/** The sign-in page of the embedded identity provider. */
import { page } from "./page.ts";

export type LoginPage = {
  /** Absent if no sign-in is in progress: the page then only shows the problem. */
  clientId?: string;
  email?: string;
  problem?: string;
};

/** The page for entering an e-mail address; all values are escaped. */
export function renderLoginPage({ clientId, email, problem }: LoginPage): string {
  const alert = problem ? `<p role="alert">${Bun.escapeHTML(problem)}</p>` : "";
  if (clientId === undefined) return page("Sign in", `<h1>Sign in</h1>${alert}`);
  return page(
    "Sign in",
    `<h1>Sign in</h1>
<p>The embedded identity provider signs in any address for
<strong>${Bun.escapeHTML(clientId)}</strong>, without a password. Addresses at
<code>unverified.example</code> count as not verified.</p>
${alert}
<form method="post">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" required autofocus autocomplete="email"
 value="${Bun.escapeHTML(email ?? "")}">
<button type="submit">Sign in</button>
<button type="submit" name="cancel" value="yes" formnovalidate>Cancel</button>
</form>`,
  );
}
