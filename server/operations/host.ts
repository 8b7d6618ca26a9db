import type { IncomingMessage, ServerResponse } from 'node:http';

/** A name or an address with or without a port (RFC 9110, section 7.2): no user, path or query. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;
const ADDRESS = /^(?:\[[\da-f:.]+\]|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/i;
const THIS_MACHINE = /^localhost(?::\d+)?$/i;

/** Whether a request names its host once, or not at all, and as a host. */
export function hasValidHost({ headersDistinct: { host = [] } }: IncomingMessage): boolean {
  return host.length <= 1 && host.every((value) => HOST.test(value));
}

/**
 * Whether a request means this machine by an address, or by its own name: a page of another name that was made to lead
 * here does not.
 */
export const meansThisMachine = ({ headersDistinct: { host = [] } }: IncomingMessage): boolean =>
  host.every((value) => ADDRESS.test(value) || THIS_MACHINE.test(value));

/** Answers a request whose host cannot be read, or is somebody else's. */
export function refuseHost(res: ServerResponse): void {
  res
    .writeHead(400, { 'Content-Type': 'text/plain', Connection: 'close' })
    .end('The Host header is wrong.\n');
}

/** Whether the client disconnected before the request was complete. */
export const isCutOff = (req: IncomingMessage | undefined): boolean =>
  req?.complete === false && (req.destroyed || req.socket.destroyed);
