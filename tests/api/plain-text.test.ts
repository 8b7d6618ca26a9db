import { safeParse } from 'valibot';
import { expect, it } from 'vitest';
import { readAnswer } from '#src/api/answer.ts';
import { clientConfig } from '#src/api/decode/client-config.ts';
import { portalDomain } from '#src/api/decode/portal-domain.ts';
import { LONGEST_TEXT } from '#src/api/plain-text.ts';

const TURNED = '\u202eelpmaxe\u202c \u2067x\u2069';
const PLAIN = 'elpmaxe x';

it('leaves out of the words of a service what would turn ours around', () => {
  expect(safeParse(clientConfig, { serviceName: TURNED, displayContent: TURNED }).output).toMatchObject({
    serviceName: PLAIN,
    displayContent: PLAIN,
  });
});

it("leaves it out of the server's words too", () => {
  const body = JSON.stringify({ status: 400, errCode: 'x', message: TURNED });
  const answer = readAnswer({ httpStatus: 400, body, mayBeEmpty: false }, clientConfig);
  expect(answer).toMatchObject({ failure: { message: PLAIN } });
});

it('shortens what would bury our own words', () => {
  const message = 'x'.repeat(LONGEST_TEXT + 1);
  const body = JSON.stringify({ status: 400, errCode: 'x', message });
  const answer = readAnswer({ httpStatus: 400, body, mayBeEmpty: false }, clientConfig);
  expect(answer).toMatchObject({ failure: { message: `${'x'.repeat(LONGEST_TEXT)}…` } });
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
