import { expect, it } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { loginParameters } from '#cases/samples.ts';
import { type Boxes, NO_BOXES } from '#machines/shared/boxes.ts';
import type { LoginCall, LoginParameters } from '#machines/shared/login.ts';
import { loginPorts } from '#src/ports/login.ts';
import { clientWith } from '#tests/support/client.ts';
import { openNetwork } from '#tests/support/network.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import { decodeUserPassword, type UserPassword } from '#wire/user-password.ts';

const network = openNetwork();

const call = (login: Partial<LoginParameters>, changes: Partial<LoginCall> = {}): LoginCall => ({
  ...loginParameters({ clientId: 'demo', redirect: '/r', ...login }),
  userId: 'lee',
  tokenCode: '7',
  secret: '123456',
  boxes: null,
  ...changes,
});

/** Runs a port, and returns its requests and its result. */
async function runPort(port: keyof ReturnType<typeof loginPorts>, input: LoginCall) {
  const sent: { path: string; body: Record<string, string> }[] = [];
  network.answer(async (request) => {
    sent.push({
      path: new URL(request.url).pathname,
      body: (await request.json()) as Record<string, string>,
    });
    return Response.json({ status: 200, to: '/', secondToken: 'second-1' });
  });
  const ports = loginPorts({ client: clientWith(), ip: () => '203.0.113.7' });
  const answer = await toPromise(createActor(ports[port], { input }).start());
  return { sent, answer, password: decodeUserPassword(sent[0]?.body['userPassword'] ?? '') };
}

it('a login is one call, which has the proof and all other values of the login', async () => {
  const { sent, password } = await runPort('logIn', call({ accessToken: 'token-1' }, { check: 'A' }));
  expect(sent.map(({ path, body }) => [path, body['userId']])).toEqual([['/authenticate', 'lee']]);
  expect(password).toEqual({
    step: '1',
    secret: '123456',
    clientId: 'demo',
    accessToken: 'token-1',
    tokenCode: '7',
    type: 'oidc',
    mode: 'web',
    policyId: 'policy-1',
    fixed: 'N',
    alwaysSend: 'N',
    ip: '203.0.113.7',
    check: 'A',
    redirect: '/r',
  } satisfies UserPassword);
});

it.each<[string, Boxes, Boxes | null, string]>([
  ['a screen without boxes keeps the default method', { always: true, alwaysSend: false }, null, 'YN'],
  ['a screen without boxes keeps the automatic send', { always: true, alwaysSend: true }, null, 'YY'],
  ['a screen without boxes sets no default', NO_BOXES, null, 'NN'],
  ['an unchecked box clears the default', { always: true, alwaysSend: true }, NO_BOXES, 'NN'],
  ['a checked box sets the default', NO_BOXES, { always: true, alwaysSend: true }, 'YY'],
])('%s', async (_, fixed, boxes, flags) => {
  const { password } = await runPort('logIn', call({ fixed }, { boxes }));
  expect(password?.step === '1' && password.fixed + password.alwaysSend).toBe(flags);
});

it.each<[TypeCode, string]>([
  ['7', ''],
  ['10', ''],
  ['12', 'finish'],
])('the first of two steps by %s goes to /login/oidc', async (tokenCode, fidoStatus) => {
  const { sent, answer } = await runPort('proveFirst', call({ step: 'first' }, { tokenCode, check: 'A' }));
  const body = { clientId: 'demo', userId: 'lee', type: tokenCode, otp: '123456', fidoStatus };
  expect(sent).toEqual([{ path: '/login/oidc', body }]);
  expect(answer).toMatchObject({ ok: true, value: { secondToken: 'second-1', accessToken: 'second-1' } });
  expect(answer).not.toHaveProperty('value.firstFixed');
});

it.each<[Boxes, string]>([
  [{ always: true, alwaysSend: true }, 'YY'],
  [{ always: true, alwaysSend: false }, 'YN'],
  [NO_BOXES, 'NN'],
])('the boxes %j of a first step are passed to the second as %s', async (boxes, firstFixed) => {
  const { answer } = await runPort('proveFirst', call({ step: 'first' }, { boxes }));
  expect(answer).toMatchObject({ ok: true, value: { firstFixed } });
});
