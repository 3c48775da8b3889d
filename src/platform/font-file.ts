import { readFileSync } from "node:fs";

const needed = ["cmap", "head", "hhea", "hmtx", "maxp"];

/**
 * What is wrong with the font file at a path, as the end of a sentence; undefined if it is a complete TrueType or OpenType font.
 * Collections (.ttc) are rejected, because it is not known which of their fonts is meant, and so are web fonts.
 */
export function fontProblem(path: string): string | undefined {
  let file: Buffer;
  try {
    file = readFileSync(path);
  } catch {
    return "there is no file that can be read.";
  }
  return isFont(file) ? undefined : "it must be a TrueType or OpenType font (.ttf or .otf).";
}

/** Reads the table directory with which the file begins (OpenType 1.9, "Organization of an OpenType Font"). */
function isFont(file: Buffer): boolean {
  if (file.length < 12) return false;
  const version = file.readUInt32BE(0);
  if (version !== 0x00010000 && file.toString("latin1", 0, 4) !== "OTTO") return false;
  const tables = file.readUInt16BE(4);
  if (file.length < 12 + 16 * tables) return false;
  const names = new Set<string>();
  for (let table = 0; table < tables; table++) {
    const at = 12 + 16 * table;
    if (file.readUInt32BE(at + 8) + file.readUInt32BE(at + 12) > file.length) return false;
    names.add(file.toString("latin1", at, at + 4));
  }
  return needed.every((name) => names.has(name)) && (names.has("glyf") || names.has("CFF "));
}
