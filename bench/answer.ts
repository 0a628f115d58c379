/** A complete answer. */
export interface Answer {
  /** The status, and the reason if an event was dropped. */
  readonly outcome: string;
  readonly body: string;
}

/** Returns the answer once head and body have arrived. */
export function completeAnswer(received: string): Answer | undefined {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd === -1) return undefined;
  const head = received.slice(0, headEnd);
  const body = received.slice(headEnd + 4);
  if (!isComplete(head, body)) return undefined;
  const dropped = /\r\nx-event-dropped: *(\S+)/i.exec(head)?.[1];
  const outcome = head.slice(9, 12) + (dropped === undefined ? "" : ` ${dropped}`);
  return { outcome, body };
}

function isComplete(head: string, body: string): boolean {
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1]);
  if (!Number.isNaN(length)) return body.length >= length;
  // ClickHouse does not tell how long its answers are.
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return body.endsWith("0\r\n\r\n");
  throw new Error(`an answer without a length: ${head}`);
}
