import type { FastifyInstance } from "fastify";
import * as service from "../close/tie-out-service.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import { answerWrite } from "../platform/run-write.ts";
import { type Platform, readRows } from "../platform/write.ts";
import {
  AcceptDifferencesBody,
  BookImportTieView,
  BookImportView,
  importList,
  tieList,
  viewOfImport,
  viewOfTie,
} from "./schemas/book-imports.ts";

const tag = "Month-end close";
const ids = { id: "BOOK_IMPORT_NOT_FOUND" } as const;

/** Books that were imported from files, and their tie-out, which the first close checks. */
export function registerBookImportRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: "/v3/book-imports",
    operationId: "listBookImports",
    summary: "List books that were loaded from files",
    description: "The latest first.",
    tag,
    access: "read",
    list: importList,
    payload: PageOf(BookImportView),
    successStatus: 200,
    errors: [400],
    handler: async ({ list, principal }) => {
      const { imports, extent } = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        service.listImports(tx, merchantId, list),
      );
      return { payload: pageOf(list, imports.map(viewOfImport), extent), message: "Books that were loaded." };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/book-imports/:id/tie-out",
    operationId: "listBookImportTies",
    summary: "List loaded balances beside those of the old ledger",
    description: "By contract and account, as it was when the book was loaded.",
    tag,
    access: "read",
    ids,
    list: tieList,
    payload: PageOf(BookImportTieView),
    successStatus: 200,
    errors: [400, 404],
    handler: async ({ list, principal, params }) => {
      const { ties, extent } = await readRows(platform, principal.merchantId, (tx, merchantId) =>
        service.listTies(tx, merchantId, params.id, list),
      );
      return { payload: pageOf(list, ties.map(viewOfTie), extent), message: "Balances that were compared." };
    },
  });

  route(app, {
    method: "POST",
    url: "/v3/book-imports/:id/accept-differences",
    operationId: "acceptBookImportDifferences",
    summary: "Accept loaded balances that differ from the old ledger",
    description: "All of a book, with the reason. Until then no month that has one of them is closed.",
    tag,
    access: "write",
    ids,
    dryRun: true,
    body: AcceptDifferencesBody,
    payload: BookImportView,
    successStatus: 200,
    errors: [400, 404, 409],
    errorCodes: ["NOTHING_TO_ACCEPT"],
    handler: (request) =>
      answerWrite(platform, request, async (ctx) => {
        const payload = viewOfImport(await service.acceptDifferences(ctx, request.params.id, request.body.reason));
        return { payload, message: "The differences are accepted." };
      }),
  });
}
