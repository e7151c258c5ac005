/** Validates the answer of an embeddings endpoint, which is not trusted. Pure. */

/** pgvector does not index longer vectors; common models have at most 4,096. */
const dimensionsMax = 4096;
const dimensionsMin = 8;

type Expected = { textCount: number; dimensions: number | undefined };

/** Unit vectors in the order of the texts, or a description of the answer's fault. */
export function unitVectors(body: string, expected: Expected): Float32Array[] | string {
  const items = dataItems(body);
  if (items === null) return "not the JSON of an embeddings answer";
  if (items.length !== expected.textCount) {
    return `${items.length} vectors for ${expected.textCount} texts`;
  }
  const vectors = new Array<Float32Array | undefined>(items.length);
  for (const [position, item] of items.entries()) {
    const index = item.index ?? position;
    if (!Number.isInteger(index) || index < 0 || index >= items.length) return "a foreign index";
    if (vectors[index] !== undefined) return "two vectors for one text";
    const vector = unitVector(item.embedding);
    if (typeof vector === "string") return vector;
    vectors[index] = vector;
  }
  return ofOneDimension(vectors, expected.dimensions);
}

type Item = { index?: number; embedding: unknown };

function dataItems(body: string): Item[] | null {
  try {
    const answer: unknown = JSON.parse(body);
    if (typeof answer !== "object" || answer === null || !("data" in answer)) return null;
    const { data } = answer;
    if (!Array.isArray(data)) return null;
    return data.every((item) => typeof item === "object" && item !== null) ? data : null;
  } catch {
    return null;
  }
}

/** Scaled to length 1, so that a product of two is their cosine. */
function unitVector(embedding: unknown): Float32Array | string {
  if (!Array.isArray(embedding)) return "an embedding that is not a list of numbers";
  const { length } = embedding;
  if (length < dimensionsMin || length > dimensionsMax) return `a vector of ${length} numbers`;
  const vector = new Float32Array(length);
  let squares = 0;
  for (let at = 0; at < length; at += 1) {
    const value: unknown = embedding[at];
    if (typeof value !== "number" || !Number.isFinite(value)) return "a value that is not a number";
    vector[at] = value;
    squares += value * value;
  }
  const norm = Math.sqrt(squares);
  if (!Number.isFinite(norm) || norm < 1e-12) return "a vector without a direction";
  return vector.map((value) => value / norm);
}

function ofOneDimension(
  vectors: (Float32Array | undefined)[],
  dimensions: number | undefined,
): Float32Array[] | string {
  const whole = vectors.filter((vector) => vector !== undefined);
  const wanted = dimensions ?? whole[0]?.length;
  const other = whole.find(({ length }) => length !== wanted);
  return other === undefined ? whole : `${other.length} dimensions instead of ${wanted}`;
}
