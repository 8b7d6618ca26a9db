import { expect, test } from 'vitest';
import type { PolicyRule } from '#server/config/policy.ts';
import { type SecondToken, secondTokens, unusedRanks } from '#server/login/policy/second-tokens.ts';
import { usableSecondTokens } from '#server/login/policy/usable-tokens.ts';
import { accountOf } from '#tests/support/server/accounts.ts';
import { testServer } from '#tests/support/server/server.ts';

const secondTokenPriority = { pw: 1, push: 2, qrCode: 3, mobileOtp: 4 };
const rule = { secondTokenPriority } as PolicyRule;

test.for([
  [['pw'], ['mobileOtp', 'push', 'qrCode']],
  [['push'], ['mobileOtp', 'pw']],
  [
    ['pw', 'mobileOtp'],
    ['push', 'qrCode'],
  ],
  [[], ['mobileOtp', 'push', 'pw', 'qrCode']],
] as const)('after a first step by %j the tokens %j remain', ([firstMethods, remaining]) => {
  expect([...secondTokens(rule, firstMethods)].sort()).toEqual(remaining);
  expect(Object.keys(unusedRanks(secondTokenPriority, firstMethods)).sort()).toEqual(remaining);
});

test('a valid temporary code counts as a token when the policy ranks it', async () => {
  const { portal } = await testServer();
  const account = await accountOf(portal, 'park');
  const usableOf = (names: readonly SecondToken[]) => usableSecondTokens(portal.devices, account, names);
  expect(await usableOf(['emergencyCode'])).toEqual([]);
  const code = { hash: 'a hash', validFrom: 0, validUntil: Number.MAX_SAFE_INTEGER, failures: 0 };
  await portal.devices.emergencyCodes.issue('park', code);
  expect(await usableOf(['emergencyCode'])).toEqual(['emergencyCode']);
  expect(await usableOf([])).toEqual([]);
});
