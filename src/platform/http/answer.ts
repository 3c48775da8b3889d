import type { Warning } from "./wire.ts";

/** A handler's answer, to be sent in an envelope. */
export type RouteAnswer = {
  /** Only if it differs from the declared status, such as 200 for a dry run of a create. */
  readonly status?: 200 | 201 | 202;
  readonly payload: unknown;
  readonly message: string;
  readonly warnings?: readonly Warning[];
  readonly headers?: Readonly<Record<string, string>>;
};

/** An answer of bytes without an envelope, such as a contract's PDF. */
export type FileAnswer = {
  readonly file: Uint8Array;
  readonly fileName: string;
  readonly contentType?: string;
  /** True if the program made the file itself, so that a browser may show it. */
  readonly isInline?: boolean;
};

/** An answer that is made while it is sent, and never held as a whole. An error after its beginning cuts it off. */
export type PiecewiseAnswer = {
  readonly pieces: AsyncIterable<string>;
  readonly contentType: string;
  /** The file name of a download. */
  readonly fileName?: string;
};
