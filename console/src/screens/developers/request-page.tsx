import { useParams } from "@tanstack/react-router";
import { useSession } from "../../api/session.ts";
import { useApi } from "../../api/use-api.ts";
import { moment } from "../../format/day.ts";
import { Copyable } from "../../parts/copyable.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { Card, Section } from "../../parts/section.tsx";
import { paths } from "../../paths.ts";
import classes from "./request-page.module.css";

/** One logged request, with the stored parts of its body and answer. */
export default function RequestPage() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const { merchant } = useSession();
  const request = useApi("getLoggedRequest", { id });
  return (
    <Page
      title={request.data ? `${request.data.method} ${request.data.path}` : "Request"}
      parent={{ title: "Developers", href: `${paths.developers()}?tab=requests` }}
    >
      <Loaded of={request}>
        {(kept) => (
          <>
            <Card>
              <Facts
                facts={[
                  ["Answer", String(kept.status)],
                  kept.errorCode !== null && ["Error code", kept.errorCode],
                  ["At", moment(kept.at, merchant.timeZone)],
                  ["Took", `${kept.milliseconds} ms`],
                  ["Request id", <Copyable key="id" text={kept.requestId} />],
                ]}
              />
            </Card>
            <Body title="Sent" body={kept.requestBody} />
            <Body title="Answered" body={kept.answerBody} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Secrets are blanked and long bodies cut by the server. */
function Body({ title, body }: { title: string; body: string | null }) {
  if (body === null) return null;
  return (
    <Section title={title}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached without a mouse */}
      <pre className={classes.body} tabIndex={0}>
        {indented(body)}
      </pre>
    </Section>
  );
}

/** A body that was cut is not valid JSON and is shown unchanged. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
