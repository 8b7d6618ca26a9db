import { createHmac } from 'node:crypto';
import {
  CHALLENGE_HEADER,
  CHALLENGE_STEP_SECONDS,
  LANGUAGE_HEADER,
  REDIRECT_PAGE_HEADER,
} from '#wire/names.ts';
import { CONTRACT_CALLS, type ContractCall, type ContractOptions, type EarlierAnswers } from './calls.ts';
import { isObject, shapeProblems } from './shape.ts';

/** The result of a call to the checked server. */
export type CallResult = {
  readonly call: string;
  /** Status of the answer; null when there was no answer or the call was not made. */
  readonly status: number | null;
  /** `left out`: the call was not made, because an option is missing. */
  readonly outcome: 'good' | 'bad' | 'left out';
  /** Why the portal could not use the answer, or why the call was not made. */
  readonly problems: readonly string[];
};

/** The timeout that the portal uses for its calls, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** Values of errCode that mean success in an answer below status 400 (rule 163). */
const SUCCESS_CODES: readonly unknown[] = [undefined, null, '', 0, '0', '200'];

/** The inert JSON block with the configuration in the portal's page. */
const CONFIG_BLOCK = /<script type="application\/json" id="munjigi-config">([^<]*)<\/script>/;

type Answer = { readonly status: number; readonly headers: Headers; readonly body: string };

/**
 * Problems with the challenge token of an answer. The clocks may differ by one time step.
 * @param key the challenge key; empty when the server has not sent a key
 */
function challengeProblems({ headers, body }: Answer, key: string, now: number): string[] {
  const token = headers.get(CHALLENGE_HEADER) ?? '';
  if (!token.includes('.')) return [];
  const [nonce = '', step = '', mac = '', ...more] = token.split('.');
  if (mac === '' || more.length > 0) return [`${CHALLENGE_HEADER} does not have three parts`];
  if (key === '') return [`${CHALLENGE_HEADER} is a challenge token, but the page has no key for it`];
  const expectedMac = createHmac('sha256', key).update(`${nonce}.${step}.${body}`).digest('base64url');
  if (expectedMac !== mac) return [`${CHALLENGE_HEADER} is not valid for this body`];
  const steps = Math.abs(Number(step) - Math.floor(now / 1000 / CHALLENGE_STEP_SECONDS));
  return steps > 1 ? [`${CHALLENGE_HEADER} is ${steps} time steps off`] : [];
}

/** Problems with the status and the headers of an answer. */
function answerProblems(answer: Answer): string[] {
  const { status, headers, body } = answer;
  const type = headers.get('content-type') ?? '';
  const redirectPage = (headers.get(REDIRECT_PAGE_HEADER) ?? '').trim().toLowerCase();
  return [
    ...(status >= 300 && status < 400
      ? [`redirects to ${headers.get('location')}: a call must be answered`]
      : []),
    ...(status >= 500 ? [`fails with ${status}`] : []),
    ...(redirectPage === 'error'
      ? [`${REDIRECT_PAGE_HEADER}: error sends every person to the error page`]
      : []),
    ...(body !== '' && !type.includes('json') ? [`Content-Type is "${type}"`] : []),
    ...(headers.get('cache-control')?.includes('public') ? ['may be cached: Cache-Control is public'] : []),
  ];
}

/** Problems with the body of an answer. */
function bodyProblems({ status, body }: Answer, { shape }: ContractCall): string[] {
  let fields: unknown;
  try {
    fields = JSON.parse(body);
  } catch {
    return ['the body is not JSON'];
  }
  if (!isObject(fields)) return ['the body is not an object'];
  const { status: statusField, errCode, result } = fields;
  if (status < 400 && Number(statusField) >= 400)
    return [`says status ${String(statusField)} with HTTP ${status}: read as a refusal`];
  if (status >= 400) {
    return SUCCESS_CODES.includes(errCode) && typeof fields['message'] !== 'string'
      ? [`refuses with ${status} without errCode and message`]
      : [`refuses with ${status} ${String(errCode ?? '')}`.trim()];
  }
  if (!SUCCESS_CODES.includes(errCode))
    return [`errCode ${String(errCode)} with ${status} is read as a refusal`];
  if (result === false) return ['result false is read as a refusal'];
  return shapeProblems(fields, shape);
}

const HAS_NEEDED_OPTIONS: Readonly<Record<ContractCall['needs'], (options: ContractOptions) => boolean>> = {
  nothing: () => true,
  account: ({ account }) => account !== '',
  password: ({ account, password }) => account !== '' && password !== '',
};

/** Parameters of {@link runContract}. */
export type ContractRun = {
  /** Origin of the server. */
  readonly server: string;
  readonly contractOptions: ContractOptions;
  /** Sends a request with the stored cookies and stores the cookies of the response. */
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Returns the current time in epoch milliseconds. */
  readonly now: () => number;
};

/**
 * Opens the page of a server and makes all calls of the contract. Never rejects.
 * @returns a result for the page and for each call
 */
export async function runContract({
  server,
  contractOptions,
  fetch,
  now,
}: ContractRun): Promise<readonly CallResult[]> {
  /** Returns the answer, or a text that says why there is no answer. */
  const request = async (path: string, init: RequestInit): Promise<Answer | string> => {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetch(`${server}${path}`, { redirect: 'manual', signal, ...init });
      return { status: response.status, headers: response.headers, body: await response.text() };
    } catch (error) {
      return error instanceof Error && error.name === 'TimeoutError'
        ? 'no answer within 15 s'
        : `no answer: ${error instanceof Error ? error.message : String(error)}`;
    }
  };
  const page = await request('/login', { headers: { Accept: 'text/html' } });
  const config = typeof page === 'string' ? null : CONFIG_BLOCK.exec(page.body)?.[1];
  let challengeKey = '';
  try {
    challengeKey = String((JSON.parse(config ?? '{}') as { challengeKey?: string }).challengeKey ?? '');
  } catch {
    return [
      { call: 'GET /login', status: null, outcome: 'bad', problems: ['its configuration is not JSON'] },
    ];
  }
  const isPortalPage = typeof page !== 'string' && page.status < 400 && page.body.includes('id="root"');
  const results: CallResult[] = [
    {
      call: 'GET /login',
      status: typeof page === 'string' ? null : page.status,
      outcome: isPortalPage ? 'good' : 'bad',
      problems: typeof page === 'string' ? [page] : isPortalPage ? [] : ['does not answer with the portal'],
    },
  ];
  let earlierAnswers: EarlierAnswers = { policyId: '' };
  for (const call of CONTRACT_CALLS) {
    if (!HAS_NEEDED_OPTIONS[call.needs](contractOptions)) {
      results.push({
        call: call.name,
        status: null,
        outcome: 'left out',
        problems: [`needs the ${call.needs}`],
      });
      continue;
    }
    const body = call.body?.(contractOptions, earlierAnswers);
    const headers = { [LANGUAGE_HEADER]: 'en', ...(body ? { 'Content-Type': 'application/json' } : {}) };
    const answer = await request(call.path(contractOptions), {
      method: call.method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (typeof answer === 'string') {
      results.push({ call: call.name, status: null, outcome: 'bad', problems: [answer] });
      continue;
    }
    const token = answer.headers.get(CHALLENGE_HEADER) ?? '';
    // A challenge token has dots between its three parts; a value without dots replaces the key (rule 05).
    if (token !== '' && !token.includes('.')) challengeKey = token;
    const problems = [
      ...answerProblems(answer),
      ...challengeProblems(answer, challengeKey, now()),
      ...bodyProblems(answer, call),
    ];
    if (call.name === 'POST /auth/policy/check' && problems.length === 0) {
      earlierAnswers = { policyId: (JSON.parse(answer.body) as { policyId: string }).policyId };
    }
    results.push({
      call: call.name,
      status: answer.status,
      outcome: problems.length === 0 ? 'good' : 'bad',
      problems,
    });
  }
  return results;
}
