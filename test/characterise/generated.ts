import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { parseMapping } from "../../src/integrations/contract-import/mapping.ts";
import { importContracts } from "../../src/integrations/contract-import/service.ts";
import { generateBook } from "../scenarios/generated-book.ts";
import type { TestApi } from "../support/api.ts";
import { Book } from "./book.ts";
import { close } from "./changes/months.ts";
import { Dice } from "./dice.ts";
import type { FrozenBook } from "./document.ts";
import { checkSound } from "./invariants.ts";
import { frozen } from "./play.ts";
import { resultsOf } from "./results.ts";
import { Session } from "./session.ts";

const mappingFile = new URL("../../docs/examples/telco-mapping.json", import.meta.url);
const today = "2026-01-01";

/** Imports a book of six years of three kinds of contracts, bills it, and closes it in three parts. */
export async function playGenerated(api: TestApi): Promise<FrozenBook> {
  const merchant = await api.newMerchant(`${today}T00:00:00Z`);
  const session = new Session(api, merchant);
  const book = new Book({ session, dice: new Dice(1), today, currency: "USD", hasPobs: false });
  const parsed = parseMapping(JSON.parse(await readFile(mappingFile, "utf8")));
  if (!("mapping" in parsed)) throw new Error(`The mapping of the example is rejected: ${JSON.stringify(parsed)}`);
  await importContracts(api.platform, {
    merchantId: merchant.merchantId,
    csv: Readable.from([generateBook({ seed: 20_251_231, contracts: 30 }).csv]),
    mapping: parsed.mapping,
    actor: { kind: "SYSTEM", id: "test" },
  });
  await session.settle();
  const contracts = (await session.all("/v3/contracts")).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const { id, name } of contracts) {
    book.names.give(id, name);
    book.contracts.push({ id, name, path: `/v3/contracts/${id}` });
  }
  await book.note({ kind: "import", words: `${contracts.length} contracts are imported`, answer: "200" }, true);
  for (const month of ["2021-06", "2024-12", "2025-12"]) await close(book, month);
  await checkSound(api, book);
  return frozen("generated-book", book, await resultsOf(book));
}
