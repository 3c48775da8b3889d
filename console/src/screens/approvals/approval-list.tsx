import { SegmentedControl } from "@mantine/core";
import { useSession } from "../../api/session.ts";
import type { Row } from "../../api/use-api.ts";
import { moment } from "../../format/day.ts";
import { word } from "../../format/words.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Page } from "../../parts/page.tsx";
import { Status } from "../../parts/status.tsx";
import { paths } from "../../paths.ts";
import type { Column } from "../../table/column.ts";
import { ListTable } from "../../table/list-table.tsx";
import { useUrl } from "../../use-url.ts";
import { About } from "./about.tsx";
import { amountOf } from "./amount.ts";
import { requestTitle } from "./kinds.ts";
import { usePerson } from "./use-person.ts";

type Request = Row<"listChangeRequests">;

/** What waits for a second pair of eyes, and what was decided. */
export default function ApprovalList() {
  const [{ show }, change] = useUrl();
  const { merchant } = useSession();
  const person = usePerson();
  const isDecided = show === "decided";
  const columns: readonly Column<Request>[] = [
    { id: "what", onPhone: true, title: "What", value: ({ kind }) => requestTitle(kind) },
    {
      id: "about",
      onPhone: "beneath",
      title: "About",
      value: ({ request }) => request.path,
      cell: (request) => <About of={request} />,
    },
    { id: "worth", onPhone: true, title: "Amount", kind: "money", value: amountOf, cell: amountOf },
    { id: "who", onPhone: "beneath", title: "Requested by", value: ({ requestedBy }) => person(requestedBy) },
    { id: "when", title: "Asked", value: ({ requestedAt }) => moment(requestedAt, merchant.timeZone) },
    {
      id: "status",
      onPhone: "beneath",
      title: "Status",
      value: ({ status }) => status,
      cell: ({ status }) => <Status code={status} />,
    },
    { id: "role", title: "May be approved by", value: ({ role }) => word(role) },
    {
      id: "decided",
      title: "Decided by",
      value: ({ decidedBy }) => decidedBy && person(decidedBy),
      optional: !isDecided,
    },
    { id: "reason", title: "Reason", value: ({ reason }) => reason, optional: !isDecided },
  ];
  return (
    <Page title="Approvals" subtitle="What a policy holds back until a second person has looked at it.">
      <ListTable
        key={show}
        label={isDecided ? "Decided changes" : "Changes to approve"}
        operation="listChangeRequests"
        columns={columns}
        within={isDecided ? "status:in:APPROVED|REJECTED|WITHDRAWN" : "status:eq:PENDING"}
        rowHref={({ id }) => paths.approval(id)}
        aside={
          <SegmentedControl
            aria-label="Which changes"
            data={[
              { value: "pending", label: "Waiting" },
              { value: "decided", label: "Decided" },
            ]}
            value={show ?? "pending"}
            onChange={(next) => change({ show: next === "pending" ? undefined : next })}
          />
        }
        empty={
          <EmptyState title={isDecided ? "Nothing was decided yet" : "Nothing waits for approval"}>
            Policies say what takes two people: closing a month, credits above an amount, another treatment of a change.
            They are in the settings.
          </EmptyState>
        }
      />
    </Page>
  );
}
