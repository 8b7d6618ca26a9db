import type { MessageKey, MessageLanguage } from '#src/app/messages.ts';
import { IS_WHOLE, languagesOf } from '#tests/support/whole.ts';
import { CHALLENGE_HEADER } from '#wire/names.ts';

export type Answer = () => Response | Promise<Response>;

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });

const text = (body: string, type: string) => () =>
  new Response(body, { status: 200, headers: { 'Content-Type': type } });
const refusal = (status: number) => () => json({ status, errCode: '', message: '' }, status);

/** What may go wrong with any call. */
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

/** Whether the server says no, and will say it again (decision 86). */
export const isRefusal = (fault: FaultName): boolean => fault === '400' || fault === '404';

/** What is said of a fault: that the network or the service has a problem, or of a refusal what the screen says. */
export function toldOf(fault: FaultName, refused: MessageKey): MessageKey {
  if (fault === 'no network' || fault === 'an answer that breaks off') return 'info.failure.unreachable';
  return fault === '401' || isRefusal(fault) ? refused : 'info.failure.trouble';
}

/** Faults that the client hands on as one and the same, whatever the call (tests/api/faults.test.ts). */
export const ALIKE = [
  ['no network', 'an answer that breaks off'],
  ['broken JSON', 'HTML'],
] as const satisfies readonly (readonly FaultName[])[];

/** Faults after which a person reads the same and goes on the same way; what no group has is told by the client. */
const LIKE_TO_A_PERSON = [
  ['no network', 'an answer that breaks off'],
  ['400', '404'],
  ['401'],
  ['500', 'broken JSON', 'an empty body', 'HTML', 'wrong types'],
] as const satisfies readonly (readonly FaultName[])[];

/** Whether it is the turn of a fault: of those that are alike each call meets one, of the rest the first call each. */
function isDue(fault: FaultName, call: number): boolean {
  const group = LIKE_TO_A_PERSON.find((names: readonly FaultName[]) => names.includes(fault));
  return group ? group[call % group.length] === fault : call === 0;
}

/**
 * Every call with every fault, the languages in turns. The whole run has the full product; otherwise the faults that
 * are alike take turns from call to call.
 */
export function faultCases<CallName extends string>(
  calls: readonly CallName[],
): readonly (readonly [CallName, FaultName, MessageLanguage])[] {
  const faults = Object.keys(FAULTS) as FaultName[];
  return calls.flatMap((call, row) =>
    faults.flatMap((fault, column) => {
      if (!IS_WHOLE && !isDue(fault, row)) return [];
      return languagesOf(column).map((language) => [call, fault, language] as const);
    }),
  );
}
