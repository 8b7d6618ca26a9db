import { expect, test } from 'vitest';
import { eventText } from '#server/administration/event-text.ts';
import { enterWithPush } from '#tests/server/methods/push-setup.ts';
import { openRegistration } from '#tests/support/server/registration.ts';
import { testServer } from '#tests/support/server/server.ts';
import { statusAndErrCode } from './methods/steps.ts';

test('a renamed phone is listed by its new name, and its answers are audited with it', async () => {
  const server = await testServer();
  const { phone, pushId } = await enterWithPush(server);
  expect((await phone.rename('  Galaxy of Lim ')).status).toBe(200);
  expect((await phone.approveShown(pushId)).status).toBe(200);
  const line = server.audited.find(({ event }) => event === 'phone.approved');
  expect(line).toMatchObject({ account: 'lim', device: 'Galaxy of Lim' });
  expect(line && eventText(line, 'en')).toMatch(/^approved on the phone.*: Galaxy of Lim$/);
  const lim = await openRegistration(server, 'lim');
  const { json } = await lim.call('GET', '/data/portal/factors?userId=lim');
  expect(json['factors']).toContainEqual(
    expect.objectContaining({
      type: '9',
      description: expect.objectContaining({ deviceName: 'Galaxy of Lim' }),
    }),
  );
});

test.for(['', '  ', 'x'.repeat(101), 'Gal\u200baxy', 'Gal\naxy'])('the name %j is refused', async (name) => {
  const server = await testServer();
  const { phone } = await enterWithPush(server);
  expect(statusAndErrCode(await phone.rename(name))).toEqual([400, 'malformed']);
});
