/** A backup or a restore that cannot be done as things stand; the message is one sentence for the operator. */
export class BackupError extends Error {
  override readonly name = "BackupError";
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
