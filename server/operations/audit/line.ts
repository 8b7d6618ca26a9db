import { currentRequest } from '#server/operations/request.ts';
import type { Audit, AuditEvent } from './event.ts';

/** One event as it is written, on a separate line. */
export type AuditLine = {
  /** Time of the event, in ISO 8601 and UTC. */
  readonly time: string;
  readonly event: AuditEvent['event'];
  /** `ok`, or the code of the refusal. */
  readonly result: string;
  readonly account: string;
  readonly client: string;
  readonly method: string;
  readonly address: string;
  readonly browser: string;
  readonly request: string;
  /** Further fields of this kind of event. */
  readonly [detail: string]: string | number | boolean | Readonly<Record<string, string | number | boolean>>;
};

/**
 * Creates an audit that adds the time, and the address, browser and ID of the current request, and writes the line.
 * @param now epoch milliseconds
 */
export const auditTo =
  (write: (line: AuditLine) => void, now: () => number): Audit =>
  ({ event, result = 'ok', account = '', client = '', method = '', ...details }) => {
    const { address = '', browser = '', id: request = '' } = currentRequest() ?? {};
    const time = new Date(now()).toISOString();
    write({ time, event, result, account, client, method, address, browser, request, ...details });
  };
