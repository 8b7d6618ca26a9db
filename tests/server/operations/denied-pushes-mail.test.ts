import { expect, test, vi } from 'vitest';
import { enterWithPush } from '#tests/server/methods/push-setup.ts';
import { requestPush } from '#tests/support/server/push.ts';
import { testServer } from '#tests/support/server/server.ts';

const MINUTE = 60_000;
const OPERATOR_MAIL = 'security@hanbit.example';

/** Lim denies a push at each of these minutes; returns the number of mails to the operator after each. */
async function mailsAfter(minutes: readonly number[], file: object, gateways = {}) {
  const server = await testServer({ push: { coolDown: { refusals: 100 } }, ...file }, undefined, gateways);
  const { lim, phone } = await enterWithPush(server);
  const startedAt = server.clock.now;
  const counts: number[] = [];
  for (const minute of minutes) {
    server.clock.now = startedAt + minute * MINUTE;
    await requestPush(lim.browser, 'lim');
    const [push] = await phone.pushes();
    expect((await phone.deny(push?.id ?? '')).status).toBe(200);
    counts.push(server.outbox.list({ channel: 'inmail', to: OPERATOR_MAIL }).length);
  }
  return { server, counts };
}

test('the second denied push within an hour is mailed to the operator, once an hour', async () => {
  const { server, counts } = await mailsAfter([0, 9, 18], { operatorMail: OPERATOR_MAIL });
  expect(counts).toEqual([0, 1, 1]);
  const [mail] = server.outbox.list({ to: OPERATOR_MAIL });
  expect(mail?.text).toContain('lim');
  expect(server.audited.filter(({ event }) => event === 'phone.denied')).toHaveLength(3);
  server.wait(61 * MINUTE);
  await server.portal.reportDenial('lim');
  expect(server.outbox.list({ to: OPERATOR_MAIL })).toHaveLength(1);
  await server.portal.reportDenial('lim');
  expect(server.outbox.list({ to: OPERATOR_MAIL })).toHaveLength(2);
});

test('pushes that others deny do not count, and without an operator or a gateway no mail is sent', async () => {
  const { server, counts } = await mailsAfter([0, 9], {});
  expect([counts, server.outbox.list({ channel: 'inmail' }).length]).toEqual([[0, 0], 0]);
  const errors = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const withoutGateway = await mailsAfter([0], { operatorMail: OPERATOR_MAIL }, { inmail: null });
  await withoutGateway.server.portal.reportDenial('lee');
  expect(errors).not.toHaveBeenCalled();
  await withoutGateway.server.portal.reportDenial('lim');
  expect(errors).toHaveBeenCalledOnce();
});
