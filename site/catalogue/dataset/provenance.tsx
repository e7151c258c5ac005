/** The seller's statements about the data's origin, as facts on a dataset's page. */
import type { UpdateFrequency } from "../../../db/vocabulary/listing.ts";
import { licenseAddress } from "../../../market/catalogue/croissant.ts";
import type { DatasetDetail } from "../../../market/catalogue/schemas.ts";
import { Foreign } from "../../kit/parts.tsx";

export const frequencyWords: Record<UpdateFrequency, string> = {
  continuous: "All the time",
  hourly: "Every hour",
  daily: "Every day",
  weekly: "Every week",
  monthly: "Every month",
  quarterly: "Every quarter",
  yearly: "Every year",
  irregular: "Occasionally",
  never: "Once",
};

type Fact = [string, JSX.Element] | null;

/** An entry is null if the seller made no statement. */
export function provenanceFacts(dataset: DatasetDetail): Fact[] {
  const { source_url, citation, collection_method: method, update_frequency: often } = dataset;
  return [
    source_url === null ? null : ["Source", <StrangersLink href={source_url} />],
    method === null ? null : ["How it was collected", <Foreign text={method} />],
    often === null ? null : ["How often", <span safe>{frequencyWords[often]}</span>],
    citation === null ? null : ["Cite as", <Foreign text={citation} />],
  ];
}

/** The licence in the seller's words, and the link to its text. */
export function licenseFact(dataset: DatasetDetail): Fact {
  const { license, license_id: id, license_url: address } = dataset;
  if (license === null && address === null) return null;
  const known = id === null ? null : licenseAddress(id);
  return [
    "Licence",
    <span>
      {license !== null && known !== null && (
        <a href={known} rel="license noopener">
          <Foreign text={license} />
        </a>
      )}
      {license !== null && known === null && <LinkedWords text={license} />}
      {license !== null && address !== null && ", "}
      {address !== null && <StrangersLink href={address} />}
    </span>,
  ];
}

/** Turns addresses in the text into links. */
function LinkedWords({ text }: { text: string }): JSX.Element {
  const [before = text, href, after = ""] = text.split(/(https?:\/\/[^\s)]+)/, 3);
  return (
    <>
      <Foreign text={before} />
      {href !== undefined && <StrangersLink href={href} />}
      {after !== "" && <Foreign text={after} />}
    </>
  );
}

/** The listing's schema admits only http and https addresses. */
function StrangersLink({ href }: { href: string }): JSX.Element {
  return (
    <a href={href} rel="nofollow ugc noopener">
      <Foreign text={href} />
    </a>
  );
}
