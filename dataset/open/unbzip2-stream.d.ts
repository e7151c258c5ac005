/** The package comes without types. */
declare module "unbzip2-stream" {
  /** A stream of old style that decodes all members of a bzip2 file and checks their sums. */
  function unbzip2(): NodeJS.ReadWriteStream;
  export = unbzip2;
}
