import { useSession } from "../../api/session.ts";
import type { Row } from "../../api/use-api.ts";
import { moment } from "../../format/day.ts";
import { word } from "../../format/words.ts";
import { ContractName } from "../../parts/contract-name.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Page } from "../../parts/page.tsx";
import { Status, type Tone } from "../../parts/status.tsx";
import type { Column } from "../../table/column.ts";
import type { Filter } from "../../table/filters.ts";
import { ListTable } from "../../table/list-table.tsx";

type Job = Row<"listJobs">;

const tones: Readonly<Record<Job["status"], Tone>> = {
  QUEUED: "quiet",
  RUNNING: "info",
  SUCCEEDED: "good",
  FAILED: "bad",
};

const statuses: Readonly<Record<Job["status"], string>> = {
  QUEUED: "Waiting",
  RUNNING: "Under way",
  SUCCEEDED: "Done",
  FAILED: "Failed",
};

const names: Readonly<Record<string, string>> = {
  REGENERATE_INVOICES: "Invoices and revenue of a contract",
  ISSUE_INVOICES: "Invoices that are due",
  PROCESS_CONTRACT: "Contract file",
  RESOLVE_PAYMENT_METHOD: "Payment method of a customer",
};

const filters: readonly Filter[] = [
  {
    kind: "choice",
    name: "status",
    field: "status",
    label: "Status",
    options: Object.entries(statuses).map(([value, label]) => ({ value, label })),
  },
];

/** Jobs of the worker: replanned contracts, processed files, invoices that become due. */
export default function JobList() {
  const { merchant } = useSession();
  const columns: readonly Column<Job>[] = [
    {
      id: "type",
      onPhone: true,
      title: "Job",
      value: ({ type }) => names[type] ?? word(type.replaceAll("-", "_").toUpperCase()),
    },
    {
      id: "contract",
      onPhone: "beneath",
      title: "Contract",
      value: ({ contractId }) => contractId,
      cell: ({ contractId }) => (contractId === null ? "–" : <ContractName id={contractId} />),
    },
    {
      id: "status",
      onPhone: true,
      title: "Status",
      value: ({ status }) => status,
      cell: ({ status }) => (
        <Status code={status} tone={tones[status]}>
          {statuses[status]}
        </Status>
      ),
    },
    {
      id: "progress",
      title: "Progress",
      value: ({ progress }) => `${progress.done} of ${progress.total}`,
      optional: true,
    },
    {
      id: "created",
      onPhone: "beneath",
      title: "Asked for",
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => moment(createdAt, merchant.timeZone),
    },
    {
      id: "finished",
      title: "Finished",
      value: ({ finishedAt }) => finishedAt,
      cell: ({ finishedAt }) => moment(finishedAt, merchant.timeZone),
    },
    { id: "attempts", title: "Tries", kind: "number", value: ({ attempts }) => String(attempts), optional: true },
    { id: "error", onPhone: "beneath", title: "What went wrong", value: ({ lastError }) => lastError },
  ];
  return (
    <Page title="Jobs" subtitle="What Accord does by itself, and what it could not do.">
      <ListTable
        label="Jobs"
        operation="listJobs"
        columns={columns}
        filters={filters}
        empty={<EmptyState title="No jobs">What is done in the background appears here, and what failed.</EmptyState>}
      />
    </Page>
  );
}
