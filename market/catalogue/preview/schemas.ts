import { z } from "zod";
import { profileQuery, sampleQuery } from "../profiles/sample-schemas.ts";

const version = z.enum(["current", "next"]).default("current").meta({
  description: "`current`: the draft's file, or the one on sale. `next`: the open version's file.",
});

export const ownProfileQuery = profileQuery.extend({ version });
export const ownSampleQuery = sampleQuery.extend({ version });

export type PreviewedVersion = z.output<typeof version>;
