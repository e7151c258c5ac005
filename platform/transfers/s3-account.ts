/** How a client reaches somebody else's S3 bucket. */

export type S3Account = {
  region: string;
  /** Absent: AWS. */
  endpoint?: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
};

/** Settings of a client for the bucket. */
export function clientSettings(account: S3Account, bucket: string) {
  const { region, endpoint, accessKeyId, secretAccessKey, sessionToken } = account;
  return {
    region,
    // A bucket with dots has no certificate of its own; other stores know no host per bucket.
    forcePathStyle: endpoint !== undefined || bucket.includes("."),
    credentials: {
      ...{ accessKeyId, secretAccessKey },
      ...(sessionToken === undefined ? {} : { sessionToken }),
    },
    ...(endpoint === undefined ? {} : { endpoint }),
  };
}
