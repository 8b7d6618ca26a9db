import { describe, expect } from 'vitest';
import { finishIdentityCheck, reLogin, tokenOf } from '#tests/support/server/identity.ts';
import { testServer } from '#tests/support/server/server.ts';
import { authenticate } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import { codeIn, enter, errCodeOrStatus, logIn, sendWith } from './methods/steps.ts';

describe('re-authentication by password', () => {
  test.for(['kim', 'lee', 'park'])(
    'gives %s a token for every identity method of the policy, and no login',
    async (userId, { server }) => {
      const person = await enter(server, userId);
      const answer = await reLogin(person.browser, userId, person.policyId);
      expect(answer.json).toEqual({ status: 200, accessToken: expect.stringMatching(/^[\w-]{43}$/) });
      expect((await sendWith(person, 'inmail', tokenOf(answer))).json['result']).toBe(true);
      const code = codeIn(server, userId, 'inmail');
      const check = await finishIdentityCheck(person.browser, userId, tokenOf(answer), '2', code);
      expect(check.json['result']).toBe(true);
      const session = await server.portal.sessions.open(person.browser.cookieHeader);
      expect(
        session && (await server.portal.proofs.find(session, 'demo-oidc', userId))?.passwordAt,
      ).toBeNull();
    },
  );

  test('does not pass the password gate', async () => {
    const person = await enter(await testServer(), 'hong');
    await reLogin(person.browser, 'hong', person.policyId);
    expect(
      (await authenticate(person.browser, 'hong', { policyId: person.policyId, tokenCode: '1' })).status,
    ).toBe(401);
  });

  test('counts its failures together with those of the sign-in', async () => {
    const person = await enter(await testServer(), 'kim');
    for (let wrong = 1; wrong <= 5; wrong += 1) {
      expect(errCodeOrStatus(await reLogin(person.browser, 'kim', person.policyId, 'wrong'))).toBe(
        wrong < 5 ? '001' : '001_1',
      );
    }
    expect(errCodeOrStatus(await logIn(person, '-1', 'Munjigi!2026'))).toBe('001_1');
  });

  test('allows no identity method that the policy excludes', async ({ server }) => {
    const person = await enter(server, 'kim');
    const token = tokenOf(await reLogin(person.browser, 'kim', person.policyId));
    expect(errCodeOrStatus(await finishIdentityCheck(person.browser, 'kim', token, '9', '123456'))).toBe(
      '018',
    );
  });
});
