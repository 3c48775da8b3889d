import { addDays } from "../days.ts";
import { type Change, minorOf, pobsOf, statedOf, termsOf } from "./change.ts";

export const contractChanges: readonly Change[] = [
  {
    kind: "group deleted",
    weight: 1,
    isPossible: (book) => book.hasPobs && book.terms.length > 1,
    make: async (book, kind) => {
      const term = book.terms.at(-1);
      if (term === undefined) return;
      const path = `${term.contract.path}/billing-term-groups/${term.groupId}`;
      const words = `${book.names.of(term.groupId)} is deleted`;
      const { isDone } = await book.write({ kind, words, method: "DELETE", path });
      if (!isDone) return;
      const kept = book.terms.filter(({ groupId }) => groupId !== term.groupId);
      book.terms.splice(0, book.terms.length, ...kept);
    },
  },
  {
    kind: "event type of a group",
    weight: 1,
    isPossible: (book) => book.hasPobs && book.eventTypes.length > 1 && termsOf(book, "USAGE").length > 0,
    make: async (book, kind) => {
      const term = book.dice.pick(termsOf(book, "USAGE"));
      const to = book.dice.pick(book.eventTypes.filter(({ id }) => id !== term?.eventTypeId));
      if (term === undefined || to === undefined) return;
      const pobs = await pobsOf(book, ({ billingTermGroupId: id }) => id === term.groupId);
      const performanceObligationIds = pobs.filter(({ eventTypeId }) => eventTypeId !== null).map(({ id }) => id);
      await book.write({
        kind,
        words: `${term.name} meters ${to.name}`,
        method: "PATCH",
        path: `${term.contract.path}/billing-term-groups/${term.groupId}/event-type`,
        body: { billingTermIds: [term.id], performanceObligationIds, toEventTypeId: to.id },
      });
    },
  },
];

/** Before approval: a discount of the contract belongs to one or two performance obligations alone. */
export const discountAllocation: Change = {
  kind: "discount allocation",
  weight: 1,
  isPossible: (book) => book.hasPobs,
  make: async (book, kind) => {
    const contract = book.contracts.at(-1);
    if (contract === undefined) return;
    const stated = await statedOf(book, ({ contractId }) => contractId === contract.id);
    const given = stated.reduce((sum, { standaloneSellingPrice, transactionPrice }) => {
      return sum + minorOf(book, standaloneSellingPrice ?? "0") - minorOf(book, transactionPrice ?? "0");
    }, 0);
    if (given < 100 || stated.length < 2) return;
    const chosen = stated.slice(0, book.dice.between(1, stated.length - 1));
    const discount = book.money(Math.round((given * book.dice.between(10, 90)) / 100));
    const conditions = {
      ...{ regularlySoldSeparately: true, bundleRegularlySoldAtDiscount: true, discountSubstantiallySame: true },
    };
    await book.write({
      kind,
      words: `a discount of ${discount} belongs to ${chosen.map(({ id }) => book.names.of(id)).join(" and ")} alone`,
      method: "POST",
      path: `${contract.path}/discount-allocations`,
      body: { discount, performanceObligationIds: chosen.map(({ id }) => id), conditions, evidence: "Price lists." },
    });
  },
};

/** A later schedule of a commitment, from the day after its last one. */
export const laterSchedule: Change = {
  kind: "commitment schedule",
  weight: 2,
  isPossible: (book) => termsOf(book, "USAGE").some(({ name }) => name.startsWith("Committed")),
  make: async (book, kind) => {
    const all = (await book.session.all("/v3/commitments")).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const commitment = book.dice.pick(all);
    const last = commitment?.schedules.at(-1);
    if (commitment === undefined) return;
    const startDate = addDays(last.endDate, 1);
    const endDate = addDays(startDate, 89);
    // The terms have to cover what is committed.
    for (const { billingTermIds } of last.steps) {
      const term = book.terms.find(({ id }) => id === billingTermIds[0]);
      if (term === undefined) return;
      await book.write({
        kind: "term days",
        words: `${term.name}: ends on ${endDate}`,
        method: "PATCH",
        path: `${term.contract.path}/billing-terms/${term.id}`,
        body: { endDate },
      });
    }
    const { commitmentValue } = last.steps[0];
    const answer = await book.write({
      kind,
      words: `${book.names.of(commitment.id)}: goes on with ${commitmentValue} until ${endDate}`,
      method: "POST",
      path: `/v3/contracts/${commitment.contractId}/commitments/${commitment.id}/schedules`,
      body: {
        ...{ startDate, endDate, trueUpBehavior: "END_OF_SCHEDULE" },
        steps: [{ commitmentValue, billingTermIds: last.steps[0].billingTermIds }],
      },
    });
    if (answer.isDone) book.names.give(answer.payload.id, `later schedule of ${book.names.of(commitment.id)}`);
  },
};
