import { expect, it } from 'vitest';
import { callsOfTheSpecification } from '#tests/support/section-7.ts';
import { FAULT_NAMES } from './faults.ts';
import { LOGIN_CALLS } from './login-calls.ts';
import { LOGIN_MESSAGES } from './login-messages.ts';
import { PASSWORD_FLOW_CALLS } from './password-calls.ts';
import { PASSWORD_SENTENCES } from './password-sentences.ts';
import { REGISTERING_CALLS } from './registration-calls.ts';
import { REGISTRATION_SENTENCES } from './registration-sentences.ts';
import { faultsInShareOf } from './share.ts';

const CALLS = Object.keys({ ...LOGIN_CALLS, ...PASSWORD_FLOW_CALLS, ...REGISTERING_CALLS });

const SENTENCES = { ...LOGIN_MESSAGES, ...PASSWORD_SENTENCES, ...REGISTRATION_SENTENCES };

/** Of so many cases one is met in `npm test`, of each call in one language. */
const SHARE = 10;
const LANGUAGES = 2;

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

it('runs every call and every fault at least once in each part', () => {
  expect(FAULT_NAMES.length).toBeGreaterThanOrEqual(29);
  expect(CALLS.filter((call) => faultsInShareOf(call).length === 0)).toEqual([]);
  const met = new Set(CALLS.flatMap(faultsInShareOf));
  expect(FAULT_NAMES.filter((fault) => !met.has(fault))).toEqual([]);
  const cases = CALLS.length * FAULT_NAMES.length * LANGUAGES;
  expect(Math.round(cases / CALLS.flatMap(faultsInShareOf).length)).toBe(SHARE);
});

it('has a message for every call that may fail, except the silent ones', () => {
  expect(CALLS.filter((call) => !(call in SENTENCES))).toEqual([
    'GET /summary/domain/portal',
    'POST /data/portal/default',
    'GET /data/sso/accounts/{userId}/account-info',
  ]);
});
