import type { Json } from "../../support/api.ts";
import { hundredths } from "../amount.ts";
import type { Book } from "../book.ts";
import { addDays, monthOf } from "../days.ts";
import { patternFields, statedPatterns } from "../deal.ts";
import { pobWords } from "../saved-pobs.ts";
import { type Change, contractOf, effectiveDay, effectiveFrom, minorOf, pobsOf, statedOf } from "./change.ts";

const hasPobs: Change["isPossible"] = (book) => book.hasPobs;

async function patch(book: Book, kind: string, pob: Json | undefined, body: object, words: string): Promise<void> {
  if (pob === undefined) return;
  const path = `${contractOf(book, pob.contractId).path}/performance-obligations/${pob.id}`;
  await book.write({ kind, words: `${book.names.of(pob.id)}: ${words}`, method: "PATCH", path, body });
}

/** Saves a batch for the group of a performance obligation. */
async function save(book: Book, kind: string, { contractId, billingTermGroupId }: Json, body: object, words: string) {
  const path = `${contractOf(book, contractId).path}/performance-obligations`;
  const answer = await book.write({ kind, words, method: "POST", path, body: { billingTermGroupId, ...body } });
  if (answer.isDone) book.notePobs(answer.payload.created);
}

const spanOf = ({ serviceStartDate, serviceEndDate }: Json) => ({
  start: serviceStartDate,
  last: serviceEndDate ?? addDays(serviceStartDate, 180),
});

const isTimed = ({ recognitionPattern }: Json) => /^(?:STRAIGHT_LINE|POINT_IN_TIME)/.test(recognitionPattern);

/** Another price for one and, mostly, as much less or more for another of its group: the sum stays what is billed. */
async function reprice(book: Book, kind: string): Promise<void> {
  const { dice } = book;
  const stated = await statedOf(book);
  const one = dice.pick(stated);
  if (one === undefined) return;
  const from = effectiveFrom(book);
  const other = dice.pick(
    stated.filter((each) => each.id !== one.id && each.billingTermGroupId === one.billingTermGroupId),
  );
  const before = minorOf(book, one.transactionPrice);
  if (other === undefined || dice.chance(35)) {
    const price = Math.max(1, Math.round((before * dice.between(40, 115)) / 100));
    const body = { ...priceOf(book, one, price), ...from.fields };
    await patch(book, kind, one, body, `is worth ${book.money(price)} ${from.words}`);
    return;
  }
  const moved = Math.round((before * dice.between(10, 60)) / 100);
  const prices = [
    [one, before - moved],
    [other, minorOf(book, other.transactionPrice) + moved],
  ] as const;
  const toUpdate = prices.map(([pob, price]) => ({ id: pob.id, ...priceOf(book, pob, price), ...from.fields }));
  const names = prices.map(([{ id }, price]) => `${book.names.of(id)} is worth ${book.money(price)}`);
  await save(book, `${kind}, moved`, one, { toUpdate }, `${names.join(", ")} ${from.words}`);
}

/** A price, with the months that come to it where they are listed manually. */
function priceOf(book: Book, pob: Json, price: number): object {
  const customRevenue = pob.recognitionPattern === "CUSTOM" ? customMonths(book, pob, price) : undefined;
  return { transactionPrice: book.money(price), ...(customRevenue === undefined ? {} : { customRevenue }) };
}

/** Manual months that come to a price: closed ones as they are, the rest in some months from now on. */
function customMonths(book: Book, pob: Json, price: number): Json[] | undefined {
  const kept: Json[] = pob.customRevenue.filter(({ timeframe }: Json) => timeframe <= book.closedThrough);
  const left = price - kept.reduce((sum, { total }) => sum + minorOf(book, total), 0);
  if (left <= 0) return undefined;
  const months = book.dice.split(left, Math.min(left, book.dice.between(1, 4)));
  const added = months.map((total, index) => ({ timeframe: monthOf(book.today, index), total: book.money(total) }));
  return [...kept, ...added];
}

/** The fields that a pattern needs of a performance obligation that is there. */
function switched(book: Book, pob: Json): Json {
  const { dice } = book;
  const others = statedPatterns.filter((pattern) => pattern !== pob.recognitionPattern);
  const isAsBilled = pob.recognitionPattern === "RECOGNIZE_AS_BILLED";
  if (!isAsBilled && dice.chance(12)) return { recognitionPattern: "RECOGNIZE_AS_BILLED" };
  const pattern = dice.pick(others) ?? "STRAIGHT_LINE";
  if (!isAsBilled) return patternFields(book, pattern, { ...spanOf(pob), price: minorOf(book, pob.transactionPrice) });
  const price = Math.max(1, minorOf(book, pob.transactionPrice ?? "0"));
  const { start, last } = spanOf(pob);
  const stated = { transactionPrice: book.money(price), serviceStartDate: start, serviceEndDate: last };
  return { ...stated, ...patternFields(book, pattern, { start, last, price }) };
}

async function split(book: Book, kind: string): Promise<void> {
  const { dice } = book;
  const one = dice.pick(await statedOf(book));
  if (one === undefined) return;
  const before = minorOf(book, one.transactionPrice);
  const taken = Math.round((before * dice.between(20, 60)) / 100);
  if (taken === 0) return;
  const from = effectiveFrom(book);
  const start = effectiveDay(book);
  const { last } = spanOf(one);
  const service = { serviceStartDate: start, serviceEndDate: last < start ? addDays(start, 60) : last };
  const added = {
    ...{ name: book.nameOf("Extra"), transactionPrice: book.money(taken), ...service },
    standaloneSellingPrice: book.money(Math.round((taken * dice.between(80, 150)) / 100)),
    ...patternFields(book, dice.pick(statedPatterns), { start, last: service.serviceEndDate, price: taken }),
  };
  const toUpdate = [{ id: one.id, ...priceOf(book, one, before - taken), ...from.fields }];
  const words = `${book.names.of(one.id)} is worth ${book.money(before - taken)} ${from.words}, and there is ${pobWords(added)}`;
  await save(book, kind, one, { toUpdate, toCreate: [added] }, words);
}

async function drop(book: Book, kind: string): Promise<void> {
  const stated = await statedOf(book);
  const one = book.dice.pick(stated);
  if (one === undefined) return;
  const heir = stated.find((each) => each.id !== one.id && each.billingTermGroupId === one.billingTermGroupId);
  const words = `${book.names.of(one.id)} is deleted`;
  if (heir === undefined) return save(book, kind, one, { toDelete: [one.id] }, words);
  const transactionPrice = book.money(minorOf(book, one.transactionPrice) + minorOf(book, heir.transactionPrice));
  const toUpdate = [{ id: heir.id, transactionPrice }];
  await save(
    book,
    kind,
    one,
    { toDelete: [one.id], toUpdate },
    `${words}, ${book.names.of(heir.id)} is worth ${transactionPrice}`,
  );
}

export const pobChanges: readonly Change[] = [
  { kind: "pob price", weight: 10, isPossible: hasPobs, make: reprice },
  {
    kind: "pob days",
    weight: 7,
    isPossible: hasPobs,
    make: async (book, kind) => {
      const { dice } = book;
      const pob = dice.pick(await statedOf(book));
      if (pob === undefined) return;
      const { start, last } = spanOf(pob);
      const from = dice.chance(70) ? { fields: {}, words: "" } : effectiveFrom(book);
      const moved = dice.chance(30)
        ? { serviceStartDate: addDays(start, dice.between(-20, 30)) }
        : { serviceEndDate: addDays(last, dice.between(-60, 90)) };
      const words =
        "serviceEndDate" in moved ? `serves until ${moved.serviceEndDate}` : `serves from ${moved.serviceStartDate}`;
      await patch(book, kind, pob, { ...moved, ...from.fields }, `${words} ${from.words}`.trim());
    },
  },
  {
    kind: "pob pattern",
    weight: 5,
    isPossible: hasPobs,
    make: async (book, kind) => {
      const isOwn = ({ name, eventTypeId }: Json) => book.pobNames.has(name) && eventTypeId === null;
      const pob = book.dice.pick(await pobsOf(book, isOwn));
      if (pob === undefined) return;
      const fields = switched(book, pob);
      await patch(
        book,
        `${kind}, to ${fields.recognitionPattern}`,
        pob,
        fields,
        `is earned by ${JSON.stringify(fields)}`,
      );
    },
  },
  {
    kind: "pob recognition date",
    weight: 2,
    isPossible: hasPobs,
    make: async (book, kind) => {
      const pob = book.dice.pick(
        await pobsOf(book, ({ recognitionPattern }) => recognitionPattern === "POINT_IN_TIME"),
      );
      const recognitionDate = effectiveDay(book);
      await patch(book, kind, pob, { recognitionDate }, `is earned on ${recognitionDate}`);
    },
  },
  {
    kind: "selling price",
    weight: 4,
    isPossible: hasPobs,
    make: async (book, kind) => {
      const pob = book.dice.pick(await statedOf(book));
      const standaloneSellingPrice = book.money(book.amount(50, 4000));
      await patch(book, kind, pob, { standaloneSellingPrice }, `sells for ${standaloneSellingPrice} alone`);
    },
  },
  { kind: "pob split", weight: 5, isPossible: hasPobs, make: split },
  { kind: "pob deleted", weight: 2, isPossible: hasPobs, make: drop },
  {
    kind: "pob milestones",
    weight: 7,
    isPossible: hasPobs,
    make: async (book, kind) => {
      const { dice } = book;
      const pob = dice.pick(await pobsOf(book, ({ recognitionPattern }) => recognitionPattern === "MILESTONE"));
      if (pob === undefined) return;
      const open = pob.milestones.findIndex(({ reachedDate }: Json) => reachedDate === null);
      const isBack = dice.chance(12);
      const at = isBack ? 0 : open === -1 ? pob.milestones.length - 1 : open;
      const reachedDate = isBack ? null : addDays(book.today, -dice.pick([0, 0, 5, 40]));
      const milestones = pob.milestones.map((each: Json, index: number) =>
        index === at ? { ...each, reachedDate } : each,
      );
      const { name } = pob.milestones[at];
      await patch(
        book,
        kind,
        pob,
        { milestones },
        isBack ? `${name} is not reached after all` : `${name} was reached on ${reachedDate}`,
      );
    },
  },
  {
    kind: "progress",
    weight: 7,
    isPossible: hasPobs,
    make: async (book, kind) => {
      const { dice } = book;
      const pob = dice.pick(await pobsOf(book, ({ recognitionPattern }) => recognitionPattern === "PERCENT_COMPLETE"));
      if (pob === undefined) return;
      const asOf = addDays(book.today, -dice.pick([0, 0, 4, 30]));
      const known = pob.progress.filter((each: Json) => each.asOf < asOf);
      const before = Number(known.at(-1)?.percentComplete ?? 0);
      const isCorrection = dice.chance(20);
      const share = isCorrection ? before * 0.6 : Math.min(1, before + dice.between(5, 50) / 100);
      const progress = [...known, { asOf, percentComplete: hundredths(share * 100) }];
      const body = { progress, ...(isCorrection ? { correction: true } : {}) };
      await patch(
        book,
        isCorrection ? `${kind}, corrected` : kind,
        pob,
        body,
        `${hundredths(share * 100)} of it are done by ${asOf}`,
      );
    },
  },
  {
    kind: "custom months",
    weight: 3,
    isPossible: hasPobs,
    make: async (book, kind) => {
      const pob = book.dice.pick(await pobsOf(book, ({ recognitionPattern }) => recognitionPattern === "CUSTOM"));
      if (pob === undefined) return;
      const customRevenue = customMonths(book, pob, minorOf(book, pob.transactionPrice));
      if (customRevenue !== undefined)
        await patch(book, kind, pob, { customRevenue }, `its months are ${JSON.stringify(customRevenue)}`);
    },
  },
  {
    kind: "month manually",
    weight: 5,
    isPossible: hasPobs,
    make: async (book, kind) => {
      const { dice } = book;
      const pob = dice.pick(await statedOf(book, isTimed));
      if (pob === undefined) return;
      const timeframe = monthOf(book.today, dice.pick([-1, 0, 0, 1, 2]));
      const share = Math.round((minorOf(book, pob.transactionPrice) * dice.between(0, 30)) / 100);
      const total = dice.chance(20) ? null : book.money(share);
      const words = total === null ? `${timeframe} is by its pattern again` : `${timeframe} earns ${total} manually`;
      await book.write({
        kind,
        words: `${book.names.of(pob.id)}: ${words}`,
        method: "POST",
        path: `/v3/performance-obligations/${pob.id}/recognized`,
        body: [{ timeframe, total }],
      });
    },
  },
  {
    kind: "allocate",
    weight: 3,
    isPossible: hasPobs,
    make: async (book, kind) => {
      const pob = book.dice.pick(await statedOf(book));
      if (pob !== undefined) await allocate(book, kind, pob);
    },
  },
  {
    kind: "pob category",
    weight: 1,
    isPossible: hasPobs,
    make: async (book, kind) => {
      const pob = book.dice.pick(await pobsOf(book, ({ name }) => book.pobNames.has(name)));
      const categoryId = book.dice.pick(book.categoryIds) ?? null;
      await patch(book, kind, pob, { categoryId }, `is of ${book.names.of(categoryId ?? "")}`);
    },
  },
];

/** Shares what the group of a performance obligation bills by standalone selling prices. */
export async function allocate(book: Book, kind: string, pob: Json): Promise<void> {
  const words = `what ${book.names.of(pob.billingTermGroupId)} bills is shared anew`;
  await save(book, kind, pob, { allocate: true }, words);
}
