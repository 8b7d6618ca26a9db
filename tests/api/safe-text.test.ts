import { safeParse } from 'valibot';
import { expect, it } from 'vitest';
import { readAnswer } from '#src/api/answer.ts';
import { clientConfig } from '#src/api/decode/client-config.ts';
import { portalDomain } from '#src/api/decode/portal-domain.ts';

const TURNED = '\u202eelpmaxe\u202c \u2067x\u2069';
const PLAIN = 'elpmaxe x';

it('removes bidirectional controls from the texts of a service', () => {
  expect(safeParse(clientConfig, { serviceName: TURNED, displayContent: TURNED }).output).toMatchObject({
    serviceName: PLAIN,
    displayContent: PLAIN,
  });
});

it("leaves it out of the server's words too", () => {
  const body = JSON.stringify({ status: 400, errCode: 'x', message: TURNED });
  const answer = readAnswer({ httpStatus: 400, body, canBeEmpty: false }, clientConfig);
  expect(answer).toMatchObject({ failure: { message: PLAIN } });
});

it.each([
  [1000, 'x'.repeat(1000)],
  [1001, `${'x'.repeat(1000)}…`],
])('shortens what would bury our own words, and of %d characters nothing else', (length, message) => {
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
])('takes %s for the address of a portal: %s', (url, isTaken) => {
  expect(safeParse(portalDomain, { url }).success).toBe(isTaken);
});
