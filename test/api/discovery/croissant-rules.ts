/**
 * Checks of mlcroissant and the specification for a Croissant 1.1 document, applied after JSON-LD
 * expansion: mlcroissant's checks of metadata, FileObject, FileSet, RecordSet, Field and Source
 * (github.com/mlcommons/croissant, python/mlcroissant/mlcroissant/_src/structure_graph/nodes).
 */
import jsonld from "jsonld";

type Node = Record<string, unknown>;

const sc = (name: string) => `https://schema.org/${name}`;
const cr = (name: string) => `http://mlcommons.org/croissant/${name}`;

const required = {
  dataset: ["name", "description", "license", "url", "creator", "datePublished", "distribution"],
  file: ["name", "encodingFormat", "contentUrl"],
  fileSet: ["name", "encodingFormat"],
};

/** Faults as sentences; empty for a valid document. Fetches nothing. */
export async function findCroissantFaults(document: unknown): Promise<string[]> {
  const [dataset, ...others] = await jsonld.expand(document, {
    base: "https://market.test/",
    documentLoader: async (url) => {
      throw new Error(`a context is fetched from ${url}`);
    },
  });
  if (dataset === undefined || others.length > 0) return ["it is not one dataset"];
  const resources = nodes(dataset, sc("distribution"));
  const recordSets = nodes(dataset, cr("recordSet"));
  const fields = recordSets.flatMap((set) => [set, ...fieldsOf(set)]);
  const resourceIds = resources.map(idOf);
  return [
    ...datasetFaults(dataset),
    ...resources.flatMap((resource) => resourceFaults(resource, resourceIds)),
    ...recordSets.flatMap((set) => recordSetFaults(set, resourceIds)),
    ...repeated([...resourceIds, ...fields.map(idOf)]).map((id) => `${id} is used twice`),
  ];
}

function datasetFaults(dataset: Node): string[] {
  const version = literal(dataset, sc("version"));
  return [
    ...(typesOf(dataset).includes(sc("Dataset")) ? [] : ["it is no sc:Dataset"]),
    ...(literal(dataset, "http://purl.org/dc/terms/conformsTo") === cr("1.1")
      ? []
      : ["it does not conform to 1.1"]),
    ...missing(dataset, required.dataset, "the dataset"),
    ...(/^\d+\.\d+\.\d+$/.test(String(version)) ? [] : [`version ${version}`]),
    ...(Number.isNaN(Date.parse(String(literal(dataset, sc("datePublished")))))
      ? ["datePublished is no date"]
      : []),
  ];
}

function resourceFaults(resource: Node, resourceIds: string[]): string[] {
  const id = idOf(resource);
  const [type] = typesOf(resource);
  if (type === cr("FileObject")) {
    const hash = String(literal(resource, sc("sha256")));
    return [
      ...missing(resource, required.file, id),
      ...(/^[0-9a-f]{64}$/.test(hash) ? [] : [`${id} has no SHA-256`]),
    ];
  }
  if (type !== cr("FileSet")) return [`${id} is ${type}`];
  const containers = nodes(resource, cr("containedIn")).map(idOf);
  return [
    ...missing(resource, required.fileSet, id),
    ...(literal(resource, cr("includes")) === undefined ? [`${id} includes nothing`] : []),
    ...(containers.length === 0 ? [`${id} is in nothing`] : []),
    ...containers.filter((one) => !resourceIds.includes(one)).map((one) => `${id} is in ${one}`),
  ];
}

function recordSetFaults(set: Node, resourceIds: string[]): string[] {
  const fields = nodes(set, cr("field"));
  const fieldIds = fields.map(idOf);
  const keys = nodes(set, cr("key")).map(idOf);
  return [
    ...(typesOf(set).includes(cr("RecordSet")) ? [] : [`${idOf(set)} is no cr:RecordSet`]),
    ...(fields.length === 0 ? [`${idOf(set)} has no field`] : []),
    ...keys.filter((key) => !fieldIds.includes(key)).map((key) => `the key ${key} is no field`),
    ...fields.flatMap((field) => [...fieldFaults(field), ...sourceFaults(field, resourceIds)]),
    ...[set, ...fields].flatMap((node) =>
      nodes(node, cr("annotation")).flatMap((annotation) => [
        ...fieldFaults(annotation),
        ...(literal(annotation, cr("value")) === undefined ? ["an annotation says nothing"] : []),
      ]),
    ),
  ];
}

const atomicTypes = ["Boolean", "Date", "DateTime", "Float", "Integer", "Text", "Time"].map(sc);

function fieldFaults(field: Node): string[] {
  const id = idOf(field);
  const types = nodes(field, cr("dataType")).map(idOf);
  const isTyped = types.some((type) => [...atomicTypes, sc("ImageObject")].includes(type));
  return [
    ...(typesOf(field).includes(cr("Field")) ? [] : [`${id} is no cr:Field`]),
    ...missing(field, ["name"], id),
    ...(isTyped ? [] : [`${id} has no data type: ${types}`]),
  ];
}

/** A source names one resource and one extraction method. */
function sourceFaults(field: Node, resourceIds: string[]): string[] {
  const id = idOf(field);
  const [source] = nodes(field, cr("source"));
  if (source === undefined) return [`${id} has no source`];
  const from = ["fileObject", "fileSet"].flatMap((name) => nodes(source, cr(name)).map(idOf));
  const [extract = {}] = nodes(source, cr("extract"));
  const ways = ["column", "jsonPath", "fileProperty"].filter((way) => cr(way) in extract);
  return [
    ...(from.length === 1 && resourceIds.includes(String(from[0])) ? [] : [`${id} is of ${from}`]),
    ...(ways.length === 1 ? [] : [`${id} is extracted by ${ways}`]),
  ];
}

function fieldsOf(recordSet: Node): Node[] {
  const fields = nodes(recordSet, cr("field"));
  const annotated = [recordSet, ...fields];
  return [...fields, ...annotated.flatMap((node) => nodes(node, cr("annotation")))];
}

function nodes(node: Node, property: string): Node[] {
  const value = node[property];
  return Array.isArray(value) ? (value as Node[]) : [];
}

function literal(node: Node, property: string): unknown {
  const [first] = nodes(node, property);
  return first?.["@value"] ?? first?.["@id"];
}

const idOf = (node: Node) => String(node["@id"]);
const typesOf = (node: Node) => (node["@type"] ?? []) as string[];

function missing(node: Node, names: string[], label: string): string[] {
  return names
    .filter((name) => nodes(node, sc(name)).length === 0)
    .map((name) => `${label}: ${name}`);
}

function repeated(ids: string[]): string[] {
  return ids.filter((id, index) => ids.indexOf(id) !== index);
}
