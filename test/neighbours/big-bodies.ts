/** A number from 0 to 1, the next one of a seed. */
type Random = () => number;

const mebibyte = 1024 * 1024;
/** Just below the limit of the endpoint, so that the body is read to its end. */
const room = 64;

const repeated = (start: string, piece: string, end: string, bytes: number): string =>
  start + piece.repeat(Math.floor((bytes - start.length - end.length) / piece.length)) + end;

const numbered = (start: string, piece: (index: number) => string, end: string, bytes: number): string => {
  const pieces: string[] = [];
  for (let size = start.length + end.length, index = 0; ; index += 1) {
    const next = piece(index);
    size += next.length;
    if (size > bytes) return start + pieces.join("") + end;
    pieces.push(next);
  }
};

/** Kinds of bodies that are as costly as their bytes allow, by name. */
export const bigBodies: Readonly<Record<string, (bytes: number) => string>> = {
  numbers: (bytes) => repeated('{"events":[1', ",1", "]}", bytes),
  longNumbers: (bytes) => repeated('{"events":[1', ",1.234567890123456789", "]}", bytes),
  emptyObjects: (bytes) => repeated('{"events":[{}', ",{}", "]}", bytes),
  nestedLists: (bytes) => repeated('{"events":[[]', ",[[[[[[]]]]]]", "]}", bytes),
  names: (bytes) => numbered('{"events":[]', (index) => `,"k${index.toString(36)}":0`, "}", bytes),
  escapes: (bytes) => repeated('{"events":["', "\\u0041", '"]}', bytes),
  strings: (bytes) => repeated('{"events":["a"', ',"é"', "]}", bytes),
  space: (bytes) => repeated('{"events":[', " \n\t", "]}", bytes),
  metadata: (bytes) =>
    numbered(
      '{"events":[{"metadata":{"a":0}}',
      (index) => `,{"metadata":{"a${index % 9}":[${index},{}]}}`,
      "]}",
      bytes,
    ),
  malformed: (bytes) => repeated('{"events":[1', ",1", "", bytes),
  invalidText: (bytes) => repeated('{"events":["a"', ',"\\ud800"', "]}", bytes),
};

/** One of them, of one of the two sizes that endpoints take. */
export function someBigBody(random: Random): { readonly name: string; readonly text: string; readonly path: string } {
  const names = Object.keys(bigBodies);
  const name = names[Math.floor(random() * names.length)] ?? "numbers";
  const isBulk = random() < 0.7;
  const text = bigBodies[name]?.((isBulk ? 8 : 1) * mebibyte - room) ?? "";
  return { name, text, path: isBulk ? "/v3/events/bulk" : "/v3/contracts" };
}
