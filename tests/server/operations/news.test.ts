import { expect, test, vi } from 'vitest';
import { personTeller } from '#server/login/news/tell.ts';
import type { Gateways } from '#server/login/sending/gateways.ts';
import type { Message } from '#server/login/sending/outbox.ts';
import { testServer } from '#tests/support/server/server.ts';

/** Tells lee, who has two mails and a phone, by these gateways; what was sent. */
async function messages(
  channels: readonly (keyof Gateways)[],
  changes: Parameters<typeof testServer>[0] = {},
): Promise<readonly Message[]> {
  const { portal } = await testServer(changes);
  const account = await portal.accounts.find('lee');
  if (!account) throw new TypeError('lee is not seeded');
  const sent: Message[] = [];
  const gateway = { deliver: async (message: Message) => void sent.push(message) };
  const none: Gateways = { sms: null, inmail: null, exmail: null, push: null };
  const gateways = { ...none, ...Object.fromEntries(channels.map((channel) => [channel, gateway])) };
  const tell = personTeller({ gateways, config: portal.config, now: () => 0 });
  tell(account, { what: 'password-changed', browser: 'Firefox', addressRange: '192.0.2.0' });
  return sent;
}

const told = async (channels: readonly (keyof Gateways)[]): Promise<readonly string[]> =>
  (await messages(channels)).map(({ channel }) => channel);

test.each([
  [{ ko: '한빛', en: 'Hanbit' }, '[한빛]'],
  [undefined, '[인증 포털]'],
])('news are headed by the name of the portal: %o', async (name, heading) => {
  const [mail] = await messages(['inmail'], { branding: { name } });
  expect(mail?.subject.startsWith(heading)).toBe(true);
});

test('news go to every mail, to the phone where no gateway sends mails, and are missed by nobody in silence', async () => {
  const warned = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await told(['sms', 'inmail', 'exmail'])).toEqual(['inmail', 'exmail']);
  expect(await told(['sms'])).toEqual(['sms']);
  expect(warned).not.toHaveBeenCalled();
  expect(await told([])).toEqual([]);
  expect(warned).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('password-changed'));
});
