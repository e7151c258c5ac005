/** The package has no types. */
declare module "unbzip2-stream" {
  /** An old-style stream that decodes all members of a bzip2 file and verifies their checksums. */
  function unbzip2(): NodeJS.ReadWriteStream;
  export = unbzip2;
}
