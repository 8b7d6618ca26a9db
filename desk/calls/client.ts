import * as v from 'valibot';
import {
  type Failure,
  failed,
  isAnswered,
  type Result,
  success,
  UNREACHABLE,
} from '#machines/shared/result.ts';
import { createIdempotencyKeys } from '#src/api/idempotency-keys.ts';
import { DESK_CALLS, type DeskCallName, hasFile, hasIdempotencyKey } from '#wire/desk/calls.ts';
import { DESK_CSRF_HEADER } from '#wire/desk/names.ts';
import { IDEMPOTENCY_HEADER, LANGUAGE_HEADER } from '#wire/names.ts';

/** Timeout of a call, its body included. */
const TIMEOUT_MS = 15_000;

/** Timeout of a call with a file. */
const FILE_TIMEOUT_MS = 120_000;

const refusal = v.object({
  code: v.string(),
  fields: v.optional(v.array(v.string())),
  retrySeconds: v.optional(v.number()),
});

export type DeskClient = {
  /**
   * Makes a call of `wire/desk`. Refusals and failures are returned. It never retries; the same act repeated within a
   * minute after a lost answer has the same idempotency key.
   */
  readonly call: <Value>(
    name: DeskCallName,
    schema: v.GenericSchema<unknown, Value>,
    body?: unknown,
  ) => Promise<Result<Value>>;
  /** Sets the CSRF token of the session, which every POST sends. */
  readonly setCsrfToken: (csrf: string) => void;
};

async function failureOf(answer: Response): Promise<Failure> {
  const { status } = answer;
  const parsed = v.safeParse(refusal, await answer.json().catch(() => null));
  if (!parsed.success) return { kind: 'malformed', status };
  const { code, fields, retrySeconds } = parsed.output;
  const details = {
    ...(fields && { fields: fields.join(',') }),
    ...(retrySeconds !== undefined && { retrySeconds }),
  };
  return { kind: 'rejected', status, code, message: '', details };
}

/** The client of the desk's calls. @param language the current language of the page */
export function createDeskClient(language: () => string): DeskClient {
  let token = '';
  const submissions = createIdempotencyKeys(() => performance.now());

  async function request<Value>(
    name: DeskCallName,
    body: unknown,
    timeoutMs: number,
    read: (answer: Response) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    const { method, path } = DESK_CALLS[name];
    const submission = hasIdempotencyKey(name) ? submissions.begin(JSON.stringify([name, body])) : null;
    try {
      const answer = await fetch(path, {
        method,
        headers: {
          [LANGUAGE_HEADER]: language(),
          ...(method === 'POST' && { 'Content-Type': 'application/json', [DESK_CSRF_HEADER]: token }),
          ...(submission && { [IDEMPOTENCY_HEADER]: submission.name }),
        },
        ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
        credentials: 'same-origin',
        cache: 'no-store',
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const result = answer.ok ? await read(answer) : failed(await failureOf(answer));
      if (result.ok || isAnswered(result.failure)) submission?.end();
      return result;
    } catch {
      return failed(UNREACHABLE);
    }
  }

  return {
    call: (name, schema, body) =>
      request(name, body, hasFile(name) ? FILE_TIMEOUT_MS : TIMEOUT_MS, async (answer) => {
        const parsed = v.safeParse(schema, await answer.json().catch(() => null));
        return parsed.success ? success(parsed.output) : failed({ kind: 'malformed', status: answer.status });
      }),
    setCsrfToken(csrf) {
      token = csrf;
    },
  };
}
