import type { Json, TestApi } from "../support/api.ts";
import { sumOf } from "../support/contract-view.ts";
import { runDoctor } from "../support/doctor.ts";
import type { Book } from "./book.ts";
import { isZero, negated } from "./observe.ts";
import { checkTied } from "./tied-reports.ts";

const position = ["CONTRACT_LIABILITY", "CONTRACT_ASSET", "UNBILLED_RECEIVABLE"];
// An opening takes what other books recognized out of the contract liability.
const earning = ["REVENUE_RECOGNIZED", "PRESENTATION", "PRESENTATION_REVERSAL", "OPENING"];

/** A contract may be held out of a close, and of one that is over otherwise what has no date may be left. */
const mayWarn: readonly string[] = ["INV-08", "INV-32"];

/** What documents brought to the position of a contract by the end of a month: billed less credited and written off. */
function billedOf(book: Book, contractId: string, month: string): string {
  const entries = [...book.observer.entries.values()].filter(
    (entry) => entry.contractId === contractId && entry.date.slice(0, 7) <= month && !earning.includes(entry.type),
  );
  const lines: Json[] = entries.flatMap((entry) => entry.lines).filter(({ role }: Json) => position.includes(role));
  return sumOf(lines.flatMap(({ debit, credit }) => [credit, negated(debit)]));
}

function recognizedOf(book: Book, contractId: string, month: string): string {
  const rows = book.observer.rows.filter((row) => row.contractId === contractId && row.timeframe <= month);
  return sumOf(rows.map(({ amount }) => amount));
}

/** The balances of all contracts, in every currency. */
async function balancesOf(book: Book, month: string): Promise<Json[]> {
  const currencies = new Set([book.currency, ...book.contracts.map(({ currency = book.currency }) => currency)]);
  const rows: Json[] = [];
  for (const currency of currencies) {
    const path = `/v3/reports/contract-balances?month=${month}&currency=${currency}`;
    rows.push(...(await book.session.ok("GET", path)).rows);
  }
  return rows;
}

/** Billed less recognized is liability less asset less unbilled, of every contract, at the end of the last closed month. */
export async function checkPosition(book: Book): Promise<void> {
  const { closedThrough: month } = book;
  if (month === "0000-00") return;
  const balances = await balancesOf(book, month);
  for (const { id, name } of book.contracts) {
    const row = balances.find((each) => each.id === id);
    const shown = sumOf(
      [row?.contractLiability ?? "0", negated(row?.contractAsset ?? "0"), negated(row?.unbilledReceivable ?? "0")].map(
        (amount) => (book.currency === "JPY" ? amount : amount === "0" ? "0.00" : amount),
      ),
    );
    const posted = book.observer.rows.filter(({ status }) => status === "POSTED").length > 0;
    const computed = sumOf([billedOf(book, id, month), negated(recognizedOf(book, id, month))]);
    if (Number(shown) !== Number(computed) && posted) {
      book.violated(`${name} in ${month}: billed − recognized is ${computed}, liability − asset − unbilled ${shown}`);
    }
  }
}

/** The doctor finds nothing, entries are as they were when they were posted, positions and disclosures tie out. */
export async function checkSound(api: TestApi, book: Book): Promise<void> {
  await checkPosition(book);
  await checkTied(book);
  const entries = await book.session.all("/v3/journal-entries");
  const gone = book.observer.entries.size - entries.length;
  if (gone !== 0) book.violated(`${gone} entries of the journal are gone`);
  for (const entry of entries) {
    if (JSON.stringify(book.observer.entries.get(entry.id)) !== JSON.stringify(entry)) {
      book.violated(`entry ${entry.number} of ${entry.date} changed`);
    }
  }
  if (book.isStorm) await book.past.check(book);
  const { merchantId } = book.session.merchant;
  for (const finding of await runDoctor(api.platform.db, { merchantId, full: true })) {
    if (finding.severity === "warning" && mayWarn.includes(finding.id)) continue;
    book.violated(`doctor: ${finding.id} ${JSON.stringify(book.names.plain(JSON.parse(JSON.stringify(finding))))}`);
  }
}

/** A contract of which all is billed, served and closed has earned its price and leaves nothing. Answers the names of such. */
export async function checkFinished(book: Book, month: string): Promise<string[]> {
  const balances = await balancesOf(book, month);
  const finished: string[] = [];
  for (const { id, name, path } of book.contracts) {
    if (!(await isFinished(book, id, path, month))) continue;
    finished.push(name);
    const [billed, recognized] = [billedOf(book, id, month), recognizedOf(book, id, month)];
    if (Number(billed) !== Number(recognized)) {
      book.violated(`${name} is finished: ${recognized} are recognized, ${billed} are billed`);
    }
    const row = balances.find((each) => each.id === id) ?? {};
    for (const kind of ["contractLiability", "contractAsset", "unbilledReceivable"]) {
      if (row[kind] !== undefined && !isZero(row[kind]))
        book.violated(`${name} is finished with ${row[kind]} of ${kind}`);
    }
  }
  return finished;
}

/** Nothing is left to bill, to serve or to measure. */
async function isFinished(book: Book, id: string, path: string, month: string): Promise<boolean> {
  const { data } = await book.session.ok("GET", `${path}/invoice-schedule`);
  if (data.some(({ status }: Json) => status === "PLANNED" || status === "DRAFT")) return false;
  const terms = await book.session.all(`${path}/billing-terms`);
  if (terms.some(({ trigger, reachedOn }) => trigger === "MILESTONE" && reachedOn === null)) return false;
  if (book.observer.rows.some((row) => row.contractId === id && row.timeframe > month)) return false;
  const pobs = (await book.listPobs()).filter(({ contractId }) => contractId === id);
  const isMeasured = ({ recognitionPattern: of }: Json) => of === "MILESTONE" || of === "PERCENT_COMPLETE";
  return pobs.every((pob) => !isMeasured(pob) || pob.status === "SATISFIED");
}
