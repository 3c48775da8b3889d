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
export type ContractDraft = {
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

/** The usage of a contract, which commitments are drawn down by, as its steps are billed. */
export function usageOfDraft({ lines }: Pick<ContractDraft, "lines">): UsageTerm[] {
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
export function contractBodyOf(contract: ContractDraft): {
  readonly body: Body | undefined;
  readonly missing: readonly string[];
} {
  const missing: string[] = [];
  if (contract.name.trim() === "") missing.push("The contract has no name yet.");
  const obligations: object[] = [];
  const billingTerms: object[] = [];
  const groups = new Set<number>();
  const terms = new Set<string>();
  // Required only if the price is allocated; what was typed before stays in the form.
  const shown = <Part extends { readonly standalone: string }>(part: Part): Part =>
    contract.allocation === "RELATIVE_SSP" ? part : { ...part, standalone: "" };
  for (const { number, groupNumber, draft } of contract.lines) {
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
  const performanceObligations = contract.groups
    .filter(({ number }) => groups.has(number))
    .flatMap(({ number, pobs }) =>
      pobs.flatMap((pob) => {
        const part = pobBodyOf(shown(pob), localId("group", number));
        if (part === undefined)
          missing.push(`The obligation “${pob.name.trim() || "without a name"}” is not complete yet.`);
        return part ?? [];
      }),
    );
  const usage = usageOfDraft(contract);
  const commitments = contract.commitments.flatMap((commitment) => {
    const part = commitmentOf(commitment, usage);
    const drawnBy = commitment.schedules.flatMap(({ steps }) => steps.flatMap(({ termIds }) => termIds));
    const isWhole = part !== undefined && drawnBy.every((id) => terms.has(id));
    if (!isWhole) missing.push(`The commitment “${commitment.name.trim() || "without a name"}” is not complete yet.`);
    return isWhole ? [part] : [];
  });
  const body = {
    name: contract.name.trim() || "New contract",
    customerId: contract.customerId,
    closeDate: contract.closeDate || null,
    ...(contract.currency && { currency: contract.currency }),
    ...(contract.poNumber.trim() && { poNumber: contract.poNumber.trim() }),
    allocationMethod: contract.allocation,
    ...(obligations.length > 0 && { obligations }),
    ...(billingTerms.length > 0 && { billingTerms }),
    ...(performanceObligations.length > 0 && { performanceObligations }),
    ...(commitments.length > 0 && { commitments }),
    ...(contract.approves && { approve: true }),
  } as Body;
  return { body: terms.size === 0 ? undefined : body, missing: [...new Set(missing)] };
}

/** The contract without a line, and without a group that earns nothing any more. */
export function withoutLine(contract: ContractDraft, number: number): ContractDraft {
  return {
    ...contract,
    ...kept(
      contract.lines.filter((line) => line.number !== number),
      contract.groups,
    ),
  };
}

/** The contract with a line that is earned by another group, or by itself where that is null. */
export function withGroup(contract: ContractDraft, number: number, group: Group | null): ContractDraft {
  const groupNumber = group?.number ?? null;
  const lines = contract.lines.map((line) => (line.number === number ? { ...line, groupNumber } : line));
  const isNew = group !== null && !contract.groups.some((each) => each.number === group.number);
  return { ...contract, ...kept(lines, isNew ? [...contract.groups, group] : contract.groups) };
}

function kept(lines: readonly Line[], groups: readonly Group[]): Pick<ContractDraft, "lines" | "groups"> {
  return { lines, groups: groups.filter((group) => lines.some(({ groupNumber }) => groupNumber === group.number)) };
}

/** A number that none of the parts has. */
export function nextNumber(all: readonly { readonly number: number }[]): number {
  return Math.max(0, ...all.map(({ number }) => number)) + 1;
}
