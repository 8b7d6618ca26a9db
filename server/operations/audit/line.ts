import { currentRequest } from '#server/operations/request.ts';
import type { Audit, AuditEvent } from './event.ts';

/** One event as it is written, on a separate line. */
export type AuditLine = {
  /** ISO 8601, in UTC. */
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
 * An audit that writes complete lines, with address, browser and id of the current request.
 * @param now epoch milliseconds
 */
export const auditTo =
  (write: (line: AuditLine) => void, now: () => number): Audit =>
  ({ event, result = 'ok', account = '', client = '', method = '', ...details }) => {
    const { address = '', browser = '', id: request = '' } = currentRequest() ?? {};
    const time = new Date(now()).toISOString();
    write({ time, event, result, account, client, method, address, browser, request, ...details });
  };
