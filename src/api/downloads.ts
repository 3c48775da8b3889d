import type { FastifyInstance } from "fastify";
import { Type } from "typebox";
import { downloadAddress } from "../platform/auth/downloads.ts";
import type { SessionPrincipal } from "../platform/http/authorization.ts";
import { downloadTarget } from "../platform/http/download-target.ts";
import { TransportError } from "../platform/http/errors.ts";
import { formatInstant } from "../platform/http/instant.ts";
import { route } from "../platform/http/route.ts";
import { Closed, Instant, Named, Text } from "../platform/http/wire.ts";
import type { Platform } from "../platform/write.ts";

const DownloadView = Named(
  "Download",
  Closed({
    url: Type.String({
      description: "Opens the file without an Authorization header.",
      examples: ["https://accord.example.com/v3/downloads/…/invoices?format=csv"],
    }),
    expiresAt: Instant({ description: "In real time." }),
  }),
);

/** Addresses that a browser or a spreadsheet can open without a key (ADR 0081). */
export function registerDownloadRoutes(app: FastifyInstance, { db }: Platform, publicUrl: string | undefined): void {
  route(app, {
    method: "POST",
    url: "/v3/downloads",
    operationId: "createDownload",
    summary: "Create a temporary link to a file",
    description:
      "Of a list or a report with `format=csv` or `format=xlsx`, or of a document such as the PDF of an invoice; for a browser or " +
      'a spreadsheet\'s "data from web". No Authorization header is needed. Valid for 15 minutes, for this path and query, with the rights ' +
      "of the key or session when it is opened; once that has ended it answers `DOWNLOAD_INVALID`. Nothing is stored.",
    tag: "Downloads",
    access: "read",
    body: Closed({
      path: Text(1, 2000, {
        description: "What to GET, with its query.",
        pattern: "^/v3(\\.1)?/[^#]+$",
        examples: ["/v3/invoices?filter=status:eq:ISSUED&format=csv"],
      }),
    }),
    payload: DownloadView,
    successStatus: 201,
    errors: [400],
    errorCodes: ["DOWNLOAD_INVALID"],
    handler: async ({ principal, body, origin }) => {
      const target = downloadTarget(app.declared, body.path);
      const { session } = principal as Partial<SessionPrincipal>;
      const made = await downloadAddress(db, principal, { sessionId: session?.id ?? null, target });
      if (made === undefined) {
        const message = "The key or the session has just ended.";
        throw new TransportError({ status: 401, errorCode: "DOWNLOAD_INVALID", message });
      }
      const url = `${publicUrl ?? origin ?? ""}${made.address}`;
      return { payload: { url, expiresAt: formatInstant(made.expiresAt) }, message: "Link created." };
    },
  });
}
