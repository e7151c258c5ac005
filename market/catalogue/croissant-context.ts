/**
 * The JSON-LD context of Croissant 1.1, Appendix 1, with one difference: schema.org has https, as in
 * Croissant 1.0, because mlcroissant knows no other.
 */
const specified = {
  "@language": "en",
  "@vocab": "https://schema.org/",
  sc: "https://schema.org/",
  cr: "http://mlcommons.org/croissant/",
  rai: "http://mlcommons.org/croissant/RAI/",
  dct: "http://purl.org/dc/terms/",
  annotation: "cr:annotation",
  arrayShape: "cr:arrayShape",
  citeAs: "cr:citeAs",
  column: "cr:column",
  conformsTo: "dct:conformsTo",
  containedIn: "cr:containedIn",
  data: { "@id": "cr:data", "@type": "@json" },
  dataType: { "@id": "cr:dataType", "@type": "@vocab" },
  equivalentProperty: "cr:equivalentProperty",
  examples: { "@id": "cr:examples", "@type": "@json" },
  excludes: "cr:excludes",
  extract: "cr:extract",
  field: "cr:field",
  fileProperty: "cr:fileProperty",
  fileObject: "cr:fileObject",
  fileSet: "cr:fileSet",
  format: "cr:format",
  includes: "cr:includes",
  isArray: "cr:isArray",
  isLiveDataset: "cr:isLiveDataset",
  jsonPath: "cr:jsonPath",
  key: "cr:key",
  md5: "cr:md5",
  parentField: "cr:parentField",
  recordSet: "cr:recordSet",
  references: "cr:references",
  regex: "cr:regex",
  readLines: "cr:readLines",
  sdVersion: "cr:sdVersion",
  separator: "cr:separator",
  source: "cr:source",
  subField: "cr:subField",
  transform: "cr:transform",
  unArchive: "cr:unArchive",
  value: "cr:value",
} as const;

/** The vocabularies of statistics in the specification. */
const statistics = {
  "ddi-stats": "http://rdf-vocabulary.ddialliance.org/cv/SummaryStatisticType/2.1.2/",
  wd: "http://www.wikidata.org/entity/",
} as const;

export const croissantContext = { ...specified, ...statistics };
export const croissantVersion = "http://mlcommons.org/croissant/1.1";
/** Croissant 1.1, Namespaces: JSON-LD with a profile. */
export const croissantContentType = `application/ld+json; profile="${croissantVersion}"`;
