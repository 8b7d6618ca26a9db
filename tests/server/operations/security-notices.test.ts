import { expect, test, vi } from 'vitest';
import { addressRange } from '#server/login/security-notices/address-range.ts';
import { securityNoticeMessage } from '#server/login/security-notices/message.ts';
import { personNotifier } from '#server/login/security-notices/notify-person.ts';
import type { Gateways } from '#server/login/sending/gateways.ts';
import type { Message } from '#server/login/sending/outbox.ts';
import { accountOf } from '#tests/support/server/accounts.ts';
import {
  GIL,
  openLink,
  sendPasswordLink,
  tokenByMail,
  VALID_PASSWORD,
} from '#tests/support/server/passwords.ts';
import { testServer } from '#tests/support/server/server.ts';

/** Notifies lee, who has two mail addresses and a phone, by these gateways; returns the messages. */
async function sentMessages(
  channels: readonly (keyof Gateways)[],
  changes: Parameters<typeof testServer>[0] = {},
): Promise<readonly Message[]> {
  const { portal } = await testServer(changes);
  const account = await accountOf(portal, 'lee');
  const sent: Message[] = [];
  const gateway = { deliver: async (message: Message) => void sent.push(message) };
  const none: Gateways = { sms: null, inmail: null, exmail: null, push: null };
  const gateways = { ...none, ...Object.fromEntries(channels.map((channel) => [channel, gateway])) };
  const notify = personNotifier({ gateways, config: portal.config, now: () => 0 });
  notify(account, { event: 'password-changed', browser: 'Firefox', addressRange: '192.0.2.0' });
  return sent;
}

const usedChannels = async (channels: readonly (keyof Gateways)[]): Promise<readonly string[]> =>
  (await sentMessages(channels)).map(({ channel }) => channel);

test.each([
  [{ ko: '한빛', en: 'Hanbit' }, '[한빛]'],
  [undefined, '[인증 포털]'],
])('notices begin with the name of the portal: %o', async (name, heading) => {
  const [mail] = await sentMessages(['inmail'], { branding: { name } });
  expect(mail?.subject.startsWith(heading)).toBe(true);
});

test('notices are sent to every mail address, otherwise to the phone, and are logged when nobody gets them', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await usedChannels(['sms', 'inmail', 'exmail'])).toEqual(['inmail', 'exmail']);
  expect(await usedChannels(['sms'])).toEqual(['sms']);
  expect(errors).not.toHaveBeenCalled();
  expect(await usedChannels([])).toEqual([]);
  expect(errors).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('password-changed'));
});

test('a mail about a password contains a part of the address only', async () => {
  const server = await testServer({ trustProxy: true });
  const gil = server.browser();
  await openLink(gil, 'gil', await sendPasswordLink(server, 'gil', 'change'));
  const token = await tokenByMail(server, gil, 'gil', GIL.mail);
  const headers = { Auth: `Bearer ${token}`, 'X-Forwarded-For': '203.0.113.77' };
  expect(
    (await gil.call('PUT', '/pw', { body: { userId: 'gil', pw: VALID_PASSWORD }, headers })).status,
  ).toBe(200);
  const { text = '' } = server.outbox.list({ userId: 'gil' }).at(-1) ?? {};
  expect(text).toContain('203.0.113.*');
  expect(text).not.toContain('203.0.113.77');
});

const TITLES: Readonly<Record<Parameters<typeof securityNoticeMessage>[0]['event'], string>> = {
  'password-created': 'Your password was created',
  'password-changed': 'Your password was changed',
  'factor-added': 'A way to sign in was added: passkey',
  'factor-removed': 'A way to sign in was removed: passkey',
  'default-changed': 'Your default way to sign in was changed: passkey',
  'new-sign-in': 'You signed in from a new browser or network',
};

test.for(Object.entries(TITLES))('the notice %s is in Korean first, then in English', ([event, title]) => {
  const notice = {
    event: event as keyof typeof TITLES,
    factorType: '12',
    at: 0,
    browser: '',
    addressRange: '',
  } as const;
  const { subject, text } = securityNoticeMessage(notice, 'Munjigi', 'Asia/Seoul');
  const [korean = '', english = '', ...others] = text.split('\n\n');
  expect(others).toEqual([]);
  expect(korean).toMatch(/^[가-힣].*어요/);
  expect(english.split('\n')[0]).toBe(title);
  expect(english).not.toMatch(/\p{Script=Hangul}/u);
  expect([korean, english].map((part) => part.split('\n')[1])).toEqual([
    expect.stringMatching(/^언제: 1970년 1월 1일 오전 9:00 \(Asia\/Seoul\)$/),
    expect.stringMatching(/^When: January 1, 1970 at 9:00\sAM \(Asia\/Seoul\)$/),
  ]);
  expect(subject.endsWith(` / ${title}`)).toBe(true);
});

test.for([
  ['203.0.113.77', '203.0.113.*'],
  ['::ffff:203.0.113.77', '203.0.113.*'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::*'],
  ['2001:db8::6', '2001:db8::*'],
  ['somewhere', ''],
] as const)('the address %s is shown as %s', ([address, range]) => {
  expect(addressRange(address)).toBe(range);
});

test('day and time are those of the portal, not of UTC', () => {
  const at = Date.parse('2026-11-20T15:30:00Z');
  const notice = { event: 'password-changed', at, browser: '', addressRange: '' } as const;
  const [korean, english] = securityNoticeMessage(notice, 'Munjigi', 'Asia/Seoul').text.split('\n\n');
  expect(korean).toContain('2026년 11월 21일 오전 12:30 (Asia/Seoul)');
  expect(english).toMatch(/November 21, 2026 at 12:30\sAM \(Asia\/Seoul\)/);
});

test.for([
  ['create', 'bong', 'Create the password of'],
  ['change', 'gil', 'The link to change the password of'],
] as const)(
  'the English part of a mail with a link to %s the password has no Korean',
  async ([kind, userId, beginning]) => {
    const server = await testServer();
    await sendPasswordLink(server, userId, kind);
    const { text = '' } = server.outbox.list({ userId }).at(-1) ?? {};
    const lines = text.split('\n');
    const english = lines
      .slice(lines.findLastIndex((line) => /\p{Script=Hangul}/u.test(line)) + 1)
      .join('\n');
    expect(english).toContain(beginning);
    expect(english).toContain('administrator');
  },
);
