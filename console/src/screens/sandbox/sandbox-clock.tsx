import { Button } from "@mantine/core";
import { useState } from "react";
import { accord } from "../../api/accord.ts";
import { useMayWrite, useSession } from "../../api/session.ts";
import { useApi, useRefresh } from "../../api/use-api.ts";
import { addMonths, day, moment, momentOn } from "../../format/day.ts";
import { DayField } from "../../parts/day-field.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Failure } from "../../parts/failure.tsx";
import { Figure, Figures } from "../../parts/figures.tsx";
import { Page } from "../../parts/page.tsx";
import { Card, Section } from "../../parts/section.tsx";
import { done } from "../../parts/toast.ts";
import { useToday } from "../../shell/use-month.ts";
import { useUrl } from "../../use-url.ts";
import { Happened } from "./happened.tsx";
import classes from "./sandbox-clock.module.css";

/** The clock of a sandbox: it only moves when somebody advances it, and all work that becomes due is done. */
export default function SandboxClock() {
  const { merchant } = useSession();
  const clock = useApi("getTestClock", merchant.isSandbox ? {} : false);
  if (!merchant.isSandbox) {
    return (
      <Page title="Sandbox clock">
        <EmptyState title="This is no sandbox">Its clock is the real time.</EmptyState>
      </Page>
    );
  }
  return (
    <Page title="Sandbox clock" subtitle="Nothing here reaches a customer. Time stands still until you move it.">
      <Figures label="The clock">
        <Figure
          title="It is"
          value={clock.data && moment(clock.data.now, merchant.timeZone)}
          note={merchant.timeZone}
        />
      </Figures>
      <Advance />
      <WhatHappened />
    </Page>
  );
}

function Advance() {
  const mayWrite = useMayWrite();
  const { merchant } = useSession();
  const today = useToday();
  const refresh = useRefresh();
  const [, change] = useUrl();
  const [typed, setTyped] = useState("");
  const [busy, setBusy] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  if (!mayWrite) return null;
  const advance = async (to: string) => {
    setBusy(to);
    setFailure(undefined);
    try {
      await accord.advanceTestClock({ body: { to: momentOn(to, merchant.timeZone) } });
      await refresh();
      change({ since: today, until: to });
      setTyped("");
      done(`It is ${day(to)} now.`);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(undefined);
    }
  };
  const nextMonth = `${addMonths(today.slice(0, 7), 1)}-01`;
  const steps = [
    { title: "One day on", to: dayAfter(today) },
    { title: `To ${day(nextMonth)}`, to: nextMonth },
    { title: "Three months on", to: `${addMonths(today.slice(0, 7), 3)}-01` },
  ];
  return (
    <Section
      title="Move it"
      note="Invoices are issued, true-ups billed and reminders sent on the way, in the order of their dates."
    >
      <Card>
        <div className={classes.advance}>
          {steps.map(({ title, to }) => (
            <Button
              key={title}
              variant="default"
              loading={busy === to}
              disabled={busy !== undefined}
              onClick={() => advance(to)}
            >
              {title}
            </Button>
          ))}
          <form
            className={classes.to}
            onSubmit={(event) => {
              event.preventDefault();
              void advance(typed);
            }}
          >
            <DayField label="Or to" min={dayAfter(today)} value={typed} onChange={setTyped} />
            <Button
              type="submit"
              disabled={typed <= today || busy !== undefined}
              loading={busy === typed && typed !== ""}
            >
              Move
            </Button>
          </form>
        </div>
        {failure !== undefined && <Failure error={failure} />}
      </Card>
    </Section>
  );
}

/** The day after, as "2026-02-01". */
function dayAfter(today: string): string {
  const at = new Date(`${today}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + 1);
  return at.toISOString().slice(0, 10);
}

/** What the program did between two days; after a move, between the day before and the day after it. */
function WhatHappened() {
  const today = useToday();
  const [{ since = `${today.slice(0, 7)}-01`, until = today }, change] = useUrl();
  return (
    <Section
      title="What happened"
      aside={
        <div className={classes.span}>
          <DayField
            label="From"
            value={since}
            max={until}
            onChange={(from) => change({ since: from || undefined }, true)}
          />
          <DayField label="To" value={until} min={since} onChange={(to) => change({ until: to || undefined }, true)} />
        </div>
      }
    >
      <Happened since={since} until={until} />
    </Section>
  );
}
