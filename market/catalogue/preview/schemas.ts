/** What a seller asks of the sample and the profile of its own file. */
import { z } from "zod";
import { profileQuery, sampleQuery } from "../profiles/sample-schemas.ts";

const version = z.enum(["current", "next"]).default("current").meta({
  description:
    "`current`: of the draft, or of what is on sale. `next`: of the version in the making.",
});

export const ownProfileQuery = profileQuery.extend({ version });
export const ownSampleQuery = sampleQuery.extend({ version });

export type PreviewedVersion = z.output<typeof version>;
