import { waitFor } from '@testing-library/react';
import { hmac } from '#src/api/hmac.ts';
import { type Answer, json } from '#tests/portal/faults.ts';
import type { LoadedPage } from '#tests/portal/page.ts';
import { CHALLENGE_HEADER, CHALLENGE_STEP_SECONDS } from '#wire/names.ts';

/** The challenge key of the scripted server. */
export const CHALLENGE_KEY = 'key';

/** The age of an outdated challenge token, in time steps. */
const STALE_STEPS = 10;

/**
 * How a person experiences a fault: the server refuses; there is no readable answer; the answer has another shape, which
 * a call that needs no values accepts; the challenge token is wrong; the answer is good after all; or it arrives after the person
 * has left the screen.
 */
export type FaultKind = 'refused' | 'unanswered' | 'misshapen' | 'forged' | 'harmless' | 'late';

export type Fault = {
  readonly kind: FaultKind;
  /** Replaces the good answer. */
  readonly answer: (good: Answer) => Response | Promise<Response>;
  /** Runs before the call. */
  readonly before?: () => void;
  /** Runs between the call and its answer. */
  readonly meanwhile?: (page: LoadedPage) => Promise<void> | void;
};

const refusal = (status: number, errCode = '', more: Readonly<Record<string, unknown>> = {}): Fault => ({
  kind: 'refused',
  answer: () => json({ status, errCode, message: '', ...more }, status),
});

const serverError = (status: number, headers: Readonly<Record<string, string>> = {}): Fault => ({
  kind: 'unanswered',
  answer: () => json({ status, errCode: '', message: '' }, status, headers),
});

const unreadableBody = (body: string, type = 'application/json', status = 200): Fault => ({
  kind: 'unanswered',
  answer: () => new Response(body, { status, headers: { 'Content-Type': type } }),
});

/** An answer that is cut off after its beginning. */
const truncated = (beginning: string): Fault => ({
  kind: 'unanswered',
  answer: () =>
    new Response(
      new ReadableStream({
        start: (body) => body.enqueue(new TextEncoder().encode(beginning)),
        pull: (body) => body.error(new TypeError('terminated')),
      }),
    ),
});

/** The challenge token that the server gave a body this number of time steps ago. */
export function challengeTokenOf(body: string, stepsAgo = 0): string {
  const step = Math.floor(Date.now() / (CHALLENGE_STEP_SECONDS * 1000)) - stepsAgo;
  return `nonce.${step}.${hmac(CHALLENGE_KEY, `nonce.${step}.${body}`)}`;
}

/** The good answer with another challenge token, or without a challenge token. */
const withChallengeToken = (kind: FaultKind, tokenOf: ((body: string) => string) | null): Fault => ({
  kind,
  answer: async (good) => {
    const answer = await good();
    const body = await answer.text();
    const text = answer.status === 204 ? null : body;
    const headers: Record<string, string> = tokenOf ? { [CHALLENGE_HEADER]: tokenOf(body) } : {};
    return new Response(text, { status: answer.status, headers });
  },
});

/** Sets whether the browser reports a network connection. */
function setOnline(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

/** Restores the network connection after a fault. */
export const restoreNetwork = (): void => setOnline(true);

/** A message of the server in a language that the person has changed since. */
export const FORMER_LANGUAGE_MESSAGE = 'Message in the former language';

const HTML = '<!doctype html><title>Proxy</title><h1>Bad Gateway</h1>';
/** A line that is longer than any message. */
const LONG_TEXT = 'x'.repeat(200_000);

const FIELDS = ['clientId', 'redirectUrl', 'serviceName', 'policyId', 'to', 'accessToken', 'authenticator'];
const MORE_FIELDS = ['pushId', 'qrId', 'check', 'data', 'ak', 'otp', 'schema', 'authCode', 'result', 'level'];
const wrongTypes = Object.fromEntries([...FIELDS, ...MORE_FIELDS].map((name) => [name, [{}]]));

/** The faults that every call is tested with, by name. */
export const FAULTS = {
  'a refusal 000': refusal(400, '000'),
  'a refusal 001_1 with counters': refusal(400, '001_1', { failCount: 5, maxCount: 5 }),
  'a refusal 005_1': refusal(400, '005_1'),
  'a refusal 010_3': refusal(400, '010_3'),
  'a refusal 013_1': refusal(400, '013_1'),
  'a refusal 016': refusal(400, '016'),
  'a refusal with an unknown code': refusal(400, 'E-4711'),
  'a refusal with a code at 200': { kind: 'refused', answer: () => json({ status: 200, errCode: '001' }) },
  '400': refusal(400),
  '401': refusal(401),
  '403': refusal(403),
  '404': refusal(404),
  '409': refusal(409),
  '413': refusal(413),
  '429': refusal(429),
  '429 with Retry-After': {
    kind: 'refused',
    answer: () => json({ status: 429, errCode: '', message: '' }, 429, { 'Retry-After': '30' }),
  },
  '500': serverError(500),
  '502 with HTML': unreadableBody(HTML, 'text/html', 502),
  '503': serverError(503, { 'Retry-After': '120' }),
  'an empty body': unreadableBody(''),
  'a truncated body': unreadableBody('{"status": 200, "to": "/oau'),
  HTML: unreadableBody(HTML, 'text/html'),
  null: unreadableBody('null'),
  'an array': unreadableBody('[{"status": 200}]'),
  'wrong types': { kind: 'misshapen', answer: () => json({ status: 200, ...wrongTypes }) },
  'another shape': { kind: 'misshapen', answer: () => json({ status: 200, body: { ok: true } }) },
  'a huge message': refusal(400, '', { message: LONG_TEXT }),
  'a slow answer': {
    kind: 'harmless',
    answer: (good) => good(),
    // An impatient person presses again.
    meanwhile: async ({ user }) => {
      const busy = document.querySelector<HTMLElement>('main button[aria-busy=true]');
      if (busy) await user.click(busy);
    },
  },
  'no answer': { kind: 'unanswered', answer: () => new Promise(() => undefined) },
  'a reset': { kind: 'unanswered', answer: () => Response.error() },
  'half a body': truncated('{"status": 200, '),
  'a redirect': {
    kind: 'unanswered',
    answer: () => new Response(null, { status: 302, headers: { Location: '/elsewhere' } }),
  },
  'a wrong challenge token': withChallengeToken('forged', () => 'nonce.1.mac'),
  'an outdated challenge token': withChallengeToken('forged', (body) => challengeTokenOf(body, STALE_STEPS)),
  'a challenge token of another body': withChallengeToken('forged', () => challengeTokenOf('{}')),
  'no challenge token': withChallengeToken('harmless', null),
  'two answers in one body': unreadableBody('{"status": 200}{"status": 200}'),
  'an answer after leaving': {
    kind: 'late',
    answer: (good) => good(),
    meanwhile: async ({ user }) => user.click(document.querySelector('header a') as HTMLElement),
  },
  'an answer in the former language': {
    kind: 'refused',
    answer: () => json({ status: 400, errCode: '500', message: FORMER_LANGUAGE_MESSAGE }, 400),
    meanwhile: async ({ user }) => {
      const { lang } = document.documentElement;
      await user.click(document.querySelector('header [aria-pressed=false]') as HTMLElement);
      await waitFor(() => {
        if (document.documentElement.lang === lang)
          throw new Error('The page is still in the former language');
      });
    },
  },
  'no network before the call': {
    kind: 'unanswered',
    before: () => setOnline(false),
    answer: () => Response.error(),
  },
  'no network during the call': {
    kind: 'unanswered',
    answer: () => Response.error(),
    meanwhile: () => setOnline(false),
  },
} as const satisfies Record<string, Fault>;
export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as readonly FaultName[];
