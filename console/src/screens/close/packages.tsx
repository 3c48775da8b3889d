import type { ClosePackage } from "@accord/client";
import { Button, Skeleton } from "@mantine/core";
import { useState } from "react";
import { accord } from "../../api/accord.ts";
import { useSession } from "../../api/session.ts";
import { useAll } from "../../api/use-api.ts";
import { moment } from "../../format/day.ts";
import { ButtonLink } from "../../parts/button-link.tsx";
import { Copyable } from "../../parts/copyable.tsx";
import { Failure } from "../../parts/failure.tsx";
import { saveFile } from "../../parts/save-file.ts";
import { Section } from "../../parts/section.tsx";
import { Status } from "../../parts/status.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { failed } from "../../parts/toast.ts";
import { paths } from "../../paths.ts";
import classes from "./packages.module.css";
import { type Verified, verifyPackage } from "./verify-package.ts";

/** What each close of the month left: figures and their hash, each chained to the package before it. */
export function Packages({ month }: { month: string }) {
  const packages = useAll("listClosePackages", { filter: { month } });
  return (
    <Section title="Packages" note="Figures of the month with their hash, chained to the package of the close before.">
      {packages.error ? (
        <Failure error={packages.error} retry={packages.refetch} />
      ) : packages.data === undefined ? (
        <Skeleton height={64} />
      ) : (
        <ul className={classes.list}>
          {packages.data.map((each, at) => (
            <PackageLine key={each.id} of={each} before={packages.data[at + 1]} />
          ))}
        </ul>
      )}
    </Section>
  );
}

/** @param before the close of the month before this one, if there is any */
function PackageLine({ of, before }: { of: ClosePackage; before: ClosePackage | undefined }) {
  const { merchant } = useSession();
  const [verified, setVerified] = useState<Verified>();
  const verify = async () => {
    try {
      setVerified(await verifyPackage(of));
    } catch (error) {
      failed(error);
    }
  };
  const download = async () => {
    try {
      const { blob, fileName } = await accord.downloadClosePackage({ id: of.id });
      saveFile(blob, fileName ?? `close-${of.month}-${of.closeCount}.json`);
    } catch (error) {
      failed(error);
    }
  };
  return (
    <li className={classes.package}>
      <div className={classes.words}>
        <TextLink href={paths.closePackage(of.id)}>
          Close {of.closeCount} of {moment(of.manifest.closedAt, merchant.timeZone)}
        </TextLink>
        <span className={classes.hash}>
          <Copyable text={of.hash} shown={`${of.hash.slice(0, 10)} … ${of.hash.slice(-10)}`} />
        </span>
      </div>
      {verified && <Status code={verified.isSound ? "PASSED" : "FAILED"}>{verified.message}</Status>}
      <div className={classes.actions}>
        {before && (
          <ButtonLink variant="default" href={paths.closePackage(of.id, { with: before.id })}>
            Compare
          </ButtonLink>
        )}
        <Button variant="default" onClick={verify}>
          Verify
        </Button>
        <Button variant="default" onClick={download}>
          Download
        </Button>
      </div>
    </li>
  );
}
