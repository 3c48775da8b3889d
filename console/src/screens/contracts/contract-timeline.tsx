import type { Contract } from "@accord/client";
import { Tooltip } from "@mantine/core";
import { useApi } from "../../api/use-api.ts";
import { day, dayRange, month } from "../../format/day.ts";
import { price, rhythm } from "../../format/terms.ts";
import { word } from "../../format/words.ts";
import { Waiting } from "../../parts/waiting.tsx";
import { useToday } from "../../shell/use-month.ts";
import classes from "./contract-timeline.module.css";
import { useObligations } from "./obligation-rows.ts";
import { useContractId, useTerms } from "./use-contract.ts";

type Strip = {
  readonly key: string;
  readonly name: string;
  readonly kind: "term" | "obligation";
  readonly from: string;
  readonly to: string | null;
  readonly note: string;
};

/** One strip a term or obligation, from its first day to its last, with the days on which something changed. Steps of a ramp share a line. */
export function ContractTimeline({ contract }: { contract: Contract }) {
  const terms = useTerms().data;
  const obligations = useObligations().data;
  const changes = useApi("listContractModifications", { id: useContractId(), limit: 100 }).data?.data ?? [];
  const today = useToday();
  if (terms === undefined || obligations === undefined) {
    return (
      <div className={classes.waiting}>
        <Waiting />
      </div>
    );
  }
  const strips: readonly Strip[] = [
    ...terms.map((term) => ({
      key: term.id,
      name: term.name,
      kind: "term" as const,
      from: term.startDate,
      to: term.endDate,
      note: `${price(term, contract.currency)} ${rhythm(term)}`,
    })),
    ...obligations.map((each) => ({
      key: `o${each.id}`,
      name: each.name,
      kind: "obligation" as const,
      from: each.from,
      to: each.to,
      note: word(each.pattern),
    })),
  ];
  if (strips.length === 0) return <p className={classes.nothing}>No billing term yet.</p>;
  const days = strips.flatMap(({ from, to }) => (to === null ? [from] : [from, to]));
  const first = days.reduce((a, b) => (a < b ? a : b));
  const lastKnown = days.reduce((a, b) => (a > b ? a : b));
  const last =
    strips.some(({ to }) => to === null) && contract.endDate === null
      ? laterOf(lastKnown, yearAfter(today))
      : lastKnown;
  const at = (of: string) => place(of, first, last);
  const isOn = today > first && today < last;
  return (
    <div className={classes.timeline}>
      <div className={classes.strips}>
        {inLines(strips).map((line) => (
          <div key={line[0].key} className={classes.row}>
            <span className={classes.name} title={line[0].name}>
              {line[0].name}
            </span>
            <span className={classes.track}>
              {line.map((strip) => (
                <Tooltip key={strip.key} label={`${dayRange(strip.from, strip.to)}: ${strip.note}`}>
                  <span
                    className={classes.strip}
                    data-kind={strip.kind}
                    data-open={strip.to === null || undefined}
                    style={{ left: `${at(strip.from)}%`, right: `${100 - (strip.to === null ? 100 : at(strip.to))}%` }}
                  />
                </Tooltip>
              ))}
            </span>
          </div>
        ))}
        <div className={classes.marks} aria-hidden>
          {isOn && <span className={classes.today} style={{ left: `${at(today)}%` }} />}
          {changes.map((change) => (
            <Tooltip key={change.id} label={`${word(change.kind)}, effective ${day(change.effectiveDate)}`}>
              <span className={classes.change} style={{ left: `${at(change.effectiveDate)}%` }} />
            </Tooltip>
          ))}
        </div>
      </div>
      <div className={classes.axis}>
        <span>{month(first.slice(0, 7))}</span>
        <span className={classes.key}>
          <i data-kind="term" /> bills
          <i data-kind="obligation" /> earns
          {changes.length > 0 && (
            <>
              <i data-kind="change" /> changed
            </>
          )}
        </span>
        <span>{month(last.slice(0, 7))}</span>
      </div>
    </div>
  );
}

/** Strips of one kind and name that follow each other are one line; those that overlap are lines of their own. */
function inLines(strips: readonly Strip[]): (readonly [Strip, ...Strip[]])[] {
  const lines: [Strip, ...Strip[]][] = [];
  for (const strip of strips.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))) {
    const line = lines.find((each) => {
      const last = each.at(-1);
      const isSame = last?.kind === strip.kind && last.name === strip.name;
      return isSame && last.to !== null && last.to < strip.from;
    });
    if (line) line.push(strip);
    else lines.push([strip]);
  }
  const order = strips.map(({ key }) => key);
  return lines.toSorted((a, b) => order.indexOf(a[0].key) - order.indexOf(b[0].key));
}

function place(of: string, first: string, last: string): number {
  const [from, to, when] = [Date.parse(first), Date.parse(last), Date.parse(of)];
  return to === from ? 0 : Math.min(100, Math.max(0, ((when - from) / (to - from)) * 100));
}

function yearAfter(of: string): string {
  return `${Number(of.slice(0, 4)) + 1}${of.slice(4)}`;
}

function laterOf(a: string, b: string): string {
  return a > b ? a : b;
}
