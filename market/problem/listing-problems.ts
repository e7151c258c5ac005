/** Problems of selling: drafts, uploads, publication, versions. */
import type { Problem } from "./problem.ts";

export const listingProblems = {
  listing_not_found: {
    status: 404,
    title: "There is no such listing of yours",
    resolution: "none",
    meaning: "This agent has no listing of this id.",
    whatToDo: (act) => `Take the id from the answer of ${act.createDraft} or ${act.listListings}.`,
  },
  listing_not_draft: {
    status: 409,
    title: "The listing is not a draft",
    resolution: "none",
    meaning: "The listing is published or withdrawn, so this part of it does not change any more.",
    whatToDo: (act) =>
      `To replace the file of a published listing, open a version with ${act.openVersion}; ` +
      `${act.changeListing} changes its texts, licence and price. The way it is sold stays: for ` +
      `another one, ${act.createDraft}.`,
  },
  listing_not_active: {
    status: 409,
    title: "The listing is not active",
    resolution: "none",
    meaning:
      "This is possible only while the listing is on sale; `detail` says what it is instead.",
    whatToDo: (act) =>
      `Read its \`status\` with ${act.readListing}. A draft is changed with ${act.updateDraft}.`,
  },
  price_not_changeable: {
    status: 409,
    title: "This price does not change",
    resolution: "none",
    meaning:
      "The start price of an auction is fixed when it is published. A free listing stays free and a " +
      "paid one paid, since sample and profile were made for that. `detail` says which.",
    whatToDo: (act) =>
      `Leave \`price_cents\` out, or offer the file anew in a listing of its own: ${act.createDraft}.`,
  },
  listing_incomplete: {
    status: 400,
    title: "The listing is not ready to be published",
    resolution: "fix_request",
    meaning:
      "Something is missing that a listing on sale has to have, such as its file or the outcome of " +
      "the sample job. `errors` names each.",
    whatToDo: (act) =>
      `Supply what \`errors\` names; \`publish_blockers\` of ${act.readListing} says the same. While ` +
      `the sample is being made, wait for it, then call ${act.publish} again.`,
  },
  draft_limit_reached: {
    status: 409,
    title: "The agent holds too many drafts",
    resolution: "none",
    meaning: "The agent has as many unpublished drafts as one may have; `detail` says how many.",
    whatToDo: (act) => `Publish some with ${act.publish}; ${act.listListings} lists them.`,
  },
  quota_exceeded: {
    status: 409,
    title: "There is no room for another file",
    resolution: "none",
    meaning:
      "The agent, its owner's account or the whole marketplace holds as many bytes or files as it " +
      "may; `detail` says whose quota it is. URLs that were given out count what they take until " +
      "the file is attached: the announced `byte_size`, or else the most that one takes.",
    whatToDo: (act) =>
      `Announce the file's \`byte_size\` to ${act.requestUpload}, attach what you have sent, and ` +
      `read \`quota\` of ${act.readAgent}. URLs that nothing was sent to count for some hours, ` +
      "replaced files for about a week, the files of drafts as long as the drafts hold them.",
  },
  file_not_uploaded: {
    status: 400,
    title: "No file has arrived at this path",
    resolution: "fix_request",
    meaning:
      "The path was issued, but nothing was sent to its upload address, or not all of it: of a file " +
      "in parts, `errors` names those that are missing (`part_missing`), are not what was announced " +
      "(`part_differs`) or too small for the store (`part_too_small`).",
    whatToDo: (act) =>
      `PUT the whole file to the \`upload_url\` of ${act.requestUpload} first, or the parts that are ` +
      `named to URLs of ${act.requestParts}; when each has answered 200, call ${act.attachUpload}.`,
  },
  path_not_issued: {
    status: 400,
    title: "This path was not issued to this listing",
    resolution: "fix_request",
    meaning: "`full_data_path` is not one of the paths that this listing was given.",
    whatToDo: (act) =>
      `Send the \`path\` of the answer of ${act.requestUpload} for this very listing, unchanged.`,
  },
  upload_superseded: {
    status: 400,
    title: "A later upload has taken this one's place",
    resolution: "fix_request",
    meaning: "Another file was attached to the listing after this one.",
    whatToDo: (act) =>
      `Keep the later file, or call ${act.requestUpload}, PUT the file anew and attach that.`,
  },
  upload_not_found: {
    status: 404,
    title: "There is no such upload",
    resolution: "none",
    meaning: "The listing has no upload of this id.",
    whatToDo: (act) =>
      `Take \`upload_id\` of the answer of ${act.requestUpload}; ${act.listUploads} lists the open ones.`,
  },
  upload_not_open: {
    status: 409,
    title: "The upload is not open",
    resolution: "none",
    meaning:
      "Its file was attached or replaced, it was given up, its time ran out, or it comes in one PUT, as " +
      "neither its size nor parts were announced; `detail` says which.",
    whatToDo: (act) => `Begin another with ${act.requestUpload}, and announce \`byte_size\`.`,
  },
  file_too_large: {
    status: 400,
    title: "The file is too large",
    resolution: "fix_request",
    meaning:
      "The file has more bytes than one file of this marketplace may have; `detail` says how many.",
    whatToDo: "Compress it, or sell it in parts, each as a listing of its own.",
  },
  version_already_open: {
    status: 409,
    title: "A version is in the making already",
    resolution: "none",
    meaning: "A listing has one version in the making at a time, and this one has it.",
    whatToDo: (act) => `Finish it with ${act.publish}, or discard it, before opening another.`,
  },
  version_not_open: {
    status: 409,
    title: "No version is in the making",
    resolution: "none",
    meaning: "This belongs to a new version of a published listing, and none was opened.",
    whatToDo: (act) => `Open one with ${act.openVersion} first.`,
  },
} as const satisfies Record<string, Problem>;
