import type { ChangeRequest, Preview } from "@accord/client";
import { Button, Modal } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { accord } from "../../api/accord.ts";
import { useSession } from "../../api/session.ts";
import { useApi, useRefresh } from "../../api/use-api.ts";
import { moment } from "../../format/day.ts";
import { word } from "../../format/words.ts";
import { Facts } from "../../parts/facts.tsx";
import { Failure } from "../../parts/failure.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { ReasonField } from "../../parts/reason-field.tsx";
import { Card, Section } from "../../parts/section.tsx";
import { Status } from "../../parts/status.tsx";
import { done } from "../../parts/toast.ts";
import { paths } from "../../paths.ts";
import { PlanView } from "../../preview/plan-view.tsx";
import { type ClosePreview, WhatPosts } from "../close/what-posts.tsx";
import { About } from "./about.tsx";
import classes from "./approval-page.module.css";
import { requestTitle } from "./kinds.ts";
import { usePerson } from "./use-person.ts";

/** A change request and its preview, to approve or to reject with a reason. */
export default function ApprovalPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const request = useApi("getChangeRequest", { id });
  const { merchant } = useSession();
  const person = usePerson();
  const of = request.data;
  return (
    <Page
      title={of ? requestTitle(of.kind) : "Change to approve"}
      parent={{ title: "Approvals", href: paths.approvals() }}
      badge={of && <Status code={of.status} />}
      subtitle={of && `Requested by ${person(of.requestedBy)}, ${moment(of.requestedAt, merchant.timeZone)}`}
      actions={of?.status === "PENDING" && <Decision of={of} />}
    >
      <Loaded of={request}>
        {(data) => (
          <>
            <Card>
              <Facts
                facts={[
                  ["About", <About key="a" of={data} />],
                  [
                    "May be approved by",
                    data.role === "OWNER" ? "an owner" : `a ${word(data.role).toLowerCase()} or an owner`,
                  ],
                  data.decidedBy && [
                    "Decided by",
                    `${person(data.decidedBy)}, ${moment(data.decidedAt, merchant.timeZone)}`,
                  ],
                  data.reason && ["Reason", data.reason],
                ]}
              />
            </Card>
            <Section
              title="What it would do"
              note="As of the request. If the plan has changed since, approving says so and does nothing."
            >
              <Card>
                <Effects of={data} />
              </Card>
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Effects({ of }: { of: ChangeRequest }) {
  const { plan, summary, result } = of.dryRun;
  if ("entries" in plan) return <WhatPosts preview={plan as unknown as ClosePreview} />;
  return <PlanView preview={{ dryRun: true, planHash: of.planHash, summary, plan, result } as Preview} />;
}

function Decision({ of }: { of: ChangeRequest }) {
  const { role, user } = useSession();
  const [rejecting, setRejecting] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const refresh = useRefresh();
  const isOwn = of.requestedBy.userId === user.id;
  const reaches = role === "OWNER" || (role === "CONTROLLER" && of.role === "CONTROLLER");
  const approve = useMutation({
    mutationFn: () => accord.approveChangeRequest({ id: of.id, body: {} }),
    onSuccess: async () => {
      await refresh();
      done("Approved and done.");
    },
    onError: setFailure,
  });
  return (
    <>
      {(reaches || isOwn) && (
        <Button variant="default" onClick={() => setRejecting(true)}>
          {isOwn ? "Withdraw …" : "Reject …"}
        </Button>
      )}
      {reaches && !isOwn && (
        <Button loading={approve.isPending} onClick={() => approve.mutate()}>
          Approve
        </Button>
      )}
      {isOwn && <span className={classes.note}>You requested it: somebody else has to approve it.</span>}
      {failure !== undefined && (
        <Modal opened onClose={() => setFailure(undefined)} title="It was not approved">
          <Failure error={failure} />
        </Modal>
      )}
      {rejecting && <RejectDialog of={of} verb={isOwn ? "Withdraw" : "Reject"} close={() => setRejecting(false)} />}
    </>
  );
}

function RejectDialog({ of, verb, close }: { of: ChangeRequest; verb: string; close: () => void }) {
  const [reason, setReason] = useState("");
  const refresh = useRefresh();
  const reject = useMutation({
    mutationFn: () => accord.rejectChangeRequest({ id: of.id, body: { reason: reason.trim() } }),
    onSuccess: async () => {
      await refresh();
      done(`${requestTitle(of.kind)}: ${verb === "Reject" ? "rejected" : "withdrawn"}.`);
      close();
    },
  });
  return (
    <Modal opened onClose={close} title={`${verb}: ${requestTitle(of.kind).toLowerCase()}`}>
      <div className={classes.dialog}>
        <ReasonField description="The requester sees it." value={reason} onChange={setReason} />
        {reject.error && <Failure error={reject.error} />}
        <Button
          size="sm"
          color="red"
          disabled={reason.trim() === ""}
          loading={reject.isPending}
          onClick={() => reject.mutate()}
        >
          {verb}
        </Button>
      </div>
    </Modal>
  );
}
