import { expect } from 'vitest';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { test } from '#tests/support/server/test.ts';
import { codeIn, enter, errCodeOrStatus, logIn, logInWithEach, send } from './steps.ts';

const SMS = '1';

const messagesOf = ({ outbox }: TestServer, userId: string) =>
  outbox.list({ userId }).map(({ channel, to }) => [channel, to]);

test('messages go to the contacts of the account', async ({ server }) => {
  const lee = await enter(server, 'lee');
  for (const channel of ['sms', 'inmail', 'exmail'] as const) await send(lee, channel);
  expect(messagesOf(server, 'lee')).toEqual([
    ['sms', '010-3456-7890'],
    ['inmail', 'doyun.lee@hanbit.example'],
    ['exmail', 'doyun@mail.example'],
  ]);
});

test.for([
  ['en', '[Hanbit Workspace] Sign-in code', '[Hanbit Workspace] Authentication code'],
  ['ko', '[한빛 업무 포털] 로그인 인증번호', '[한빛 업무 포털] 인증번호'],
])(
  'the server writes the message in %s and sends nothing of the text in the call',
  async ([language, sms, mail]) => {
    const server = await testServer();
    const lee = await enter(server, 'lee');
    await send(lee, 'sms', { language, content: 'Visit evil.example' });
    await send(lee, 'inmail', { language, content: 'Visit evil.example' });
    const [smsMessage, mailMessage] = server.outbox.list({ userId: 'lee' });
    expect(smsMessage).toMatchObject({ subject: '', at: server.clock.now });
    expect(smsMessage?.text.startsWith(sms ?? '')).toBe(true);
    expect(smsMessage?.text).toMatch(/[^\n]\n@localhost #\d{6}$/);
    expect(mailMessage?.subject).toBe(mail);
    expect(`${smsMessage?.text}${mailMessage?.text}`).not.toContain('evil');
  },
);

test('a used code is never sent again on another channel', async ({ server }) => {
  const lee = await enter(server, 'lee');
  await send(lee, 'sms');
  const usedCode = codeIn(server, 'lee', 'sms');
  expect(errCodeOrStatus(await logIn(lee, '1', usedCode))).toBe(200);
  await send(lee, 'inmail');
  await send(lee, 'exmail');
  const code = codeIn(server, 'lee', 'inmail');
  expect(code).not.toBe(usedCode);
  expect(codeIn(server, 'lee', 'exmail')).toBe(code);
  expect(await logInWithEach(lee, '6', [usedCode, code])).toEqual(['005_1', 200]);
});

test('a new send replaces the code', async ({ server }) => {
  const lee = await enter(server, 'lee');
  await send(lee, 'sms');
  const firstCode = codeIn(server, 'lee', 'sms');
  await send(lee, 'sms');
  const secondCode = codeIn(server, 'lee', 'sms');
  expect(secondCode).not.toBe(firstCode);
  expect(await logInWithEach(lee, SMS, [firstCode, secondCode])).toEqual(['005_1', 200]);
});

test('sending again by two channels replaces the code on both', async ({ server }) => {
  const lee = await enter(server, 'lee');
  const sendByBoth = async () => {
    await send(lee, 'sms');
    await send(lee, 'inmail');
    return [codeIn(server, 'lee', 'sms'), codeIn(server, 'lee', 'inmail')];
  };
  const [firstCode = '', firstByMail] = await sendByBoth();
  const [secondCode = '', secondByMail] = await sendByBoth();
  expect([firstByMail, secondByMail]).toEqual([firstCode, secondCode]);
  expect(secondCode).not.toBe(firstCode);
  expect(await logInWithEach(lee, '4', [firstCode, secondCode])).toEqual(['005_1', 200]);
});

test('after 10 s another channel gets another code', async ({ server }) => {
  const lee = await enter(server, 'lee');
  await send(lee, 'sms');
  server.wait(10_000);
  await send(lee, 'inmail');
  expect(codeIn(server, 'lee', 'inmail')).toBe(codeIn(server, 'lee', 'sms'));
  server.wait(10_001);
  await send(lee, 'exmail');
  expect(codeIn(server, 'lee', 'exmail')).not.toBe(codeIn(server, 'lee', 'sms'));
});
