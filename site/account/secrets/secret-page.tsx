import type { PropsWithChildren } from "@kitajs/html";
import { SHOWN_SECRET_TTL_SECONDS } from "../../../market/account/limits.ts";
import { PostButton } from "../../kit/fields.tsx";
import { Icon } from "../../kit/icons.tsx";
import { Card, Foreign } from "../../kit/parts.tsx";
import { CopyWord } from "../../scripts/copyable.tsx";
import { Script } from "../../scripts/script.tsx";
import { AccountLayout, type Frame } from "../frame.tsx";

const shownMinutes = SHOWN_SECRET_TTL_SECONDS / 60;

type Up = { href: string; label: string };

/** Shows the secret to the session that made it, until the person has copied it. */
export function SecretPage(
  props: PropsWithChildren<{
    frame: Frame;
    title: string;
    up: Up;
    /** The kind of secret, for example "key" or "secret". */
    noun: string;
    /** Further information that the person needs now. */
    warning: string;
    name: string;
    secret: string;
    copiedPath: string;
  }>,
): JSX.Element {
  const { frame, title, up, noun, warning, name, secret, copiedPath } = props;
  return (
    <AccountLayout frame={frame} title={title} up={up} head={<Script name="copy.js" />}>
      <div class="notice">
        <Icon name="warning" />
        <p>
          <strong safe>{`Copy the ${noun} now.`}</strong>{" "}
          <span safe>
            {`It is shown only in this browser, for ${shownMinutes} minutes, and never again. ${warning}`}
          </span>
        </p>
      </div>
      <Card title={name}>
        <p class="secret">
          <CopyWord name={`the ${noun}`} text={secret} />
        </p>
        {props.children}
        <div class="actions">
          <PostButton
            action={copiedPath}
            viewer={frame.viewer}
            label="I have copied it"
            kind="primary"
          />
        </div>
      </Card>
    </AccountLayout>
  );
}

/** Shown in another session, or after the secret has expired. */
export function SecretGonePage(props: {
  frame: Frame;
  title: string;
  up: Up;
  name: string;
  /** The alternative that the page offers. */
  instead: string;
}): JSX.Element {
  const { frame, title, up, name, instead } = props;
  return (
    <AccountLayout frame={frame} title={title} up={up}>
      <div class="card stack-s">
        <p>
          <Foreign text={name} />
        </p>
        <p safe>
          {`A secret is shown only in the browser session that created it, for ${shownMinutes} minutes or until you confirm that you copied it. ${instead}`}
        </p>
      </div>
    </AccountLayout>
  );
}
