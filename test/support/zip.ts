import { inflateRawSync } from "node:zlib";

/** The text of a file in a zip archive, found through the archive's central directory. */
export function fileIn(archive: Buffer, name: string): string {
  const end = archive.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  let at = archive.readUInt32LE(end + 16);
  while (archive.toString("latin1", at, at + 4) === "PK\x01\x02") {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
    if (archive.toString("utf8", at + 46, at + 46 + (nameLength ?? 0)) === name) {
      const local = archive.readUInt32LE(at + 42);
      const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
      const content = archive.subarray(start, start + archive.readUInt32LE(at + 20));
      return (archive.readUInt16LE(at + 10) === 0 ? content : inflateRawSync(content)).toString("utf8");
    }
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  throw new Error(`the archive has no ${name}`);
}
