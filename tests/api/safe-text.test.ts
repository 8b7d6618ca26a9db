import { safeParse } from 'valibot';
import { expect, it } from 'vitest';
import { readAnswer } from '#src/api/answer.ts';
import { clientConfig } from '#src/api/decode/client-config.ts';
import { portalDomain } from '#src/api/decode/portal-domain.ts';

const WITH_CONTROLS = '\u202eelpmaxe\u202c \u2067x\u2069';
const WITHOUT_CONTROLS = 'elpmaxe x';

it('bidirectional controls are removed from the texts of a service', () => {
  expect(
    safeParse(clientConfig, { serviceName: WITH_CONTROLS, displayContent: WITH_CONTROLS }).output,
  ).toMatchObject({
    serviceName: WITHOUT_CONTROLS,
    displayContent: WITHOUT_CONTROLS,
  });
});

it('bidirectional controls are removed from the messages of the server', () => {
  const body = JSON.stringify({ status: 400, errCode: 'x', message: WITH_CONTROLS });
  const answer = readAnswer({ httpStatus: 400, body, canBeEmpty: false }, clientConfig);
  expect(answer).toMatchObject({ failure: { message: WITHOUT_CONTROLS } });
});

it.each([
  [1000, 'x'.repeat(1000)],
  [1001, `${'x'.repeat(1000)}…`],
])('a message of %d characters is shortened if it has more than 1000', (length, message) => {
  const body = JSON.stringify({ status: 400, errCode: 'x', message: 'x'.repeat(length) });
  const answer = readAnswer({ httpStatus: 400, body, canBeEmpty: false }, clientConfig);
  expect(answer).toMatchObject({ failure: { message } });
});

it.each([
  ['https://login.example.com', true],
  ['http://localhost:8080', true],
  ['javascript:alert(1)', false],
  ['https://user@login.example.com', false],
  ['intent://x', false],
  ['', false],
])('%s is accepted as the address of a portal: %s', (url, isAccepted) => {
  expect(safeParse(portalDomain, { url }).success).toBe(isAccepted);
});
