import type { Warning } from "./wire.ts";

/** What a handler answers in an envelope. */
export type RouteAnswer = {
  /** Only where it differs from the declared status, such as 200 for a dry run of a create. */
  readonly status?: 200 | 201 | 202;
  readonly payload: unknown;
  readonly message: string;
  readonly warnings?: readonly Warning[];
  readonly headers?: Readonly<Record<string, string>>;
};

/** An answer that is bytes and not an envelope, such as a contract's PDF. */
export type FileAnswer = {
  readonly file: Uint8Array;
  readonly fileName: string;
  readonly contentType?: string;
  /** The program made it itself, so a browser may show it. */
  readonly isInline?: boolean;
};

/** An answer that is made while it is sent, and never held as a whole. What goes wrong after its beginning cuts it off. */
export type PiecewiseAnswer = {
  readonly pieces: AsyncIterable<string>;
  readonly contentType: string;
  /** Of a download. */
  readonly fileName?: string;
};
