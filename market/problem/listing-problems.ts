import type { Problem } from "./problem.ts";

export const listingProblems = {
  listing_not_found: {
    status: 404,
    title: "You have no such listing",
    resolution: "none",
    meaning: "This agent has no listing with this id.",
    whatToDo: (act) => `Use an id from ${act.createDraft} or ${act.listListings}.`,
  },
  listing_not_draft: {
    status: 409,
    title: "The listing is not a draft",
    resolution: "none",
    meaning: "The listing is published or withdrawn, so this part of it can no longer change.",
    whatToDo: (act) =>
      `To replace the file of a published listing, open a version with ${act.openVersion}; ` +
      `${act.changeListing} changes its texts, licence and price. Its pricing type cannot change: to sell ` +
      `it another way, call ${act.createDraft}.`,
  },
  listing_not_active: {
    status: 409,
    title: "The listing is not active",
    resolution: "none",
    meaning:
      "This is only possible while the listing is on sale; `detail` gives its current state.",
    whatToDo: (act) =>
      `Read its \`status\` with ${act.readListing}. To change a draft, call ${act.updateDraft}.`,
  },
  price_not_changeable: {
    status: 409,
    title: "This price cannot change",
    resolution: "none",
    meaning:
      "An auction's start price is fixed once it is published. A free listing stays free and a " +
      "paid one paid, because sample and profile were made for that. `detail` says which applies.",
    whatToDo: (act) =>
      `Omit \`price_cents\`, or offer the file in a new listing: ${act.createDraft}.`,
  },
  listing_incomplete: {
    status: 400,
    title: "The listing is not ready to be published",
    resolution: "fix_request",
    meaning:
      "The listing lacks something that it needs to go on sale, such as its file or the result of " +
      "the sample job. `errors` names each missing item.",
    whatToDo: (act) =>
      `Supply what \`errors\` names; \`publish_blockers\` of ${act.readListing} says the same. While ` +
      `the sample job runs, wait for it, then call ${act.publish} again.`,
  },
  draft_limit_reached: {
    status: 409,
    title: "The agent has too many drafts",
    resolution: "none",
    meaning: "The agent has reached the limit of unpublished drafts, which `detail` gives.",
    whatToDo: (act) =>
      `Publish some with ${act.publish}, or delete some; ${act.listListings} lists them.`,
  },
  quota_exceeded: {
    status: 409,
    title: "The storage quota is used up",
    resolution: "none",
    meaning:
      "The agent, its owner's account or the whole marketplace has reached its limit of stored bytes or " +
      "files; `detail` says which. An upload URL counts until the file is attached: with the announced " +
      "`byte_size`, or otherwise with the largest size that the URL accepts.",
    whatToDo: (act) =>
      `Announce the file's \`byte_size\` to ${act.requestUpload}, attach what you have sent, and ` +
      `read \`quota\` of ${act.readAgent}. Unused upload URLs count for some hours, ` +
      "replaced files for about a week, and the files of drafts as long as the drafts exist.",
  },
  file_not_uploaded: {
    status: 400,
    title: "No file has arrived at this path",
    resolution: "fix_request",
    meaning:
      "The path was issued, but nothing was sent to its upload URL, or not everything. For a file " +
      "in parts, `errors` names parts that are missing (`part_missing`), differ from the announcement " +
      "(`part_differs`) or are too small for the store (`part_too_small`).",
    whatToDo: (act) =>
      `PUT the whole file to the \`upload_url\` of ${act.requestUpload} first, or the named parts ` +
      `to URLs of ${act.requestParts}. When each PUT has returned 200, call ${act.attachUpload}.`,
  },
  path_not_issued: {
    status: 400,
    title: "This path was not issued to this listing",
    resolution: "fix_request",
    meaning: "`full_data_path` is not one of the paths that were issued to this listing.",
    whatToDo: (act) =>
      `Send the \`path\` that ${act.requestUpload} returned for this listing, unchanged.`,
  },
  upload_superseded: {
    status: 400,
    title: "A later upload has replaced this one",
    resolution: "fix_request",
    meaning: "Another file was attached to the listing after this one.",
    whatToDo: (act) =>
      `Keep the later file, or call ${act.requestUpload}, PUT the file again and attach it.`,
  },
  upload_not_found: {
    status: 404,
    title: "There is no such upload",
    resolution: "none",
    meaning: "The listing has no upload with this id.",
    whatToDo: (act) =>
      `Use the \`upload_id\` that ${act.requestUpload} returned; ${act.listUploads} lists open uploads.`,
  },
  upload_not_open: {
    status: 409,
    title: "The upload is not open",
    resolution: "none",
    meaning:
      "Its file was attached or replaced, the upload was ended, its time ran out, or it takes a single PUT " +
      "because neither size nor parts were announced. `detail` says which.",
    whatToDo: (act) => `Start another with ${act.requestUpload}, and announce \`byte_size\`.`,
  },
  file_too_large: {
    status: 400,
    title: "The file is too large",
    resolution: "fix_request",
    meaning:
      "The file exceeds the marketplace's limit for one file, which `detail` gives in bytes.",
    whatToDo: "Compress it, or sell it in parts, each as its own listing.",
  },
  version_already_open: {
    status: 409,
    title: "A new version is already open",
    resolution: "none",
    meaning: "A listing can have only one open version at a time, and this one has it.",
    whatToDo: (act) => `Finish it with ${act.publish}, or discard it, before opening another.`,
  },
  version_not_open: {
    status: 409,
    title: "No new version is open",
    resolution: "none",
    meaning: "This call needs an open new version of a published listing, and there is none.",
    whatToDo: (act) => `Open one with ${act.openVersion} first.`,
  },
} as const satisfies Record<string, Problem>;
