import { createHash, type Hash } from "node:crypto";
import { chainHash } from "../platform/audit.ts";
import type { ChainedAudit } from "../platform/audit-chain.ts";
import type { SigningKey } from "../platform/signing-key.ts";
import { hashOfHead, type SignedHead } from "./signed-head.ts";

// The audit log of one merchant as a file that needs no database to be verified: lines of JSON, the first of which says what it is, then
// a line for each row in the order of the chain, then one for each signed head, and last what all before it comes to.

export const auditFileFormat = "accord.audit-log/1";

export type FileStart = {
  readonly format: typeof auditFileFormat;
  readonly merchantId: string;
  readonly exportedAt: string;
};
export type HeadLine = { readonly head: string; readonly signature: string };

/** `sha256` is of the bytes of all lines before. `signature` is of the JSON of the other fields in this order, and null without a key. */
export type FileEnd = {
  readonly rows: number;
  readonly heads: number;
  readonly lastHash: string;
  readonly sha256: string;
  readonly keyId: string | null;
  readonly signature: string | null;
};

/** Makes the lines of a file, each with its line feed. */
export class AuditFileLines {
  private readonly bytes: Hash = createHash("sha256");
  private rows = 0;
  private heads = 0;
  private lastHash = "";

  start(merchantId: string, exportedAt: string): string {
    return this.line({ format: auditFileFormat, merchantId, exportedAt } satisfies FileStart);
  }

  row(row: ChainedAudit): string {
    this.rows += 1;
    this.lastHash = row.hash ?? "";
    return this.line(row);
  }

  head({ text, signature }: { readonly text: string; readonly signature: Buffer }): string {
    this.heads += 1;
    return this.line({ head: text, signature: signature.toString("base64") } satisfies HeadLine);
  }

  end(key: SigningKey | undefined): string {
    const keyId = key?.keyId ?? null;
    const sum = {
      rows: this.rows,
      heads: this.heads,
      lastHash: this.lastHash,
      sha256: this.bytes.digest("hex"),
      keyId,
    };
    const signature = keyId === null ? null : (key?.sign(JSON.stringify(sum)).toString("base64") ?? null);
    return `${JSON.stringify({ ...sum, signature } satisfies FileEnd)}\n`;
  }

  private line(value: unknown): string {
    const text = `${JSON.stringify(value)}\n`;
    this.bytes.update(text);
    return text;
  }
}

/** What a file came to; `problems` are sentences, and none where it holds. */
export type AuditFileVerdict = {
  readonly merchantId: string | null;
  readonly exportedAt: string | null;
  readonly rows: number;
  readonly heads: number;
  readonly lastHash: string;
  /** Whether the signature of the file and those of its heads were verified: it takes a key. */
  readonly isSigned: boolean;
  readonly problems: readonly string[];
  /** The hashes of all rows, by place, for a file of later to be held against. */
  readonly hashes: readonly string[];
};

/**
 * Verifies a file, a line at a time: each row hashes to what it says over the one before, no row is missing, each head names a row that is
 * there, and the last line is what all before it comes to.
 */
export async function verifyAuditFile(
  lines: AsyncIterable<string>,
  key: SigningKey | undefined,
): Promise<AuditFileVerdict> {
  const problems: string[] = [];
  const bytes = createHash("sha256");
  const hashes: string[] = [];
  let start: Partial<FileStart> | undefined;
  let last: { readonly head: SignedHead; readonly text: string } | undefined;
  let heads = 0;
  let verified = key !== undefined;
  let end: FileEnd | undefined;
  const note = (problem: string) => {
    if (problems.length < 10) problems.push(problem);
  };
  const ofKey = (keyId: string | null, text: string, signature: string | null): boolean | undefined => {
    if (keyId === null || signature === null || key === undefined) return undefined;
    return key.holds(keyId, text, Buffer.from(signature, "base64"));
  };
  for await (const line of lines) {
    const value = parsed(line);
    if (start === undefined) {
      start = value as Partial<FileStart>;
      if (start.format !== auditFileFormat) return { ...nothing, problems: [`This is no file of ${auditFileFormat}.`] };
    } else if (end !== undefined) {
      note("Something follows the last line.");
    } else if ("sha256" in value) {
      end = value as unknown as FileEnd;
      const { signature, ...sum } = end;
      if (sum.sha256 !== bytes.digest("hex"))
        note("The file was changed: its lines do not come to the hash of the last one.");
      if (sum.rows !== hashes.length || sum.heads !== heads || sum.lastHash !== (hashes.at(-1) ?? "")) {
        note("Rows or heads are missing: the last line counts others.");
      }
      const holds = ofKey(end.keyId, JSON.stringify(sum), signature);
      if (holds === false) note("The signature of the file is not that of the key.");
      verified &&= holds === true;
      continue;
    } else if ("head" in value) {
      const { head: text, signature } = value as HeadLine;
      const head = parsed(text) as unknown as SignedHead;
      heads += 1;
      const audit = head.audit === null ? undefined : hashes[Number(head.audit?.sequence) - 1];
      if (head.audit !== null && audit !== head.audit?.hash)
        note(`Signed head ${head.sequence} has another audit log.`);
      if (head.sequence !== heads || head.previousHash !== (last === undefined ? null : hashOfHead(last))) {
        note(`Signed head ${head.sequence} does not follow the one before.`);
      }
      if (head.merchantId !== start.merchantId) note(`Signed head ${head.sequence} is of another merchant.`);
      const holds = ofKey(head.keyId, text, signature);
      if (holds === false) note(`The signature of head ${head.sequence} is not that of the key.`);
      verified &&= holds === true;
      last = { head, text };
    } else {
      const row = value as unknown as ChainedAudit;
      const place = hashes.length + 1;
      const before = hashes.at(-1) ?? "";
      const hash = chainHash(Buffer.from(before, "hex"), BigInt(place), row).toString("hex");
      if (row.sequence !== String(place) || row.previousHash !== before || row.hash !== hash) {
        note(`Row ${place} was changed, or rows are missing before it.`);
      }
      hashes.push(row.hash ?? "");
    }
    bytes.update(`${line}\n`);
  }
  if (end === undefined) note("The file was cut off: its last line is missing.");
  const { merchantId = null, exportedAt = null } = start ?? {};
  return {
    merchantId,
    exportedAt,
    rows: hashes.length,
    heads,
    lastHash: hashes.at(-1) ?? "",
    isSigned: verified,
    problems,
    hashes,
  };
}

/** Whether everything that an earlier file says is in a later one, unchanged. */
export function continues(later: AuditFileVerdict, earlier: AuditFileVerdict): boolean {
  const { rows, lastHash, merchantId } = earlier;
  return later.merchantId === merchantId && (rows === 0 || later.hashes[rows - 1] === lastHash);
}

const nothing = { merchantId: null, exportedAt: null, rows: 0, heads: 0, lastHash: "", isSigned: false, hashes: [] };

function parsed(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    return value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
