import type { InputOf } from "@accord/client";
import { type CommitmentDraft, commitmentOf, type UsageTerm } from "./commitment-draft.ts";
import { missingOf } from "./missing-of.ts";
import { bodyOf, type Draft, scheduleOf, stepsOf } from "./obligation-draft.ts";
import { type PobDraft, pobBodyOf } from "./pob-draft.ts";

/** Something that is sold, known by its number; earned by itself, or by the performance obligations of a group. */
export type Line = { readonly number: number; readonly groupNumber: number | null; readonly draft: Draft };

/** Performance obligations that earn together what the lines of the group bill. */
export type Group = { readonly number: number; readonly pobs: readonly PobDraft[] };

/** A contract with all its parts, as typed in the form. */
export type Deal = {
  readonly customerId: string | null;
  readonly name: string;
  readonly closeDate: string;
  readonly poNumber: string;
  readonly currency: string | null;
  readonly allocation: "STATED" | "RELATIVE_SSP";
  readonly lines: readonly Line[];
  readonly groups: readonly Group[];
  readonly commitments: readonly CommitmentDraft[];
  readonly approves: boolean;
};

type Body = InputOf<"createContract">["body"];

/** Ids that hold in the request alone, the same for the same place: what was shown is recognized as what is done. */
function localId(of: "term" | "group", number: number, step = 0): string {
  const digits = (count: number) => `${count}`.padStart(6, "0");
  return `00000000-0000-4000-${of === "term" ? "8" : "9"}000-${digits(number)}${digits(step)}`;
}

/** The usage of a deal, which commitments are drawn down by, as its steps are billed. */
export function usageOfDeal({ lines }: Pick<Deal, "lines">): UsageTerm[] {
  return lines
    .filter(({ draft }) => draft.kind === "USAGE")
    .flatMap(({ number, draft }) =>
      stepsOf(draft).map(({ name, start, end, eventTypeId }, step) => {
        const isRamp = draft.pricing === "RAMP";
        const shownName = `${name.trim() || "Usage"}${isRamp ? ` from ${start}` : ""}`;
        return {
          id: localId("term", number, step),
          name: shownName,
          startDate: start,
          endDate: end || null,
          eventTypeId,
        };
      }),
    );
}

/**
 * The request body of the complete parts of a draft, and the messages for missing fields. The body is undefined while the draft has no
 * part, because then there is nothing to preview.
 */
export function dealBodyOf(deal: Deal): { readonly body: Body | undefined; readonly missing: readonly string[] } {
  const missing: string[] = [];
  if (deal.name.trim() === "") missing.push("The contract has no name yet.");
  const obligations: object[] = [];
  const billingTerms: object[] = [];
  const groups = new Set<number>();
  const terms = new Set<string>();
  // Required only if the price is allocated; what was typed before stays in the form.
  const shown = <Part extends { readonly standalone: string }>(part: Part): Part =>
    deal.allocation === "RELATIVE_SSP" ? part : { ...part, standalone: "" };
  for (const { number, groupNumber, draft } of deal.lines) {
    const steps = stepsOf(shown(draft));
    for (const [step, part] of steps.entries()) {
      const id = localId("term", number, step);
      const schedule = groupNumber === null ? bodyOf(part) : scheduleOf(part);
      if (schedule === undefined) {
        missing.push(missingOf(part, steps.length > 1 ? step + 1 : undefined));
        continue;
      }
      terms.add(id);
      if (groupNumber === null) obligations.push({ localId: id, ...schedule });
      else {
        groups.add(groupNumber);
        billingTerms.push({ localId: id, billingTermGroupId: localId("group", groupNumber), ...schedule });
      }
    }
  }
  const performanceObligations = deal.groups
    .filter(({ number }) => groups.has(number))
    .flatMap(({ number, pobs }) =>
      pobs.flatMap((pob) => {
        const part = pobBodyOf(shown(pob), localId("group", number));
        if (part === undefined)
          missing.push(`The obligation “${pob.name.trim() || "without a name"}” is not complete yet.`);
        return part ?? [];
      }),
    );
  const usage = usageOfDeal(deal);
  const commitments = deal.commitments.flatMap((commitment) => {
    const part = commitmentOf(commitment, usage);
    const drawnBy = commitment.schedules.flatMap(({ steps }) => steps.flatMap(({ termIds }) => termIds));
    const isWhole = part !== undefined && drawnBy.every((id) => terms.has(id));
    if (!isWhole) missing.push(`The commitment “${commitment.name.trim() || "without a name"}” is not complete yet.`);
    return isWhole ? [part] : [];
  });
  const body = {
    name: deal.name.trim() || "New contract",
    customerId: deal.customerId,
    closeDate: deal.closeDate || null,
    ...(deal.currency && { currency: deal.currency }),
    ...(deal.poNumber.trim() && { poNumber: deal.poNumber.trim() }),
    allocationMethod: deal.allocation,
    ...(obligations.length > 0 && { obligations }),
    ...(billingTerms.length > 0 && { billingTerms }),
    ...(performanceObligations.length > 0 && { performanceObligations }),
    ...(commitments.length > 0 && { commitments }),
    ...(deal.approves && { approve: true }),
  } as Body;
  return { body: terms.size === 0 ? undefined : body, missing: [...new Set(missing)] };
}

/** The deal without a line, and without a group that earns nothing any more. */
export function withoutLine(deal: Deal, number: number): Deal {
  return {
    ...deal,
    ...kept(
      deal.lines.filter((line) => line.number !== number),
      deal.groups,
    ),
  };
}

/** The deal with a line that is earned by another group, or by itself where that is null. */
export function withGroup(deal: Deal, number: number, group: Group | null): Deal {
  const groupNumber = group?.number ?? null;
  const lines = deal.lines.map((line) => (line.number === number ? { ...line, groupNumber } : line));
  const isNew = group !== null && !deal.groups.some((each) => each.number === group.number);
  return { ...deal, ...kept(lines, isNew ? [...deal.groups, group] : deal.groups) };
}

function kept(lines: readonly Line[], groups: readonly Group[]): Pick<Deal, "lines" | "groups"> {
  return { lines, groups: groups.filter((group) => lines.some(({ groupNumber }) => groupNumber === group.number)) };
}

/** A number that none of the parts has. */
export function nextNumber(all: readonly { readonly number: number }[]): number {
  return Math.max(0, ...all.map(({ number }) => number)) + 1;
}
