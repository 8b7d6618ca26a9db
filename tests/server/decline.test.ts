import { expect } from 'vitest';
import { proveFirstStep, sendSecondStep } from '#tests/support/server/second-step.ts';
import { testServer } from '#tests/support/server/server.ts';
import { checkPolicy, firstStep, signIn } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import { send, statusAndErrCode } from './methods/steps.ts';

const PATH = '/data/portal/request/decline';
const addressOf = (id: string) => `http://localhost:8080/oauth2/authorize/${id}`;

test('declining ends a request with all its proofs, and a repetition gets the same answer', async () => {
  const { browser, engine, clock } = await testServer();
  const person = browser();
  const id = engine.beginRequest();
  await person.visit(`/redirect?uid=${id}`);
  const park = await proveFirstStep(person, 'park');
  await send(park, 'sms');
  const decline = () => person.call('POST', PATH, { body: { redirect: addressOf(id) } });
  expect((await decline()).status).toBe(200);
  expect(engine.declinedRequests).toEqual([id]);
  for (const refusal of [
    await sendSecondStep(park, '1', '000000', { redirect: addressOf(id) }),
    await person.call('POST', '/authenticate', {
      body: { userId: 'park', userPassword: firstStep({ policyId: park.policyId }) },
    }),
  ]) {
    expect(statusAndErrCode(refusal)).toEqual([401, 'notAuthorized']);
  }
  expect((await person.call('GET', '/summary/auth')).json['clientId']).toBe('');
  clock.now += 61_000;
  expect((await decline()).status).toBe(200);
  expect(engine.declinedRequests).toEqual([id]);
});

test('declining keeps the login of a person who is signed in', async ({ engine, browser: kim }) => {
  await signIn(kim, 'kim');
  const id = engine.beginRequest();
  await kim.call('POST', PATH, { body: { redirect: addressOf(id) } });
  engine.beginRequest({ id: 'next' });
  expect((await kim.call('GET', '/summary/auth?uid=next')).json).toMatchObject({
    userId: 'kim',
    isAlreadyAuth: true,
  });
});

test.for([
  ['an unknown request', addressOf('unknown'), {}, 404],
  ['another address of a request', 'https://evil.example/oauth2/authorize/request-1', {}, 404],
  ['no address', '', {}, 400],
  ['a page of another site', addressOf('request-1'), { Origin: 'https://evil.example' }, 403],
] as const)(
  'declining is refused for %s',
  async ([, redirect, headers, status], { engine, browser: person }) => {
    engine.beginRequest();
    await checkPolicy(person, 'kim');
    expect((await person.call('POST', PATH, { body: { redirect }, headers })).status).toBe(status);
    expect(engine.declinedRequests).toEqual([]);
  },
);
