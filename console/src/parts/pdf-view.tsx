import type { FileAnswer } from "@accord/client";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo } from "react";
import { Failure } from "./failure.tsx";
import classes from "./pdf-view.module.css";
import { saveFile } from "./save-file.ts";

type Props = {
  readonly title: string;
  readonly queryKey: readonly unknown[];
  readonly load: (signal: AbortSignal) => Promise<FileAnswer>;
  readonly aside?: ReactNode;
  /** The document before stays in sight until the next has come: both are of one thing that is being changed. */
  readonly isFollowing?: boolean;
};

/** Shows a PDF, with a download link. */
export function PdfView({ title, queryKey, load, aside, isFollowing = false }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: ["api", ...queryKey],
    queryFn: ({ signal }) => load(signal),
    staleTime: 60_000,
    ...(isFollowing && { placeholderData: keepPreviousData }),
  });
  const address = useMemo(
    () => data && URL.createObjectURL(new Blob([data.blob], { type: "application/pdf" })),
    [data],
  );
  useEffect(() => () => (address ? URL.revokeObjectURL(address) : undefined), [address]);
  return (
    <section className={classes.view} aria-label={title}>
      <header className={`${classes.bar} no-print`}>
        <span className={classes.title}>{title}</span>
        {aside}
        {data && (
          <Button
            variant="default"
            leftSection={<IconDownload size={15} stroke={1.7} />}
            onClick={() => saveFile(data.blob, data.fileName ?? `${title}.pdf`)}
          >
            Download
          </Button>
        )}
      </header>
      {error ? (
        <Failure error={error} retry={refetch} />
      ) : address === undefined ? (
        <p className={classes.drawing} role="status" aria-busy>
          The document is being drawn …
        </p>
      ) : navigator.pdfViewerEnabled === false ? (
        <Unshown address={address} />
      ) : (
        <iframe title={title} src={`${address}#toolbar=0&view=FitH`} className={classes.frame} />
      )}
    </section>
  );
}

/** In place of the document where a browser shows none in a page, as those of phones do: it opens in what the device has. */
function Unshown({ address }: { address: string }) {
  return (
    <div className={`${classes.unshown} no-print`}>
      <p>This browser shows no PDF inside a page.</p>
      <a href={address} target="_blank" rel="noreferrer">
        Open the PDF
      </a>
    </div>
  );
}
