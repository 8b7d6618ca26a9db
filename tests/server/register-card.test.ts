import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { REGISTRATION_TEXTS } from '#server/login/registration/texts.ts';
import { SEEDED_DEVICES, SPARE_CARDS } from '#server/seed/devices.ts';
import type { CallAnswer } from '#tests/support/server/browser.ts';
import { openRegistration, type Registration } from '#tests/support/server/registration.ts';
import { testServer } from '#tests/support/server/server.ts';
import { testWithSetup } from '#tests/support/server/test.ts';
import { codeAt, codeNow, codeOtherThan } from './methods/device-codes.ts';
import { enter, errCodeOrStatus, logIn, statusAndErrCode } from './methods/steps.ts';

const [COUNTER_CARD, CLOCK_CARD, FOREIGN_CARD, RETIRED_CARD] = SPARE_CARDS;
const MINUTE = 60_000;

const validate = ({ call, userId }: Registration, sn: string): Promise<CallAnswer> =>
  call('POST', '/data/portal/hwotp/validation', { body: { userId, sn } });

const verify = ({ call, userId }: Registration, sn: string, otp: string): Promise<CallAnswer> =>
  call('POST', '/data/portal/hwotp/verification', { body: { userId, sn, otp } });

async function setUp(userId = 'noh') {
  const server = await testServer();
  return { server, person: await openRegistration(server, userId) };
}

const test = testWithSetup(setUp);

test('a card is registered by its serial number and a code, and signs in', async () => {
  const { server, person } = await setUp();
  const { json } = await validate(person, ' card 00501 ');
  expect(json).toEqual({
    status: 200,
    serialNumber: 'CARD-00501',
    modelCode: 'C200',
    companyName: 'Hanbit',
    registrationDate: '2026-03-02',
  });
  expect((await verify(person, 'CARD-00501', codeAt(COUNTER_CARD.secret, 0))).status).toBe(200);
  expect(await server.portal.devices.otpCards.of('noh')).toMatchObject({
    serial: 'CARD-00501',
    registeredOn: '2026-11-20',
  });
  const noh = await enter(server, 'noh');
  expect(errCodeOrStatus(await logIn(noh, '7', codeAt(COUNTER_CARD.secret, 0)))).toBe('005_2');
  expect(errCodeOrStatus(await logIn(noh, '7', codeAt(COUNTER_CARD.secret, 1)))).toBe(200);
});

test('a time-based card is registered', async ({ setup: { server, person } }) => {
  await validate(person, CLOCK_CARD.serial);
  const code = codeNow(CLOCK_CARD.secret, server.clock.now);
  expect(errCodeOrStatus(await verify(person, CLOCK_CARD.serial, code))).toBe(200);
});

test.for([
  ['a number that no card has', 'CARD-99999', 404, 'unknownCard'],
  ['a card that was taken off the register', RETIRED_CARD.serial, 404, 'unknownCard'],
  ['a card of another manufacturer', FOREIGN_CARD.serial, 400, 'invalidVendor'],
  ['the card of somebody else', SEEDED_DEVICES.lee.otpCard.serial, 409, 'cardTaken'],
  ['a text that is no serial number', '!', 400, 'invalidSerial'],
  ['an empty text', '', 400, 'invalidSerial'],
] as const)('%s cannot be registered', async ([, sn, status, errCode], { setup: { person } }) => {
  expect(statusAndErrCode(await validate(person, sn))).toEqual([status, errCode]);
});

test('a person’s own card is reported as registered', async () => {
  const { person } = await setUp('lee');
  expect(errCodeOrStatus(await validate(person, SEEDED_DEVICES.lee.otpCard.serial))).toBe('cardTaken');
});

test('a code is accepted only after the serial number of the same card was checked in the same session', async () => {
  const { server, person } = await setUp();
  const code = codeAt(COUNTER_CARD.secret, 0);
  expect(errCodeOrStatus(await verify(person, COUNTER_CARD.serial, code))).toBe('notAuthorized');
  await validate(person, CLOCK_CARD.serial);
  expect(errCodeOrStatus(await verify(person, COUNTER_CARD.serial, code))).toBe('notAuthorized');
  const other = await openRegistration(server, 'noh');
  await validate(other, COUNTER_CARD.serial);
  expect(errCodeOrStatus(await verify(person, COUNTER_CARD.serial, code))).toBe('notAuthorized');
  expect(await server.portal.devices.otpCards.of('noh')).toBeNull();
});

test('a card that is ahead needs the very next code', async ({ setup: { person } }) => {
  await validate(person, COUNTER_CARD.serial);
  const verifyCodeAt = (counter: number) =>
    verify(person, COUNTER_CARD.serial, codeAt(COUNTER_CARD.secret, counter));
  expect(errCodeOrStatus(await verifyCodeAt(60))).toBe('nextCode');
  expect(errCodeOrStatus(await verifyCodeAt(62))).toBe('nextCode');
  expect(errCodeOrStatus(await verifyCodeAt(63))).toBe(200);
});

test('the fifth wrong code stops the registration for half an hour, also with concurrent guesses', async () => {
  const { server, person } = await setUp();
  await validate(person, COUNTER_CARD.serial);
  const wrongCode = codeOtherThan(codeAt(COUNTER_CARD.secret, 0));
  const answers = await Promise.all(
    Array.from({ length: 9 }, () => verify(person, COUNTER_CARD.serial, wrongCode)),
  );
  expect(answers.map(errCodeOrStatus).toSorted()).toEqual([
    ...Array<string>(5).fill('005_1'),
    ...Array<string>(4).fill('tooManyTries'),
  ]);
  const verifyCorrectCode = () => verify(person, COUNTER_CARD.serial, codeAt(COUNTER_CARD.secret, 0));
  const refusal = await verifyCorrectCode();
  expect([refusal.status, refusal.headers.get('Retry-After')]).toEqual([429, '1800']);
  server.wait(31 * MINUTE);
  const later = await openRegistration(server, 'noh');
  await validate(later, COUNTER_CARD.serial);
  const laterAnswers: unknown[] = [];
  for (let tried = 0; tried < 6; tried++)
    laterAnswers.push(errCodeOrStatus(await verify(later, COUNTER_CARD.serial, wrongCode)));
  expect(laterAnswers).toEqual([...Array<string>(5).fill('005_1'), 'tooManyTries']);
  server.wait(31 * MINUTE);
  const again = await openRegistration(server, 'noh');
  await validate(again, COUNTER_CARD.serial);
  expect(errCodeOrStatus(await verify(again, COUNTER_CARD.serial, codeAt(COUNTER_CARD.secret, 0)))).toBe(200);
});

test('ten serial numbers can be tried a day', async ({ setup: { person } }) => {
  for (let tried = 0; tried < 10; tried++) await validate(person, `CARD-1${tried}000`);
  expect(errCodeOrStatus(await validate(person, COUNTER_CARD.serial))).toBe('tooManyTries');
});

test('of two concurrent registrations of a card one succeeds', async ({ setup: { server, person } }) => {
  const lee = await openRegistration(server, 'lee');
  await validate(person, COUNTER_CARD.serial);
  await validate(lee, COUNTER_CARD.serial);
  const code = codeAt(COUNTER_CARD.secret, 0);
  const answers = await Promise.all([person, lee].map((one) => verify(one, COUNTER_CARD.serial, code)));
  expect(answers.map(errCodeOrStatus).toSorted()).toEqual([200, 'cardTaken']);
});

test('a new card replaces the old one, which becomes free', async () => {
  const { server, person } = await setUp('lee');
  await validate(person, COUNTER_CARD.serial);
  await verify(person, COUNTER_CARD.serial, codeAt(COUNTER_CARD.secret, 0));
  expect((await server.portal.devices.otpCards.of('lee'))?.serial).toBe(COUNTER_CARD.serial);
  expect(
    (await server.portal.devices.otpCards.findBySerial(SEEDED_DEVICES.lee.otpCard.serial))?.userId,
  ).toBeNull();
});

test.each(['ko', 'en'] as const)('refusals of a card have the texts of the page in %s', (language) => {
  const page: Record<string, string> = JSON.parse(readFileSync(`i18n/flows.${language}.json`, 'utf8'));
  const { unknownCard, cardTaken, invalidVendor, nextCode } = REGISTRATION_TEXTS;
  expect([unknownCard, cardTaken, invalidVendor, nextCode].map((text) => text[language])).toEqual(
    ['invalid.card', 'already', 'invalid.vendor', 'next'].map((name) => page[`info.otpcard.failure.${name}`]),
  );
});
