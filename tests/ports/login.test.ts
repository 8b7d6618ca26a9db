import { expect, it } from 'vitest';
import { initialContext } from '#machines/portal/portal.setup.ts';
import type { FixedToken, Policy } from '#machines/shared/policy.ts';
import { NEW_SESSION } from '#machines/shared/session.ts';
import { finishFirstStep } from '#src/ports/login.ts';
import { clientWith } from '#tests/support/client.ts';
import { policy as policySample } from '#tests/support/model/samples.ts';
import { openNetwork } from '#tests/support/network.ts';
import { DEFAULT_RUNTIME_CONFIG } from '#wire/runtime-config.ts';
import { TOKEN_CODES, type TokenCode } from '#wire/token-codes.ts';
import { decodeUserPassword, type FirstStepPassword } from '#wire/user-password.ts';

const network = openNetwork();

type Boxes = { readonly always?: boolean; readonly alwaysSend?: boolean };

const CARD: FixedToken = { tokenCode: TOKEN_CODES.otpCard, alwaysSend: false };

type Proof = { readonly tokenCode?: TokenCode; readonly check?: string } & Boxes;

/** What a login by card sends and is answered, at a portal whose policy is this. */
async function finish(changes: Partial<Policy>, proof: Proof) {
  const sent: { path: string; body: Record<string, string> }[] = [];
  network.answer(async (asked) => {
    sent.push({
      path: new URL(asked.url).pathname,
      body: (await asked.json()) as Record<string, string>,
    });
    return Response.json({ status: 200, to: '/', secondToken: 'second-1' });
  });
  const context = initialContext({
    config: DEFAULT_RUNTIME_CONFIG,
    locale: 'ko',
    session: NEW_SESSION,
    keptPolicy: null,
    address: '/',
    origin: 'http://localhost',
    isOnline: true,
    passkeySupport: 'supported',
  });
  const portal = { ...context, policy: { ...policySample(), ...changes } };
  const shown = { userId: 'lee', tokenCode: TOKEN_CODES.otpCard, secret: '123456', ...proof };
  const answer = await finishFirstStep(clientWith(), portal, shown, new AbortController().signal);
  return { sent, answer };
}

/** The flags that a login by card sends. */
async function flagsOf(fixedToken: FixedToken | null, boxes: Boxes): Promise<string> {
  const { sent } = await finish({ fixedToken }, boxes);
  const { fixed, alwaysSend } = decodeUserPassword(sent[0]?.body['userPassword'] ?? '') as FirstStepPassword;
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

it.each<[TokenCode, string]>([
  ['7', ''],
  ['10', ''],
  ['12', 'finish'],
])('under a policy of two steps the first by %s goes to /login/oidc', async (tokenCode, fidoStatus) => {
  const { sent, answer } = await finish({ secondAuth: true }, { tokenCode, check: 'A' });
  const body = { clientId: '', userId: 'lee', type: tokenCode, otp: '123456', fidoStatus };
  expect(sent).toEqual([{ path: '/login/oidc', body }]);
  expect(answer).toMatchObject({ ok: true, value: { secondToken: 'second-1', accessToken: 'second-1' } });
  expect(answer).not.toHaveProperty('value.firstFixed');
});

it.each<[Boxes, string]>([
  [{ always: true, alwaysSend: true }, 'YY'],
  [{ always: true }, 'YN'],
  [{ always: false, alwaysSend: true }, 'NN'],
])('the boxes %j of a first step are kept for the second', async (boxes, firstFixed) => {
  const { answer } = await finish({ secondAuth: true }, boxes);
  expect(answer).toMatchObject({ ok: true, value: { firstFixed } });
});
