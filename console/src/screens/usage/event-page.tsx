import type { UsageEvent } from "@accord/client";
import { Button } from "@mantine/core";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useMayWrite, useSession } from "../../api/session.ts";
import { useApi } from "../../api/use-api.ts";
import { moment } from "../../format/day.ts";
import { quantity } from "../../format/money.ts";
import { word } from "../../format/words.ts";
import { ContractName } from "../../parts/contract-name.tsx";
import { Copyable } from "../../parts/copyable.tsx";
import { CustomerName } from "../../parts/customer-name.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { Card } from "../../parts/section.tsx";
import { Status } from "../../parts/status.tsx";
import { paths } from "../../paths.ts";
import { PreviewDialog } from "../../preview/preview-dialog.tsx";
import { write } from "../../preview/write.ts";

const parent = { title: "Usage events", href: paths.usage({ tab: "events" }) };

/** One usage event: what was used, and by which term it is billed. */
export default function EventPage() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const event = useApi("getUsageEvent", { id });
  if (event.data === undefined) {
    return (
      <Page title="Usage event" parent={parent}>
        <Loaded of={event}>{() => null}</Loaded>
      </Page>
    );
  }
  return <Found event={event.data} />;
}

function Found({ event }: { event: UsageEvent }) {
  const { merchant } = useSession();
  const mayWrite = useMayWrite();
  const type = useApi("getEventType", { eventTypeId: event.eventTypeId });
  const [isLeaving, setLeaving] = useState(false);
  const { value, status, contractId, deletedAt } = event;
  const unit = type.data?.unitName;
  return (
    <Page
      title={[quantity(value), unit ?? type.data?.name].filter(Boolean).join(" ")}
      parent={parent}
      badge={<Status code={status} />}
      subtitle={
        <>
          <CustomerName id={event.customerId} />
          <span>{moment(event.datetime, merchant.timeZone)}</span>
        </>
      }
      actions={
        mayWrite &&
        deletedAt === null && (
          <Button variant="default" onClick={() => setLeaving(true)}>
            Delete …
          </Button>
        )
      }
    >
      <Card>
        <Facts
          facts={[
            ["Event type", type.data?.name ?? "…"],
            ["Value", quantity(value)],
            event.differentiator !== null && ["Differentiator", event.differentiator],
            event.invoiceSplitKey !== null && ["On an invoice of its own", event.invoiceSplitKey],
            [
              "Billed by",
              contractId !== null ? (
                <ContractName key="contract" id={contractId} />
              ) : deletedAt !== null ? (
                "Nothing: the event was deleted."
              ) : (
                "No contract yet: no approved term bills this usage of this customer."
              ),
            ],
            ["Recorded", moment(event.createdAt, merchant.timeZone)],
            deletedAt !== null && ["Deleted", moment(deletedAt, merchant.timeZone)],
            ["Recorded once under", <Copyable key="key" text={event.idempotencyKey} />],
            ...Object.entries(event.metadata).map(([name, value]) => [name, shown(value)] as const),
          ]}
        />
      </Card>
      {isLeaving && <DeleteEvent event={event} close={() => setLeaving(false)} />}
    </Page>
  );
}

function shown(value: unknown): string {
  return typeof value === "object" ? word("MORE_FIELDS") : String(value);
}

function DeleteEvent({ event, close }: { event: UsageEvent; close: () => void }) {
  const navigate = useNavigate();
  return (
    <PreviewDialog
      title="Delete the usage event"
      verb="Delete"
      isDangerous
      write={write("deleteUsageEvent", { id: event.id })}
      then={() => void navigate({ to: parent.href as string })}
      close={close}
    >
      <p>
        {event.status === "INVOICED"
          ? "It is on an invoice: what it came to is credited, or taken off the next invoice."
          : "It is no longer counted."}
      </p>
    </PreviewDialog>
  );
}
