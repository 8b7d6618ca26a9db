import { expect, it } from 'vitest';
import { callsOfTheSpecification } from '#tests/support/section-7.ts';
import { FAULT_NAMES } from './faults.ts';
import { LOGIN_CALLS } from './login-calls.ts';
import { LOGIN_SENTENCES } from './login-sentences.ts';
import { PASSWORD_FLOW_CALLS } from './password-calls.ts';
import { REGISTERING_CALLS } from './registration-calls.ts';
import { shareOf } from './share.ts';

const CALLS = Object.keys({ ...LOGIN_CALLS, ...PASSWORD_FLOW_CALLS, ...REGISTERING_CALLS });

const share = (call: string) => shareOf(call, call in LOGIN_SENTENCES);

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
  expect(CALLS.filter((call) => share(call).length === 0)).toEqual([]);
  const met = new Set(CALLS.flatMap(share));
  expect(FAULT_NAMES.filter((fault) => !met.has(fault))).toEqual([]);
});

it('has a sentence for every call of a login that may fail, but for those of which nobody is told', () => {
  const silent = Object.keys(LOGIN_CALLS).filter((call) => !(call in LOGIN_SENTENCES));
  expect(silent).toEqual(['GET /summary/domain/portal', 'POST /data/portal/default']);
});
