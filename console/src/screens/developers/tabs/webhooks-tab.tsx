import type { UpdateWebhookEndpointDto, WebhookEndpoint } from "@accord/client";
import { Button, Menu, MultiSelect, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { accord } from "../../../api/accord.ts";
import { useMayWrite, useSession } from "../../../api/session.ts";
import { useAll, useRefresh } from "../../../api/use-api.ts";
import { moment } from "../../../format/day.ts";
import { plural } from "../../../format/words.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { FormDialog } from "../../../parts/form-dialog.tsx";
import { ShownOnce } from "../../../parts/shown-once.tsx";
import { Status } from "../../../parts/status.tsx";
import { TextLink } from "../../../parts/text-link.tsx";
import { done, failed } from "../../../parts/toast.ts";
import { paths } from "../../../paths.ts";
import type { Column } from "../../../table/column.ts";
import { ListTable } from "../../../table/list-table.tsx";

type Secret = { readonly url: string; readonly secret: string | null };

const reasons = {
  REQUESTED: "Switched off",
  GONE: "The receiver said that it is gone",
  FAILING: "It accepted nothing for days",
} as const;

/** Webhook endpoints: addresses that receive events. */
export default function WebhooksTab() {
  const mayWrite = useMayWrite();
  const { merchant } = useSession();
  const [chosen, setChosen] = useState<{ readonly endpoint?: WebhookEndpoint; readonly isLeaving?: boolean }>();
  const [secret, setSecret] = useState<Secret>();
  const create = mayWrite && <Button onClick={() => setChosen({})}>New endpoint</Button>;
  const close = () => setChosen(undefined);
  const columns: readonly Column<WebhookEndpoint>[] = [
    { id: "url", onPhone: true, title: "Address", value: ({ url }) => url },
    { id: "what", onPhone: "beneath", title: "What for", value: ({ description }) => description },
    {
      id: "events",
      onPhone: "beneath",
      title: "Gets",
      value: ({ events, purpose }) => {
        if (purpose === "SYNC") return "Records for the ledger";
        return events.includes("*") ? "Everything" : plural(events.length, "kind of event", "kinds of events");
      },
    },
    {
      id: "status",
      onPhone: "beneath",
      title: "Status",
      value: ({ status }) => status,
      cell: ({ status, disabledReason, failingSince }) => {
        if (status === "DISABLED") return <Status code="DISABLED">{reasons[disabledReason ?? "REQUESTED"]}</Status>;
        if (failingSince === null) return <Status code="ACTIVE">On</Status>;
        return <Status code="FAILED">{`Fails since ${moment(failingSince, merchant.timeZone)}`}</Status>;
      },
    },
    {
      id: "deliveries",
      onPhone: "beneath",
      title: "Deliveries",
      value: () => "deliveries",
      cell: ({ id, purpose }) =>
        purpose === "SYNC" ? (
          <TextLink href={paths.journal({ sync: "failed" })}>What it did not accept</TextLink>
        ) : (
          <TextLink href={`${paths.developers()}?tab=deliveries&endpoint=${id}`}>Its deliveries</TextLink>
        ),
    },
    {
      id: "more",
      onPhone: true,
      title: "",
      width: 90,
      value: () => "",
      cell: (endpoint) => mayWrite && <EndpointMenu endpoint={endpoint} choose={setChosen} show={setSecret} />,
    },
  ];
  return (
    <>
      <ListTable
        label="Webhook endpoints"
        operation="listWebhookEndpoints"
        columns={columns}
        aside={create}
        empty={
          <EmptyState title="No webhook endpoints yet" action={create}>
            Accord posts a signed message to an address of yours when an invoice is issued, a month closed, and so on.
          </EmptyState>
        }
      />
      {chosen && !chosen.isLeaving && <EndpointForm endpoint={chosen.endpoint} close={close} show={setSecret} />}
      {chosen?.isLeaving && chosen.endpoint && <DeleteEndpoint endpoint={chosen.endpoint} close={close} />}
      {secret && (
        <ShownOnce title={`Secret of ${secret.url}`} secret={secret.secret} close={() => setSecret(undefined)}>
          The receiver verifies with it that messages come from here. Nobody sees it again.
        </ShownOnce>
      )}
    </>
  );
}

type MenuProps = {
  readonly endpoint: WebhookEndpoint;
  readonly choose: (chosen: { readonly endpoint: WebhookEndpoint; readonly isLeaving?: boolean }) => void;
  readonly show: (secret: Secret) => void;
};

function EndpointMenu({ endpoint, choose, show }: MenuProps) {
  const refresh = useRefresh();
  const { id, status } = endpoint;
  const act = async (write: () => Promise<unknown>, message: string) => {
    try {
      await write();
      await refresh();
      done(message);
    } catch (error) {
      failed(error);
    }
  };
  const rotate = () =>
    act(
      async () => show(await accord.rotateWebhookSecret({ id })),
      "Both secrets sign for a day, then the new one alone.",
    );
  const next = status === "ENABLED" ? "DISABLED" : "ENABLED";
  return (
    <Menu>
      <Menu.Target>
        <Button variant="subtle" size="compact-xs">
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => act(() => accord.testWebhookEndpoint({ id }), "A test event is on its way.")}>
          Send a test
        </Menu.Item>
        <Menu.Item onClick={() => choose({ endpoint })}>Change …</Menu.Item>
        <Menu.Item onClick={rotate}>New secret</Menu.Item>
        <Menu.Item onClick={() => act(() => accord.updateWebhookEndpoint({ id, body: { status: next } }), "Changed.")}>
          {next === "ENABLED" ? "Switch on" : "Switch off"}
        </Menu.Item>
        <Menu.Item color="red" onClick={() => choose({ endpoint, isLeaving: true })}>
          Delete …
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

type FormProps = {
  readonly endpoint: WebhookEndpoint | undefined;
  readonly close: () => void;
  readonly show: (secret: Secret) => void;
};

function EndpointForm({ endpoint, close, show }: FormProps) {
  const types = useAll("listWebhookEventTypes");
  const [url, setUrl] = useState(endpoint?.url ?? "https://");
  const [description, setDescription] = useState(endpoint?.description ?? "");
  const [purpose, setPurpose] = useState<WebhookEndpoint["purpose"]>(endpoint?.purpose ?? "EVENTS");
  const [events, setEvents] = useState(endpoint?.events.filter((type) => type !== "*") ?? []);
  const submit = async () => {
    const subscribed = (events.length === 0 ? ["*"] : events) as NonNullable<UpdateWebhookEndpointDto["events"]>;
    const own = { url: url.trim(), description: description.trim() || null };
    const body = purpose === "SYNC" ? own : { ...own, events: subscribed };
    if (endpoint === undefined) show(await accord.createWebhookEndpoint({ body: { ...body, purpose } }));
    else await accord.updateWebhookEndpoint({ id: endpoint.id, body });
    return endpoint === undefined ? "The endpoint was added." : "The endpoint was changed.";
  };
  return (
    <FormDialog
      title={endpoint === undefined ? "New endpoint" : "Change the endpoint"}
      verb={endpoint === undefined ? "Add" : "Save"}
      isReady={/^https?:\/\/.+/.test(url.trim())}
      submit={submit}
      close={close}
    >
      <TextInput
        label="Address"
        description="https, reachable from the internet"
        required
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <TextInput label="What for" value={description} onChange={(event) => setDescription(event.currentTarget.value)} />
      {endpoint === undefined && (
        <Select
          label="Is sent"
          data={[
            { value: "EVENTS", label: "What happens" },
            { value: "SYNC", label: "Records for the ledger" },
          ]}
          allowDeselect={false}
          value={purpose}
          onChange={(next) => setPurpose(next === "SYNC" ? next : "EVENTS")}
        />
      )}
      {purpose === "EVENTS" && (
        <MultiSelect
          label="Gets"
          placeholder={events.length === 0 ? "Everything" : undefined}
          data={(types.data ?? []).map(({ type }) => type as string)}
          value={events}
          onChange={setEvents}
          searchable
          clearable
        />
      )}
    </FormDialog>
  );
}

function DeleteEndpoint({ endpoint, close }: { endpoint: WebhookEndpoint; close: () => void }) {
  const submit = async () => {
    await accord.deleteWebhookEndpoint({ id: endpoint.id });
    return "The endpoint was deleted.";
  };
  return (
    <FormDialog title="Delete the endpoint" verb="Delete" isReady isDangerous submit={submit} close={close}>
      <p>{endpoint.url} gets no more events.</p>
    </FormDialog>
  );
}
