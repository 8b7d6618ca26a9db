import type { IncomingMessage, ServerResponse } from 'node:http';

/** A name or an address with or without a port (RFC 9110, section 7.2): no user, path or query. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;
const ADDRESS = /^(?:\[[\da-f:.]+\]|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/i;
const LOCALHOST = /^localhost(?::\d+)?$/i;

/** Whether a request has at most one Host header, and a well-formed one. */
export function hasValidHost({ headersDistinct: { host = [] } }: IncomingMessage): boolean {
  return host.length <= 1 && host.every((value) => HOST.test(value));
}

/**
 * Whether the Host header is an IP address or localhost. A page of a foreign host name that resolves to this machine
 * (DNS rebinding) is refused.
 */
export const namesThisMachine = ({ headersDistinct: { host = [] } }: IncomingMessage): boolean =>
  host.every((value) => ADDRESS.test(value) || LOCALHOST.test(value));

/** Answers a request with a malformed or foreign Host header. */
export function rejectHost(res: ServerResponse): void {
  res
    .writeHead(400, { 'Content-Type': 'text/plain', Connection: 'close' })
    .end('The Host header is wrong.\n');
}

/** Whether the client disconnected before the request was complete. */
export const isAborted = (req: IncomingMessage | undefined): boolean =>
  req?.complete === false && (req.destroyed || req.socket.destroyed);
