import { createHash, type Hash } from "node:crypto";
import type { ChainedAudit } from "../platform/audit-chain.ts";
import type { SigningKey } from "../platform/signing-key.ts";

// The audit log of one merchant as a file that can be verified without the database. It has lines of JSON: first the format and the
// merchant, then each row in the order of the chain, then each signed head, and last the totals and the hash of all lines before.

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
