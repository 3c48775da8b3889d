import { committedOf } from "../matrix/records.ts";
import type { Case, Prepare } from "./audited-writes.ts";
import { type Client, unknownId } from "./client.ts";
import { commitmentBody } from "./commitment-client.ts";

type Committed = Awaited<ReturnType<typeof committedOf>>;

/** A case about an existing commitment; the rejected request names an unknown one. */
const ofCommitment =
  (
    path: (of: Committed) => string,
    body: ((of: Committed) => object) | undefined,
    rest: Pick<Case, "action" | "table">,
  ): Prepare =>
  async (client: Client) => {
    const of = await committedOf(client, "Audited");
    const at = (commitmentId: string) => `/v3/contracts/${of.contract}/commitments/${commitmentId}${path(of)}`;
    return {
      ...rest,
      request: { path: at(of.commitment), ...(body === undefined ? {} : { body: body(of) }) },
      rejected: { path: at(unknownId) },
      code: "COMMITMENT_NOT_FOUND",
      target: ["COMMITMENT", of.commitment],
    };
  };

const nextSchedule = ({ billingTerm }: Committed) => ({
  endDate: "2026-09-30",
  steps: [{ commitmentValue: "1", billingTermIds: [billingTerm] }],
});
const nested = "/v3/contracts/{id}/commitments/{commitmentId}";

/** Writes of commitments, their schedules and steps. */
export const commitmentWrites: Readonly<Record<string, Prepare>> = {
  "POST /v3/contracts/{id}/commitments": async (client) => {
    const { contract, free } = await committedOf(client, "Audited");
    return {
      request: { path: `/v3/contracts/${contract}/commitments`, body: { commitments: [commitmentBody(free)] } },
      rejected: { path: `/v3/contracts/${unknownId}/commitments` },
      code: "CONTRACT_NOT_FOUND",
      action: "commitment.create",
      target: ["COMMITMENT"],
      table: "commitment",
    };
  },
  "POST /v3/commitments": async (client) => {
    const { contract: contractId, free } = await committedOf(client, "Audited");
    const days = { commitmentStartDate: "2026-01-01", commitmentEndDate: "2026-03-31" };
    const value = { commitmentValue: "1", commitmentUnitType: "UNITS", prepaidEnabled: false, billingTermIds: [free] };
    const commitments = [{ ...days, ...value }];
    return {
      request: { path: "/v3/commitments", body: { contractId, commitments } },
      rejected: { body: { contractId: unknownId, commitments } },
      code: "CONTRACT_NOT_FOUND",
      action: "commitment.create",
      target: ["COMMITMENT"],
      table: "commitment",
    };
  },
  "PATCH /v3/commitments/{commitmentId}": async (client) => {
    const { commitment } = await committedOf(client, "Audited");
    return {
      request: { path: `/v3/commitments/${commitment}`, body: { pricePriority: "HIGH" } },
      rejected: { path: `/v3/commitments/${unknownId}` },
      code: "COMMITMENT_NOT_FOUND",
      action: "commitment.update",
      target: ["COMMITMENT", commitment],
      table: "commitment",
    };
  },
  [`POST ${nested}/terminate`]: ofCommitment(
    () => "/terminate",
    () => ({ endDate: "2026-03-31" }),
    {
      ...{ action: "commitment.terminate", table: "commitment" },
    },
  ),
  [`POST ${nested}/schedules`]: ofCommitment(() => "/schedules", nextSchedule, {
    ...{ action: "commitment-schedule.create", table: "commitment_schedule" },
  }),
  [`PATCH ${nested}/schedules/{scheduleId}`]: ofCommitment(
    ({ commitmentSchedule }) => `/schedules/${commitmentSchedule}`,
    () => ({ trueUpName: "Rest" }),
    { action: "commitment-schedule.update", table: "commitment_schedule" },
  ),
  [`DELETE ${nested}/schedules/{scheduleId}`]: ofCommitment(
    ({ commitmentSchedule }) => `/schedules/${commitmentSchedule}`,
    undefined,
    { action: "commitment-schedule.delete", table: "commitment_schedule" },
  ),
  [`POST ${nested}/steps`]: ofCommitment(
    () => "/steps",
    ({ commitmentSchedule: scheduleId, billingTerm }) => ({
      ...{ scheduleId, commitmentValue: "1", billingTermIds: [billingTerm] },
    }),
    { action: "commitment-step.create", table: "commitment_step" },
  ),
  [`PATCH ${nested}/steps/{stepId}`]: ofCommitment(
    ({ commitmentStep }) => `/steps/${commitmentStep}`,
    () => ({ commitmentValue: "7" }),
    { action: "commitment-step.update", table: "commitment_step" },
  ),
  [`DELETE ${nested}/steps/{stepId}`]: ofCommitment(({ commitmentStep }) => `/steps/${commitmentStep}`, undefined, {
    ...{ action: "commitment-step.delete", table: "commitment_step" },
  }),
};
