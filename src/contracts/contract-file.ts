/** The signed document of a contract, without its bytes. */
export type ContractFile = {
  /** As it is downloaded. */
  readonly name: string;
  /** Of its bytes, in hexadecimal. */
  readonly sha256: string;
  readonly uploadedAt: string;
};

/** What an uploaded file may weigh (rules 1). */
export const maximumFileBytes = 25 * 1024 * 1024;

const signature = new TextEncoder().encode("%PDF-");

/** A PDF by its claim and by its first bytes; anything before them makes it something else as well (behaviour FIL-U2). */
export function isPdf({ bytes, contentType }: { bytes: Uint8Array; contentType: string }): boolean {
  const startsRight = signature.every((byte, index) => bytes[index] === byte);
  return startsRight && contentType.toLowerCase() === "application/pdf";
}

const longestName = 255;
const extension = ".pdf";

// Control characters, and those that turn the direction of text around, so that a name reads as another one.
const unprintable = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A name under which a file may be kept and downloaded, from one that a client sent: no path, nothing invisible (FIL-U6). */
export function safeFileName(sent: string): string {
  const last = sent.split(/[/\\]/).at(-1) ?? "";
  const name = last.replaceAll(unprintable, "").trim();
  if (name.length === 0 || /^\.+$/.test(name)) return `contract${extension}`;
  if (name.length <= longestName) return name;
  const kept = name.slice(0, longestName - extension.length).toWellFormed();
  return name.toLowerCase().endsWith(extension) ? `${kept}${extension}` : name.slice(0, longestName).toWellFormed();
}
