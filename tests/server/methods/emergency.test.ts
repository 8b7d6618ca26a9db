import { expect } from 'vitest';
import { administrationOf } from '#server/administration/administration.ts';
import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import { testServer } from '#tests/support/server/server.ts';
import { test } from '#tests/support/server/test.ts';
import { enter, errCodeOrStatus, logIn, logInWithEach } from './steps.ts';

const { code: CODE } = SEEDED_DEVICES.lee.emergencyCode;
const EMERGENCY = '0';
const DAY = 24 * 60 * 60_000;

test('a temporary code is valid once', async () => {
  const lee = await enter(await testServer(), 'lee');
  expect(await logInWithEach(lee, EMERGENCY, [CODE, CODE])).toEqual([200, '004_1']);
});

test('a temporary code is accepted in any case and with spaces', async () => {
  const lee = await enter(await testServer(), 'lee');
  expect(errCodeOrStatus(await logIn(lee, EMERGENCY, ' hanb-it 27'))).toBe(200);
});

test.for([
  ['yoon', 'ANYTHING', '004_1'],
  ['bae', SEEDED_DEVICES.bae.emergencyCode.code, '004_2'],
  ['heo', SEEDED_DEVICES.heo.emergencyCode.code, '004_3'],
])('the code of %s, %s, is refused with %s', async ([userId = '', code = '', errCode]) => {
  const person = await enter(await testServer(), userId);
  expect(errCodeOrStatus(await logIn(person, EMERGENCY, code))).toBe(errCode);
});

test('wrong codes are counted, and after too many the code is invalid until another is issued', async () => {
  const server = await testServer({ lock: { maxFailures: 3, minutes: 10 } });
  const lee = await enter(server, 'lee');
  const answers = [];
  for (let attempt = 0; attempt < 3; attempt++) answers.push((await logIn(lee, EMERGENCY, 'WRONG')).json);
  expect(answers).toMatchObject([
    { errCode: '004', failCount: 1, maxCount: 3 },
    { errCode: '004', failCount: 2, maxCount: 3 },
    { errCode: '004_3', failCount: 3, maxCount: 3 },
  ]);
  server.wait(11 * 60_000);
  expect(errCodeOrStatus(await logIn(lee, EMERGENCY, CODE))).toBe('004_3');
  const newCode = await administrationOf(server.portal).issueEmergencyCode('lee');
  expect(errCodeOrStatus(await logIn(lee, EMERGENCY, newCode?.code ?? ''))).toBe(200);
});

test('an issued code is random, lasts a day and replaces the previous one', async ({ server }) => {
  const { issueEmergencyCode } = administrationOf(server.portal);
  const firstCode = await issueEmergencyCode('yoon');
  const secondCode = await issueEmergencyCode('yoon');
  expect(firstCode?.code).toMatch(/^[A-HJ-NP-Z2-9]{10}$/);
  expect(firstCode?.code).not.toBe(secondCode?.code);
  expect(secondCode?.validUntil).toBe(server.clock.now + DAY);

  const yoon = await enter(server, 'yoon');
  expect(errCodeOrStatus(await logIn(yoon, EMERGENCY, firstCode?.code ?? ''))).toBe('004');
  server.wait(DAY + 1);
  const yoonNextDay = await enter(server, 'yoon');
  expect(errCodeOrStatus(await logIn(yoonNextDay, EMERGENCY, secondCode?.code ?? ''))).toBe('004_2');
});

test('no code is issued without an account', async ({ server }) => {
  expect(await administrationOf(server.portal).issueEmergencyCode('nobody')).toBeNull();
});

test('of 10 concurrent logins one succeeds, and concurrent guesses are all counted for the lock', async () => {
  const server = await testServer({ limits: { failuresPerMinute: 1000 }, lock: { maxFailures: 20 } });
  const lee = await enter(server, 'lee');
  const logInConcurrently = async (count: number, code: string) => {
    const logins = Array.from({ length: count }, () =>
      logIn({ ...lee, browser: lee.browser.clone() }, EMERGENCY, code),
    );
    return (await Promise.all(logins)).map(errCodeOrStatus);
  };
  const guesses = [...(await logInConcurrently(10, 'WRONG')), ...(await logInConcurrently(9, 'WRONG'))];
  expect(new Set(guesses)).toEqual(new Set(['004']));
  const outcomes = await logInConcurrently(10, CODE);
  expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1);

  const newCode = await administrationOf(server.portal).issueEmergencyCode('lee');
  const laterGuesses: unknown[] = [];
  for (let round = 0; round < 5; round += 1) laterGuesses.push(...(await logInConcurrently(10, 'WRONG')));
  expect(laterGuesses.filter((outcome) => outcome === '004')).toHaveLength(19);
  expect(errCodeOrStatus(await logIn(lee, EMERGENCY, newCode?.code ?? ''))).toBe('004_3');
});
