import type { FastifyInstance } from "fastify";
import * as service from "../ledger/service.ts";
import { pageOf } from "../platform/http/list-query.ts";
import { route } from "../platform/http/route.ts";
import { PageOf } from "../platform/http/wire.ts";
import { type Platform, read } from "../platform/write.ts";
import { namesOfEntries } from "../reports/entry-names-service.ts";
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
      const { data, extent } = await read(platform, request.principal.merchantId, async ({ tx, merchant }) => {
        const { entries, extent } = await service.listEntries(tx, merchant.id, list);
        const names = await namesOfEntries(tx, merchant.id, entries);
        return { data: entries.map((entry) => viewOfEntry(entry, names)), extent };
      });
      return { payload: pageOf(list, data, extent), message: "Journal entries." };
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
      const payload = await read(platform, principal.merchantId, async ({ tx, merchant }) => {
        const entry = await service.getEntry(tx, merchant.id, params.id);
        return viewOfEntry(entry, await namesOfEntries(tx, merchant.id, [entry]));
      });
      return { payload, message: "Journal entry." };
    },
  });
}
