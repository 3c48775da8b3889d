/** The signed document of a contract, without its bytes. */
export type ContractFile = {
  /** The name of the file when it is downloaded. */
  readonly name: string;
  /** SHA-256 of its bytes, hex. */
  readonly sha256: string;
  readonly uploadedAt: string;
};

/** The maximum size of an uploaded file (rules 1). */
export const maximumFileBytes = 25 * 1024 * 1024;

const signature = new TextEncoder().encode("%PDF-");

/**
 * True if content type and first bytes are those of a PDF. Nothing may precede the signature, or the file could be of another type as well (FIL-U2).
 */
export function isPdf({ bytes, contentType }: { bytes: Uint8Array; contentType: string }): boolean {
  const startsRight = signature.every((byte, index) => bytes[index] === byte);
  return startsRight && contentType.toLowerCase() === "application/pdf";
}

const longestName = 255;
const extension = ".pdf";

// Control characters, and characters that reverse the direction of text, with which a name could look like another one.
const unprintable = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A safe name for storing and downloading a file, from the name that a client sent: without path or invisible characters (FIL-U6). */
export function safeFileName(sent: string): string {
  const last = sent.split(/[/\\]/).at(-1) ?? "";
  const name = last.replaceAll(unprintable, "").trim();
  if (name.length === 0 || /^\.+$/.test(name)) return `contract${extension}`;
  if (name.length <= longestName) return name;
  const kept = name.slice(0, longestName - extension.length).toWellFormed();
  return name.toLowerCase().endsWith(extension) ? `${kept}${extension}` : name.slice(0, longestName).toWellFormed();
}
