import type { FastifyInstance } from "fastify";
import * as service from "../ledger/service.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import { type Platform, read } from "../platform/write.ts";
import { JournalEntryView, journalEntryList, viewOfEntry } from "./schemas/journal-entries.ts";

export function registerJournalEntryRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, {
    method: "GET",
    url: "/v3/journal-entries",
    operationId: "listJournalEntries",
    summary: "List journal entries",
    description: "Posted entries with their lines, newest number first. Posted entries never change.",
    tag: "Journal",
    access: "read",
    list: journalEntryList,
    payload: PageOf(JournalEntryView),
    successStatus: 200,
    errors: [400],
    handler: async (request) => {
      const { list } = request;
      const { entries, totalItems } = await read(platform, request.principal.merchantId, ({ tx, merchant }) =>
        service.listEntries(tx, merchant.id, list),
      );
      return { payload: pageOf(list, entries.map(viewOfEntry), totalItems), message: "Journal entries." };
    },
  });

  route(app, {
    method: "GET",
    url: "/v3/journal-entries/:id",
    operationId: "getJournalEntry",
    summary: "Get a journal entry",
    tag: "Journal",
    access: "read",
    ids: { id: "JOURNAL_ENTRY_NOT_FOUND" },
    payload: JournalEntryView,
    successStatus: 200,
    errors: [404],
    handler: async ({ principal, params }) => {
      const entry = await read(platform, principal.merchantId, ({ tx, merchant }) =>
        service.getEntry(tx, merchant.id, params.id),
      );
      return { payload: viewOfEntry(entry), message: "Journal entry." };
    },
  });
}
