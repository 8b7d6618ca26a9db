import { expect, it } from 'vitest';
import { callsOfTheSpecification } from '#tests/support/section-7.ts';
import { FAULT_NAMES, shareOf } from './faults.ts';
import { LOGIN_CALLS } from './login-calls.ts';
import { PASSWORD_FLOW_CALLS } from './password-calls.ts';
import { REGISTERING_CALLS } from './registration-calls.ts';

const CALLS = Object.keys({ ...LOGIN_CALLS, ...PASSWORD_FLOW_CALLS, ...REGISTERING_CALLS });

it('has every call of section 7, and no other', () => {
  const named = callsOfTheSpecification();
  const rows = new Set(CALLS.map((call) => call.split(',')[0]));
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((call) => !rows.has(call) && !rows.has(`${call}/{userId}`))).toEqual([]);
  expect(
    [...rows].filter(
      (call = '') => !named.includes(call.replace(/\/\{userId\}$/, '')) && !named.includes(call),
    ),
  ).toEqual([]);
});

it('has every call and every fault meet at least once, whatever part of it is run', () => {
  expect(FAULT_NAMES.length).toBeGreaterThanOrEqual(29);
  expect(CALLS.filter((call) => shareOf(call).length === 0)).toEqual([]);
  const met = new Set(CALLS.flatMap(shareOf));
  expect(FAULT_NAMES.filter((fault) => !met.has(fault))).toEqual([]);
});
