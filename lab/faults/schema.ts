import * as v from 'valibot';
import type { Fault } from '#server/http/guard/faults.ts';

const HTTP_METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** Statuses of a response that cannot have a body. */
const STATUSES_WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

const status = v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599));

/** Schema of the body of POST /faults (docs/lab.md). */
export const faultRequest = v.pipe(
  v.strictObject({
    method: v.optional(v.picklist(HTTP_METHODS)),
    path: v.pipe(v.string(), v.startsWith('/')),
    status: v.optional(status, 400),
    errCode: v.optional(v.string()),
    message: v.optional(v.string(), ''),
    raw: v.optional(v.string()),
    headers: v.optional(v.record(v.string(), v.string()), {}),
    times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)), 1),
  }),
  v.check(
    ({ errCode, raw }) => errCode === undefined || raw === undefined,
    'errCode and raw exclude each other',
  ),
  v.check(
    ({ status: code, errCode, raw }) => !STATUSES_WITHOUT_BODY.has(code) || (errCode === undefined && !raw),
    'this status has no body',
  ),
);

/** The fault that a request sets. */
export function faultOf({
  errCode,
  message,
  method,
  raw,
  ...rest
}: v.InferOutput<typeof faultRequest>): Fault {
  return {
    ...rest,
    ...(method !== undefined && { method }),
    ...(errCode !== undefined && { body: { status: rest.status, errCode, message } }),
    ...(raw !== undefined && { raw }),
  };
}
