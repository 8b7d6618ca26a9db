import { expect, test } from 'vitest';
import type { PolicyRule } from '#server/config/policy.ts';
import { secondTokens, unusedRanks } from '#server/login/policy/second-tokens.ts';

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
] as const)('after a first step by %j there are left %j', ([used, left]) => {
  expect([...secondTokens(rule, used)].sort()).toEqual(left);
  expect(Object.keys(unusedRanks(secondTokenPriority, used)).sort()).toEqual(left);
});
