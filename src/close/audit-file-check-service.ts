import { createHash } from "node:crypto";
import { chainHash } from "../platform/audit.ts";
import type { ChainedAudit } from "../platform/audit-chain.ts";
import type { SigningKey } from "../platform/signing-key.ts";
import { auditFileFormat, type FileEnd, type FileStart, type HeadLine } from "./audit-file-service.ts";
import { hashOfHead, type SignedHead } from "./signed-head.ts";

/** The result of verifying a file; `problems` are sentences, empty if the file is intact. */
export type AuditFileVerdict = {
  readonly merchantId: string | null;
  readonly exportedAt: string | null;
  readonly rows: number;
  readonly heads: number;
  readonly lastHash: string;
  /** True if a key verified the signature of the file and those of all its heads. */
  readonly isSigned: boolean;
  readonly problems: readonly string[];
  /** The hashes of all rows in order, to compare a later file with. */
  readonly hashes: readonly string[];
};

/**
 * Verifies a file line by line: each row has the hash of its content and the row before it, no row is missing, each head names a row of
 * the file, and the last line has the totals and the hash of all lines before. At most ten problems are reported.
 */
export async function verifyAuditFile(
  lines: AsyncIterable<string>,
  key: SigningKey | undefined,
): Promise<AuditFileVerdict> {
  let file: AuditFileReading | undefined;
  for await (const line of lines) {
    if (file !== undefined) {
      file.take(line);
      continue;
    }
    const start = parsed(line) as Partial<FileStart>;
    if (start.format !== auditFileFormat) return { ...nothing, problems: [`This is no file of ${auditFileFormat}.`] };
    file = new AuditFileReading(start, line, key);
  }
  return file?.verdict() ?? { ...nothing, problems: [cutOff] };
}

/** True if a later file begins with all rows of an earlier one, unchanged. */
export function continues(later: AuditFileVerdict, earlier: AuditFileVerdict): boolean {
  const { rows, lastHash, merchantId } = earlier;
  return later.merchantId === merchantId && (rows === 0 || later.hashes[rows - 1] === lastHash);
}

const cutOff = "The file was cut off: its last line is missing.";
const mostProblems = 10;

/** A file that is verified line by line. */
class AuditFileReading {
  private readonly problems: string[] = [];
  private readonly bytes = createHash("sha256");
  private readonly hashes: string[] = [];
  private heads = 0;
  private lastHead: { readonly head: SignedHead; readonly text: string } | undefined;
  private hasEnded = false;
  /** True if every signature so far is that of the key. */
  private isVerified: boolean;
  private readonly start: Partial<FileStart>;
  private readonly key: SigningKey | undefined;

  constructor(start: Partial<FileStart>, firstLine: string, key: SigningKey | undefined) {
    this.start = start;
    this.key = key;
    this.isVerified = key !== undefined;
    this.bytes.update(`${firstLine}\n`);
  }

  take(line: string): void {
    const value = parsed(line);
    if (this.hasEnded) this.note("Something follows the last line.");
    else if ("sha256" in value) this.end(value as unknown as FileEnd);
    else if ("head" in value) this.head(value as HeadLine);
    else this.row(value as unknown as ChainedAudit);
    if (!this.hasEnded) this.bytes.update(`${line}\n`);
  }

  verdict(): AuditFileVerdict {
    if (!this.hasEnded) this.note(cutOff);
    const { merchantId = null, exportedAt = null } = this.start;
    return {
      ...{ merchantId, exportedAt, rows: this.hashes.length, heads: this.heads, lastHash: this.lastHash() },
      ...{ isSigned: this.isVerified, problems: this.problems, hashes: this.hashes },
    };
  }

  private row(row: ChainedAudit): void {
    const place = this.hashes.length + 1;
    const before = this.lastHash();
    const hash = chainHash(Buffer.from(before, "hex"), BigInt(place), row).toString("hex");
    if (row.sequence !== String(place) || row.previousHash !== before || row.hash !== hash) {
      this.note(`Row ${place} was changed, or rows are missing before it.`);
    }
    this.hashes.push(row.hash ?? "");
  }

  private head({ head: text, signature }: HeadLine): void {
    const head = parsed(text) as unknown as SignedHead;
    this.heads += 1;
    const audit = head.audit === null ? undefined : this.hashes[Number(head.audit?.sequence) - 1];
    if (head.audit !== null && audit !== head.audit?.hash) {
      this.note(`Signed head ${head.sequence} does not match the audit log.`);
    }
    const previousHash = this.lastHead === undefined ? null : hashOfHead(this.lastHead);
    if (head.sequence !== this.heads || head.previousHash !== previousHash) {
      this.note(`Signed head ${head.sequence} does not follow the one before.`);
    }
    if (head.merchantId !== this.start.merchantId) this.note(`Signed head ${head.sequence} is of another merchant.`);
    this.signature({ keyId: head.keyId, text, signature, of: `head ${head.sequence}` });
    this.lastHead = { head, text };
  }

  private end({ signature, ...sum }: FileEnd): void {
    this.hasEnded = true;
    if (sum.sha256 !== this.bytes.digest("hex")) {
      this.note("The file was changed: its lines do not match the hash of the last one.");
    }
    if (sum.rows !== this.hashes.length || sum.heads !== this.heads || sum.lastHash !== this.lastHash()) {
      this.note("Rows or heads are missing: the last line counts more or fewer.");
    }
    this.signature({ keyId: sum.keyId, text: JSON.stringify(sum), signature, of: "the file" });
  }

  private signature({ keyId, text, signature, of }: Signed): void {
    const { key } = this;
    const isUnverifiable = keyId === null || signature === null || key === undefined;
    const holds = isUnverifiable ? undefined : key.holds(keyId, text, Buffer.from(signature, "base64"));
    if (holds === false) this.note(`The signature of ${of} does not match the key.`);
    this.isVerified &&= holds === true;
  }

  private lastHash(): string {
    return this.hashes.at(-1) ?? "";
  }

  private note(problem: string): void {
    if (this.problems.length < mostProblems) this.problems.push(problem);
  }
}

type Signed = {
  readonly keyId: string | null;
  readonly text: string;
  readonly signature: string | null;
  /** The name of the signed text, for a sentence. */
  readonly of: string;
};

const nothing = { merchantId: null, exportedAt: null, rows: 0, heads: 0, lastHash: "", isSigned: false, hashes: [] };

function parsed(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    return value !== null && typeof value === "object" ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
