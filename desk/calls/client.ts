import * as v from 'valibot';
import {
  type Failure,
  failed,
  isServerAnswer,
  type Result,
  success,
  UNREACHABLE,
} from '#machines/shared/result.ts';
import { createIdempotencyKeys } from '#src/api/idempotency-keys.ts';
import { type DeskCallName, hasFile, hasIdempotencyKey, isScimCall } from '#wire/desk/calls.ts';
import { DESK_CSRF_HEADER, DESK_REFUSAL_SCHEMA } from '#wire/desk/names.ts';
import { deskRequest } from '#wire/desk/scim.ts';
import { IDEMPOTENCY_HEADER, LANGUAGE_HEADER } from '#wire/names.ts';
import { SCIM_CONTENT_TYPE } from '#wire/scim.ts';

/** Timeout of a call, including its body, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** Timeout of a call that sends a file, in milliseconds. */
const FILE_TIMEOUT_MS = 120_000;

const refusalSchema = v.object({
  code: v.string(),
  fields: v.optional(v.array(v.string())),
  retrySeconds: v.optional(v.number()),
});

/** Makes the calls of the help desk. */
export type DeskClient = {
  /**
   * Makes a call of `wire/desk`; the value of an answer without content is null. A failure is a result, not an error.
   * The client does not retry. When a person repeats an act within a minute after its answer was lost, the call has
   * the same idempotency key as before.
   */
  readonly call: <Value>(
    name: DeskCallName,
    schema: v.GenericSchema<unknown, Value>,
    body?: object,
  ) => Promise<Result<Value>>;
  /** Sets the CSRF token of the session, which every call sends. */
  readonly setCsrfToken: (csrf: string) => void;
};

/** The body of a refusal; in a SCIM error, the refusal is an extension. */
const refusalBodySchema = v.union([
  v.pipe(
    v.object({ [DESK_REFUSAL_SCHEMA]: refusalSchema }),
    v.transform((error) => error[DESK_REFUSAL_SCHEMA]),
  ),
  refusalSchema,
]);

async function failureOf(answer: Response): Promise<Failure> {
  const { status } = answer;
  const parsed = v.safeParse(refusalBodySchema, await answer.json().catch(() => null));
  if (!parsed.success) return { kind: 'malformed', status };
  const { code, fields, retrySeconds } = parsed.output;
  const details = {
    ...(fields && { fields: fields.join(',') }),
    ...(retrySeconds !== undefined && { retrySeconds }),
  };
  return { kind: 'rejected', status, code, message: '', details };
}

/**
 * Creates the client of the page.
 * @param language returns the current language of the page
 */
export function createDeskClient(language: () => string): DeskClient {
  let csrfToken = '';
  const idempotencyKeys = createIdempotencyKeys(() => performance.now());

  async function request<Value>(
    name: DeskCallName,
    body: object,
    timeoutMs: number,
    read: (answer: Response) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    const { method, path, body: requestBody } = deskRequest(name, body);
    const keyedRequest = hasIdempotencyKey(name) ? idempotencyKeys.begin(JSON.stringify([name, body])) : null;
    try {
      const answer = await fetch(path, {
        method,
        headers: {
          [LANGUAGE_HEADER]: language(),
          [DESK_CSRF_HEADER]: csrfToken,
          ...(requestBody !== undefined && {
            'Content-Type': isScimCall(name) ? SCIM_CONTENT_TYPE : 'application/json',
          }),
          ...(keyedRequest && { [IDEMPOTENCY_HEADER]: keyedRequest.key }),
        },
        ...(requestBody !== undefined && { body: JSON.stringify(requestBody) }),
        credentials: 'same-origin',
        cache: 'no-store',
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const result = answer.ok ? await read(answer) : failed(await failureOf(answer));
      if (result.ok || isServerAnswer(result.failure)) keyedRequest?.end();
      return result;
    } catch {
      return failed(UNREACHABLE);
    }
  }

  return {
    call: (name, schema, body = {}) =>
      request(name, body, hasFile(name) ? FILE_TIMEOUT_MS : TIMEOUT_MS, async (answer) => {
        const parsed = v.safeParse(schema, await answer.json().catch(() => null));
        return parsed.success ? success(parsed.output) : failed({ kind: 'malformed', status: answer.status });
      }),
    setCsrfToken(csrf) {
      csrfToken = csrf;
    },
  };
}
