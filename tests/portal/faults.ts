import { CHALLENGE_HEADER } from '#wire/names.ts';

export type Answer = () => Response | Promise<Response>;

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });

const text = (body: string, type: string) => () =>
  new Response(body, { status: 200, headers: { 'Content-Type': type } });
const refusal = (status: number) => () => json({ status, errCode: '', message: '' }, status);

/** Faults of any call. */
export const FAULTS = {
  'no network': () => Response.error(),
  'an answer that breaks off': () =>
    new Response(new ReadableStream({ pull: (body) => body.error(new TypeError('terminated')) })),
  '400': refusal(400),
  '401': refusal(401),
  '404': refusal(404),
  '500': refusal(500),
  'broken JSON': text('{"status": 200,', 'application/json'),
  HTML: text('<!doctype html><title>Proxy</title>', 'text/html'),
  'an empty body': text('', 'application/json'),
  'wrong types': () =>
    json({
      clientId: 1,
      redirectUrl: {},
      serviceName: 2,
      policyId: 3,
      to: [],
      accessToken: 4,
      authenticator: 5,
      message: 6,
      pushId: 7,
      qrId: 8,
      check: 9,
      assertionRequest: 10,
    }),
  'a wrong challenge': () => json({ status: 200 }, 200, { [CHALLENGE_HEADER]: 'nonce.1.mac' }),
} as const satisfies Record<string, Answer>;
export type FaultName = keyof typeof FAULTS;

/** Pairs of faults that the client reports as the same failure, for every call (tests/api/faults.test.ts). */
export const SAME_FAILURE = [
  ['no network', 'an answer that breaks off'],
  ['broken JSON', 'HTML'],
] as const satisfies readonly (readonly FaultName[])[];
