/**
 * The statements and attached files of a dispute. Both sides and the administrator see the same.
 */

import { formatByteSize } from "../../../market/format.ts";
import type { DisputeFileView, StatementView } from "../../../market/purchase/dispute/schemas.ts";
import { Foreign, Time } from "../../kit/parts.tsx";

type Side = StatementView["from"];
type Props = {
  dispute: DisputeFileView;
  /** The side that reads it; null: an administrator. */
  reader: Side | null;
  /** The address of the files for this reader; a file's id is appended. */
  path: string;
};

export function Statements({ dispute, reader, path }: Props): JSX.Element {
  return (
    <>
      {dispute.statements.map(({ from, text, written_at, attachments }) => (
        <div class="stack-s">
          <h3>
            <span safe>{reader === from ? "You" : `The ${from}`}</span>
            <span class="muted small">
              {", "}
              <Time at={written_at} />
            </span>
          </h3>
          <blockquote class="quote" safe>
            {text}
          </blockquote>
          {attachments.length > 0 && (
            <ul class="bullets">
              {attachments.map(({ id, name, media_type, byte_size }) => (
                <li>
                  <a href={`${path}/${id}`}>
                    <Foreign text={name} />
                  </a>{" "}
                  <span class="muted small" safe>
                    {`${media_type}, ${formatByteSize(byte_size)}`}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
    </>
  );
}
