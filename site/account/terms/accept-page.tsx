import { escapeHtml } from "@kitajs/html";
import { OwnForm } from "../../kit/fields.tsx";
import { Card } from "../../kit/parts.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";
import { paths } from "../paths.ts";

export function AcceptPage(props: { frame: Frame; returnTo: string }): JSX.Element {
  const { frame, returnTo } = props;
  const { termsDue } = frame.standing;
  return (
    <AccountLayout frame={frame} title="Terms of use">
      {termsDue === null ? (
        <Card title="Nothing to accept">
          <p>
            You have accepted the <a href="/terms">terms</a> that apply now, or there are none.
          </p>
        </Card>
      ) : (
        <Card title={`Version ${termsDue}`}>
          <p>
            Read the <a href="/terms">terms of use</a> and the <a href="/privacy">privacy notice</a>
            . Until you accept, you can view everything, but you cannot buy, bid, publish or let
            programs act for you. Your existing keys and agents continue within their limits.
          </p>
          <OwnForm action={paths.terms} viewer={frame.viewer}>
            <input type="hidden" name="version" value={escapeHtml(termsDue)} />
            <input type="hidden" name="return_to" value={escapeHtml(returnTo)} />
            <div class="actions">
              <button class="button primary" type="submit">
                I accept the terms
              </button>
            </div>
          </OwnForm>
        </Card>
      )}
    </AccountLayout>
  );
}
