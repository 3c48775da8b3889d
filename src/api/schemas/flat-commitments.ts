import { type Static, Type } from "typebox";
import type { CommitmentDraft } from "../../commitments/commitment-draft.ts";
import type { CommitmentPatch } from "../../commitments/commitment-update.ts";
import { dayFrom } from "../../kernel/day.ts";
import { type Issue, invalidIssues } from "../../kernel/errors.ts";
import { CivilDate, Closed, List, Named, Nullable, Text, Uuid } from "../../platform/http/wire.ts";
import {
  billing,
  billingTermIds,
  commitmentValue,
  common,
  example,
  fieldsFromBody,
  headFromBody,
  OverageConfigBody,
  stepFromBody,
} from "./commitment-bodies.ts";

/** `CreateUsageCommitmentsV3RequestDto`, deprecated: one schedule with one step each. */
export const CreateFlatCommitmentsBody = Named(
  "CreateUsageCommitmentsV3RequestDto",
  Closed(
    {
      contractId: Uuid(),
      commitments: List(
        Closed(
          {
            ...common,
            ...billing,
            prepaidEnabled: Type.Boolean(),
            commitmentValue,
            billingTermIds,
            commitmentStartDate: Type.Optional(CivilDate({ description: "Required unless isFullDuration." })),
            commitmentEndDate: Type.Optional(CivilDate({ description: "Inclusive; required unless isFullDuration." })),
            prePaidWholeCommitment: Type.Optional(
              Type.Boolean({ description: "true is FULL_UPFRONT, false SPLIT_ACROSS_BILLING_PERIODS." }),
            ),
            isSequential: Type.Optional(Type.Boolean({ description: "Append a step or a schedule instead." })),
            previousCommitmentId: Type.Optional(
              Nullable(Text(1, 255, { description: "Append a step or a schedule instead." })),
            ),
          },
          {
            never: [
              { required: ["isSequential"], properties: { isSequential: { const: true } } },
              { required: ["previousCommitmentId"], properties: { previousCommitmentId: { type: "string" } } },
            ],
          },
        ),
        { min: 1, max: 50 },
      ),
    },
    {
      examples: [
        {
          contractId: example,
          commitments: [
            {
              commitmentValue: "1200.00",
              commitmentUnitType: "CURRENCY",
              prepaidEnabled: false,
              commitmentStartDate: "2028-01-01",
              commitmentEndDate: "2028-12-31",
              billingTermIds: [example],
            },
          ],
        },
      ],
    },
  ),
);
export type CreateFlatCommitmentsBody = Static<typeof CreateFlatCommitmentsBody>;

/** `UpdateUsageCommitmentV3RequestDto`, deprecated. */
export const UpdateFlatCommitmentBody = Named(
  "UpdateUsageCommitmentV3RequestDto",
  Closed(
    {
      commitmentValue: Type.Optional(commitmentValue),
      commitmentStartDate: Type.Optional(CivilDate()),
      commitmentEndDate: Type.Optional(CivilDate({ description: "Inclusive." })),
      isFullDuration: Type.Optional(Type.Boolean()),
      commitmentInterval: billing.commitmentInterval,
      pricePriority: common.pricePriority,
      trueUpBehavior: billing.trueUpBehavior,
      billingTermsToAdd: Type.Optional(List(Uuid(), { max: 100, description: "Terms of further event types." })),
      overageConfigs: Type.Optional(
        List(OverageConfigBody, { max: 100, description: "Rejected: patch the schedule." }),
      ),
    },
    { examples: [{ pricePriority: "HIGH", trueUpBehavior: "EACH_PERIOD" }] },
  ),
);

/**
 * Rejects successive commitments, which older versions had; they are schedules and steps now.
 *
 * @throws DomainError USE_NESTED_ENDPOINTS
 */
export function rejectSequential({ commitments }: CreateFlatCommitmentsBody): void {
  const issues = commitments.flatMap(({ isSequential, previousCommitmentId }, index): Issue[] => {
    const message = "Commitments do not follow each other: append a step or a schedule to the one before.";
    const at = (field: string) => ({ path: `/commitments/${index}/${field}`, code: "USE_NESTED_ENDPOINTS", message });
    return [
      ...(isSequential === true ? [at("isSequential")] : []),
      ...(previousCommitmentId === null || previousCommitmentId === undefined ? [] : [at("previousCommitmentId")]),
    ];
  });
  if (issues.length > 0) throw invalidIssues(issues, "USE_NESTED_ENDPOINTS");
}

/** Each flat commitment as a commitment with one schedule and one step. */
export function draftsFromFlatBody({ commitments }: CreateFlatCommitmentsBody): CommitmentDraft[] {
  return commitments.map((each) => {
    const { commitmentStartDate: startDate, commitmentEndDate: endDate, prePaidWholeCommitment: isWhole } = each;
    const ofWhole = isWhole === false ? "SPLIT_ACROSS_BILLING_PERIODS" : undefined;
    const fields = fieldsFromBody({
      ...each,
      ...(startDate === undefined ? {} : { startDate }),
      ...(endDate === undefined ? {} : { endDate }),
    });
    const prepaymentScheduleType = each.prepaymentScheduleType ?? ofWhole;
    return { ...headFromBody(each), schedules: [{ ...fields, prepaymentScheduleType, steps: [stepFromBody(each)] }] };
  });
}

/** The field of a flat commitment for a field of a schedule or step. */
export function flatPath(path: string): string {
  return path.replace(/\/schedules\/0(\/.*)?$/, (_whole, inside: string | undefined) => {
    if (inside === "/startDate") return "/commitmentStartDate";
    if (inside === "/endDate") return "/commitmentEndDate";
    return (inside ?? "").replace(/^\/steps\/0/, "");
  });
}

/** As {@link flatPath}, for a change: its terms are the terms that it adds. */
export function flatPatchPath(path: string): string {
  return flatPath(path.startsWith("/schedules/") ? path : `/schedules/0${path}`).replace(
    /^\/billingTermIds(\/.*)?$/,
    "/billingTermsToAdd",
  );
}

export function patchFromFlatBody(body: Static<typeof UpdateFlatCommitmentBody>): CommitmentPatch {
  const { commitmentValue: value, commitmentStartDate: start, commitmentEndDate: end } = body;
  const { commitmentInterval: interval, isFullDuration, pricePriority, trueUpBehavior, billingTermsToAdd } = body;
  return {
    ...(value === undefined ? {} : { value }),
    ...(start === undefined ? {} : { start: dayFrom(start) }),
    ...(end === undefined ? {} : { end: dayFrom(end) + 1 }),
    ...(interval === undefined ? {} : { interval }),
    ...(isFullDuration === undefined ? {} : { isFullDuration }),
    ...(pricePriority === undefined ? {} : { pricePriority }),
    ...(trueUpBehavior === undefined ? {} : { trueUpBehavior }),
    ...(billingTermsToAdd === undefined ? {} : { billingTermsToAdd }),
    // Its mere presence is rejected, so the contents do not matter.
    ...(body.overageConfigs === undefined ? {} : { overageConfigs: [] }),
  };
}
