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
import { DESK_CALLS, type DeskCallName, isRepeatable } from '#wire/desk/calls.ts';
import { DESK_CSRF_HEADER } from '#wire/desk/names.ts';
import { IDEMPOTENCY_HEADER, LANGUAGE_HEADER } from '#wire/names.ts';

/** Longest time a call may take, its body included. */
const TIMEOUT_MS = 15_000;

/** Longest time for a file. */
const FILE_TIMEOUT_MS = 120_000;

const refusal = v.object({
  code: v.string(),
  fields: v.optional(v.array(v.string())),
  retrySeconds: v.optional(v.number()),
});

export type DeskClient = {
  /**
   * Makes a call of `wire/desk`. Refusals and failures are data. It never retries by itself; an act that is submitted again within a
   * minute after no answer came has the idempotency key of before.
   */
  readonly call: <Value>(
    name: DeskCallName,
    schema: v.GenericSchema<unknown, Value>,
    body?: unknown,
  ) => Promise<Result<Value>>;
  /** Makes a call whose answer is a file. */
  readonly download: (name: DeskCallName, body: unknown) => Promise<Result<Blob>>;
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

/** The client of the desk's calls, at the desk's own origin. @param language the language of the page now */
export function createDeskClient(language: () => string): DeskClient {
  let token = '';
  const submissions = createIdempotencyKeys(() => performance.now());

  async function ask<Value>(
    name: DeskCallName,
    body: unknown,
    timeoutMs: number,
    read: (answer: Response) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    const { method, path } = DESK_CALLS[name];
    const submission = isRepeatable(name) ? submissions.begin(JSON.stringify([name, body])) : null;
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
      ask(
        name,
        body,
        name === 'importCheck' || name === 'importRun' ? FILE_TIMEOUT_MS : TIMEOUT_MS,
        async (answer) => {
          const parsed = v.safeParse(schema, await answer.json().catch(() => null));
          return parsed.success
            ? success(parsed.output)
            : failed({ kind: 'malformed', status: answer.status });
        },
      ),
    download: (name, body) =>
      ask(name, body, FILE_TIMEOUT_MS, async (answer) => success(await answer.blob())),
    setCsrfToken(csrf) {
      token = csrf;
    },
  };
}
