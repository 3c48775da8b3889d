import { useParams } from "@tanstack/react-router";
import { type ReadName, useApi } from "../../api/use-api.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { NotFound } from "../../parts/not-found.tsx";
import { Section } from "../../parts/section.tsx";
import { ExportMenu } from "../../table/export-menu.tsx";
import { type Definition, definitions } from "./definitions.ts";
import { NarrowedTo } from "./narrowed-to.tsx";
import { paperLine } from "./paper-line.ts";
import type { Report } from "./report.ts";
import { ReportChart } from "./report-chart.tsx";
import { ReportControls } from "./report-controls.tsx";
import { ReportFrame } from "./report-frame.tsx";
import { ReportGrid } from "./report-grid.tsx";
import classes from "./report-page.module.css";
import { RollForwardTies } from "./roll-forward-ties.tsx";
import { useReportInput } from "./use-report-input.ts";

/** Any report: its controls, chart, linked table and notes. */
export default function ReportPage() {
  const { name } = useParams({ strict: false }) as { name: string };
  const definition = definitions.find((each) => each.name === name);
  return definition === undefined ? <NotFound /> : <ReportOf key={name} definition={definition} />;
}

function ReportOf({ definition }: { definition: Definition }) {
  const { name, title, about, operation } = definition;
  const input = useReportInput(definition);
  const answer = useApi(operation as ReadName, input as never);
  const report = answer.data as Report | undefined;
  const isNarrowed = input.contractId !== undefined || input.customerId !== undefined;
  return (
    <ReportFrame
      name={name}
      title={title}
      about={about}
      paper={paperLine(input, report?.currency)}
      actions={<ExportMenu operation={operation} input={input} />}
    >
      <ReportControls definition={definition} report={report} />
      <NarrowedTo contractId={input.contractId} customerId={input.customerId} />
      <Loaded of={answer}>
        {() =>
          report && (
            <div
              className={classes.parts}
              data-stale={answer.isPlaceholderData || undefined}
              aria-busy={answer.isPlaceholderData}
            >
              <ReportChart definition={definition} report={report} />
              {name === "contract-liability-roll-forward" && !isNarrowed && (
                <RollForwardTies report={report} input={input} />
              )}
              <ReportGrid definition={definition} table={report} report={report} />
              {Object.entries(report.sections ?? {}).map(([key, section]) => (
                <Section key={key} title={section.title ?? key}>
                  <ReportGrid definition={definition} table={section} report={report} />
                </Section>
              ))}
              {report.notes.length > 0 && (
                <ul className={classes.notes}>
                  {report.notes.map((note) => (
                    <li key={note}>{note}</li>
                  ))}
                </ul>
              )}
            </div>
          )
        }
      </Loaded>
    </ReportFrame>
  );
}
