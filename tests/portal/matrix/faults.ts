import { waitFor } from '@testing-library/react';
import { hmac } from '#src/api/hmac.ts';
import { type Answer, json } from '#tests/portal/faults.ts';
import type { LoadedPage } from '#tests/portal/page.ts';
import { CHALLENGE_HEADER, CHALLENGE_STEP_SECONDS } from '#wire/names.ts';

/** By which the scripted server seals its answers. */
export const SEAL_KEY = 'key';

/** How many steps too late an old seal is. */
const STALE_STEPS = 10;

/**
 * What a fault is to a person: the server says no; nobody has answered, or nothing that can be read; something was
 * answered that a call that asks for nothing may take; the answer is not the server's; it is good after all; or it
 * comes to a screen that has been left.
 */
export type Harm = 'refused' | 'unanswered' | 'strange' | 'forged' | 'none' | 'late';

export type Fault = {
  readonly harm: Harm;
  /** In place of the good answer. */
  readonly answer: (good: Answer) => Response | Promise<Response>;
  /** Before the call. */
  readonly before?: () => void;
  /** While the answer is on its way. */
  readonly meanwhile?: (page: LoadedPage) => Promise<void> | void;
};

const refused = (status: number, errCode = '', more: Readonly<Record<string, unknown>> = {}): Fault => ({
  harm: 'refused',
  answer: () => json({ status, errCode, message: '', ...more }, status),
});

const broken = (status: number, headers: Readonly<Record<string, string>> = {}): Fault => ({
  harm: 'unanswered',
  answer: () => json({ status, errCode: '', message: '' }, status, headers),
});

const said = (body: string, type = 'application/json', status = 200): Fault => ({
  harm: 'unanswered',
  answer: () => new Response(body, { status, headers: { 'Content-Type': type } }),
});

/** An answer of which this much arrives before the line breaks. */
const cut = (beginning: string): Fault => ({
  harm: 'unanswered',
  answer: () =>
    new Response(
      new ReadableStream({
        start: (body) => body.enqueue(new TextEncoder().encode(beginning)),
        pull: (body) => body.error(new TypeError('terminated')),
      }),
    ),
});

/** Seals a body as the server does, some steps of the clock ago. */
export function sealOf(body: string, stepsAgo = 0): string {
  const step = Math.floor(Date.now() / (CHALLENGE_STEP_SECONDS * 1000)) - stepsAgo;
  return `nonce.${step}.${hmac(SEAL_KEY, `nonce.${step}.${body}`)}`;
}

/** The good answer with another seal, or with none. */
const sealed = (harm: Harm, seal: ((body: string) => string) | null): Fault => ({
  harm,
  answer: async (good) => {
    const answer = await good();
    const body = await answer.text();
    const text = answer.status === 204 ? null : body;
    const headers: Record<string, string> = seal ? { [CHALLENGE_HEADER]: seal(body) } : {};
    return new Response(text, { status: answer.status, headers });
  },
});

/** Whether the browser says that it has a network. */
function setOnline(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

/** Restores the network after a fault. */
export const restore = (): void => setOnline(true);

/** The server's words in the language in which it was asked, which the person reads no more. */
export const OTHER_WORDS = 'Words of the language before';

const HTML = '<!doctype html><title>Proxy</title><h1>Bad Gateway</h1>';
/** In a text of one line, as many as a page can be given at once. */
const HUGE = 'x'.repeat(200_000);

const TYPES = ['clientId', 'redirectUrl', 'serviceName', 'policyId', 'to', 'accessToken', 'authenticator'];
const MORE_TYPES = ['pushId', 'qrId', 'check', 'data', 'ak', 'otp', 'schema', 'authCode', 'result', 'level'];
const wrongTypes = Object.fromEntries([...TYPES, ...MORE_TYPES].map((name) => [name, [{}]]));

/** The faults that any call may meet, by name. */
export const FAULTS = {
  'a refusal 000': refused(400, '000'),
  'a refusal 001_1 with counters': refused(400, '001_1', { failCount: 5, maxCount: 5 }),
  'a refusal 005_1': refused(400, '005_1'),
  'a refusal 010_3': refused(400, '010_3'),
  'a refusal 013_1': refused(400, '013_1'),
  'a refusal 016': refused(400, '016'),
  'a refusal with a code of nobody': refused(400, 'E-4711'),
  'a refusal with a code at 200': { harm: 'refused', answer: () => json({ status: 200, errCode: '001' }) },
  '400': refused(400),
  '401': refused(401),
  '403': refused(403),
  '404': refused(404),
  '409': refused(409),
  '413': refused(413),
  '429': refused(429),
  '429 with Retry-After': {
    harm: 'refused',
    answer: () => json({ status: 429, errCode: '', message: '' }, 429, { 'Retry-After': '30' }),
  },
  '500': broken(500),
  '502 with HTML': said(HTML, 'text/html', 502),
  '503': broken(503, { 'Retry-After': '120' }),
  'an empty body': said(''),
  'a truncated body': said('{"status": 200, "to": "/oau'),
  HTML: said(HTML, 'text/html'),
  null: said('null'),
  'an array': said('[{"status": 200}]'),
  'wrong types': { harm: 'strange', answer: () => json({ status: 200, ...wrongTypes }) },
  'another shape': { harm: 'strange', answer: () => json({ status: 200, body: { ok: true } }) },
  'a huge message': refused(400, '', { message: HUGE }),
  'a slow answer': {
    harm: 'none',
    answer: (good) => good(),
    // Who grows impatient presses again.
    meanwhile: async ({ user }) => {
      const busy = document.querySelector<HTMLElement>('main button[aria-busy=true]');
      if (busy) await user.click(busy);
    },
  },
  'no answer': { harm: 'unanswered', answer: () => new Promise(() => undefined) },
  'a reset': { harm: 'unanswered', answer: () => Response.error() },
  'half a body': cut('{"status": 200, '),
  'a redirect': {
    harm: 'unanswered',
    answer: () => new Response(null, { status: 302, headers: { Location: '/elsewhere' } }),
  },
  'a wrong seal': sealed('forged', () => 'nonce.1.mac'),
  'an old seal': sealed('forged', (body) => sealOf(body, STALE_STEPS)),
  'a seal of another body': sealed('forged', () => sealOf('{}')),
  'no seal': sealed('none', null),
  'an answer twice': said('{"status": 200}{"status": 200}'),
  'an answer after leaving': {
    harm: 'late',
    answer: (good) => good(),
    meanwhile: async ({ user }) => user.click(document.querySelector('header a') as HTMLElement),
  },
  'an answer in the language before': {
    harm: 'refused',
    answer: () => json({ status: 400, errCode: '500', message: OTHER_WORDS }, 400),
    meanwhile: async ({ user }) => {
      const { lang } = document.documentElement;
      await user.click(document.querySelector('header [aria-pressed=false]') as HTMLElement);
      await waitFor(() => {
        if (document.documentElement.lang === lang)
          throw new Error('The page is still in the language before');
      });
    },
  },
  'no network before': { harm: 'unanswered', before: () => setOnline(false), answer: () => Response.error() },
  'no network during': {
    harm: 'unanswered',
    answer: () => Response.error(),
    meanwhile: () => setOnline(false),
  },
} as const satisfies Record<string, Fault>;
export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as readonly FaultName[];
