/** Returns the status, and the reason of a drop, once head and body have arrived. */
export function completeAnswer(received: string): string | undefined {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd === -1) return undefined;
  const head = received.slice(0, headEnd);
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1]);
  if (Number.isNaN(length)) throw new Error(`an answer without Content-Length: ${head}`);
  if (received.length < headEnd + 4 + length) return undefined;
  const dropped = /\r\nx-event-dropped: *(\S+)/i.exec(head)?.[1];
  return head.slice(9, 12) + (dropped === undefined ? "" : ` ${dropped}`);
}
