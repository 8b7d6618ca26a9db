import { expect, test } from 'vitest';
import type { Called } from '#tests/support/server/browser.ts';
import { twoSteps } from '#tests/support/server/configured.ts';
import { type Halfway, halfway, secondStep } from '#tests/support/server/second-step.ts';
import { testServer } from '#tests/support/server/server.ts';
import { approve, errCodeOf, verdict } from './qr-phone.ts';

const TWO_STEPS = { id: 'two', users: ['lim'], ...twoSteps({ qrCode: 1 }) } as const;

const drawSecond = ({ browser, accessToken }: Halfway, userId = 'lim'): Promise<Called> =>
  browser.call('GET', `/mobileapp/qr?userId=${userId}&appName=`, {
    headers: { Authorization: `Bearer ${accessToken}` },
  });

const askSecond = ({ browser, secondToken }: Halfway, qrId: string): Promise<Called> =>
  browser.call('GET', `/data/mobileapp/qr/check/${qrId}`, { headers: { Auth: `Bearer ${secondToken}` } });

test('a QR code of the second step is for its person only', async () => {
  const server = await testServer({ policies: [TWO_STEPS] });
  const lim = await halfway(server.browser(), 'lim');
  const foreign = String((await drawSecond(lim)).json['qrId']);
  expect(verdict(await askSecond(lim, foreign))).toEqual([200, 'X', null]);
  expect(errCodeOf(await approve(server, foreign, 'lee'))).toEqual([400, '010_2']);
  expect(verdict(await askSecond(lim, foreign))).toEqual([200, 'O', '010_2']);

  const qrId = String((await drawSecond(lim)).json['qrId']);
  await approve(server, qrId);
  expect(verdict(await askSecond(lim, qrId))).toEqual([200, 'A', 'lim']);
  expect((await secondStep(lim, '11', qrId, { check: 'A' })).status).toBe(200);
});
