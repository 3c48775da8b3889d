import type { EventType } from "@accord/client";
import { Button, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { accord } from "../../../api/accord.ts";
import { useMayWrite } from "../../../api/session.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { FormDialog } from "../../../parts/form-dialog.tsx";
import { TextLink } from "../../../parts/text-link.tsx";
import { paths } from "../../../paths.ts";
import type { Column } from "../../../table/column.ts";
import type { Filter } from "../../../table/filters.ts";
import { ListTable } from "../../../table/list-table.tsx";

type Aggregation = EventType["aggregation"];

const aggregations: readonly { readonly value: Aggregation; readonly label: string }[] = [
  { value: "SUM", label: "The sum of the values" },
  { value: "COUNT", label: "How many events" },
  { value: "MAX", label: "The highest value" },
  { value: "LAST", label: "The last value" },
];

const filters: readonly Filter[] = [{ kind: "text", name: "name", field: "name", label: "Name" }];

const columns: readonly Column<EventType>[] = [
  { id: "name", onPhone: true, title: "Event type", value: ({ name }) => name, sort: "name" },
  {
    id: "aggregation",
    onPhone: "beneath",
    title: "What is billed of a period",
    value: ({ aggregation }) => aggregations.find(({ value }) => value === aggregation)?.label,
  },
  { id: "unit", onPhone: "beneath", title: "Unit", value: ({ unitName }) => unitName },
  {
    id: "events",
    onPhone: true,
    title: "Events",
    value: () => "events",
    cell: ({ id }) => <TextLink href={paths.usage({ tab: "events", type: id })}>Its events</TextLink>,
  },
];

/** What customers use, and how it is counted. */
export default function EventTypesTab() {
  const mayWrite = useMayWrite();
  const [isNew, setNew] = useState(false);
  const create = mayWrite && <Button onClick={() => setNew(true)}>New event type</Button>;
  return (
    <>
      <ListTable
        label="Usage event types"
        operation="listEventTypes"
        columns={columns}
        filters={filters}
        aside={create}
        empty={
          <EmptyState title="No event types yet" action={create}>
            Calls, gigabytes, shipments: what usage is counted in. A billing term that bills usage names one.
          </EmptyState>
        }
      />
      {isNew && <EventTypeForm close={() => setNew(false)} />}
    </>
  );
}

function EventTypeForm({ close }: { close: () => void }) {
  const [name, setName] = useState("");
  const [unitName, setUnitName] = useState("");
  const [aggregation, setAggregation] = useState<Aggregation>("SUM");
  const submit = async () => {
    await accord.createEventType({ body: { name: name.trim(), aggregation, unitName: unitName.trim() || null } });
    return `${name.trim()} can be recorded now.`;
  };
  return (
    <FormDialog title="New event type" verb="Create" isReady={name.trim() !== ""} submit={submit} close={close}>
      <TextInput label="Name" required value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <Select
        label="What is billed of a period"
        data={[...aggregations]}
        value={aggregation}
        allowDeselect={false}
        onChange={(next) => next && setAggregation(next as Aggregation)}
      />
      <TextInput
        label="Name of one unit"
        placeholder="call"
        value={unitName}
        onChange={(event) => setUnitName(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
