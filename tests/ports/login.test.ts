import { expect, it } from 'vitest';
import { initialContext } from '#machines/portal/portal.setup.ts';
import type { FixedToken } from '#machines/shared/policy.ts';
import { NEW_SESSION } from '#machines/shared/session.ts';
import { createClient } from '#src/api/client.ts';
import { finishFirstStep } from '#src/ports/login.ts';
import { policy as policySample } from '#tests/support/model/samples.ts';
import { DEFAULT_RUNTIME_CONFIG } from '#wire/runtime-config.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';
import { decodeUserPassword, type FirstStepPassword } from '#wire/user-password.ts';

type Boxes = { readonly always?: boolean; readonly alwaysSend?: boolean };

const CARD: FixedToken = { tokenCode: TOKEN_CODES.otpCard, alwaysSend: false };

/** The flags that a login by card sends. */
async function flagsOf(fixedToken: FixedToken | null, boxes: Boxes): Promise<string> {
  const sent: string[] = [];
  const client = createClient(
    {
      language: () => 'ko',
      accessToken: () => '',
      challengeKey: () => '',
      skewMs: () => 0,
      challengeReceived: () => undefined,
      pageRefused: () => undefined,
    },
    {
      base: 'http://localhost',
      fetch: async (request) => {
        sent.push(((await new Request(request).json()) as { userPassword: string }).userPassword);
        return Response.json({ status: 200, to: '/' });
      },
    },
  );
  const context = initialContext({
    config: DEFAULT_RUNTIME_CONFIG,
    locale: 'ko',
    session: NEW_SESSION,
    keptPolicy: null,
    address: '/',
    origin: 'http://localhost',
    isOnline: true,
  });
  const portal = { ...context, policy: { ...policySample(), fixedToken } };
  const proof = { userId: 'lee', tokenCode: TOKEN_CODES.otpCard, secret: '123456', ...boxes };
  await finishFirstStep(client, portal, proof, new AbortController().signal);
  const { fixed, alwaysSend } = decodeUserPassword(sent[0] ?? '') as FirstStepPassword;
  return fixed + alwaysSend;
}

it.each<[string, FixedToken | null, Boxes, string]>([
  ['a screen without boxes keeps its method the default', CARD, {}, 'YN'],
  ['a screen without boxes keeps sending by itself', { ...CARD, alwaysSend: true }, {}, 'YY'],
  ['a screen without boxes sets no default', null, {}, 'NN'],
  ['an unticked box clears the default', CARD, { always: false, alwaysSend: false }, 'NN'],
  ['sending by itself goes with the default only', null, { always: false, alwaysSend: true }, 'NN'],
])('%s', async (_, fixedToken, boxes, flags) => {
  expect(await flagsOf(fixedToken, boxes)).toBe(flags);
});
