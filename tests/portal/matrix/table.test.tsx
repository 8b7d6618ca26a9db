import { expect, it } from 'vitest';
import { callsOfTheSpecification } from '#tests/support/section-7.ts';
import { sampleOfFaults } from './fault-sample.ts';
import { FAULT_NAMES } from './faults.ts';
import { LOGIN_CALLS } from './login-calls.ts';
import { LOGIN_MESSAGES } from './login-messages.ts';
import { PASSWORD_FLOW_CALLS } from './password-calls.ts';
import { PASSWORD_MESSAGES } from './password-messages.ts';
import { REGISTRATION_CALLS } from './registration-calls.ts';
import { REGISTRATION_MESSAGES } from './registration-messages.ts';

const CALLS = Object.keys({ ...LOGIN_CALLS, ...PASSWORD_FLOW_CALLS, ...REGISTRATION_CALLS });

const MESSAGES = { ...LOGIN_MESSAGES, ...PASSWORD_MESSAGES, ...REGISTRATION_MESSAGES };

/** How many cases there are for each one that runs in `npm test`. */
const CASES_PER_SAMPLE_CASE = 10;
const LANGUAGES = 2;

it('the matrix has every call of section 7, and no other', () => {
  const specifiedCalls = callsOfTheSpecification();
  const rows = new Set(CALLS.map((call) => call.split(',')[0]));
  expect(specifiedCalls.length).toBeGreaterThan(50);
  expect(specifiedCalls.filter((call) => !rows.has(call) && !rows.has(`${call}/{userId}`))).toEqual([]);
  expect(
    [...rows].filter(
      (call = '') =>
        !specifiedCalls.includes(call.replace(/\/\{userId\}$/, '')) && !specifiedCalls.includes(call),
    ),
  ).toEqual([]);
});

it('the sample of `npm test` has every call and every fault, and a tenth of the cases', () => {
  expect(FAULT_NAMES.length).toBeGreaterThanOrEqual(29);
  expect(CALLS.filter((call) => sampleOfFaults(call).length === 0)).toEqual([]);
  const sampledFaults = new Set(CALLS.flatMap(sampleOfFaults));
  expect(FAULT_NAMES.filter((fault) => !sampledFaults.has(fault))).toEqual([]);
  const cases = CALLS.length * FAULT_NAMES.length * LANGUAGES;
  expect(Math.round(cases / CALLS.flatMap(sampleOfFaults).length)).toBe(CASES_PER_SAMPLE_CASE);
});

it('the matrix expects messages for every call, except those that fail silently', () => {
  expect(CALLS.filter((call) => !(call in MESSAGES))).toEqual([
    'GET /summary/domain/portal',
    'POST /data/portal/default',
    'GET /data/sso/accounts/{userId}/account-info',
  ]);
});
