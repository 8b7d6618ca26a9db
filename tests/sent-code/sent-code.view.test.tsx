import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { rejected } from '#cases/samples.ts';
import type { SentCodeInput } from '#machines/sent-code/sent-code.setup.ts';
import { failed, success } from '#machines/shared/result.ts';
import { SentCodeView } from '#src/views/sent-code/sent-code.view.tsx';
import { settle } from '#tests/support/ports.ts';
import { expectAnnouncedAgain, openFlow } from '#tests/support/views.tsx';
import { box, CODE, field } from './controls.tsx';
import { AUTO, input, machineWithoutStorage } from './input.ts';

const NOW = Date.parse('2026-11-20T09:00:00Z');

async function open(changes: Partial<SentCodeInput> = {}, language: 'ko' | 'en' = 'ko') {
  const page = await openFlow(machineWithoutStorage, SentCodeView, input(changes), { language });
  await act(() => page.ports.readClock.answer(NOW));
  return page;
}

type OpenScreen = Awaited<ReturnType<typeof open>>;

async function receiveCode(page: OpenScreen) {
  await page.press('otp.send');
  await act(() => page.ports.grantSendToken.answer(success('send-token')));
  await act(() => page.ports.sendCode.answer(success({ at: NOW })));
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the boxes of a sent code', () => {
  it('are checked in order: the second only with the first, and cleared with it', async () => {
    const page = await open();
    const [always, alwaysSend] = [box(page, 'method.always'), box(page, 'method.alwaysSend')];
    expect(alwaysSend.disabled).toBe(true);
    await page.user.click(always);
    expect([always.checked, alwaysSend.checked, alwaysSend.disabled]).toEqual([true, false, false]);
    await page.user.click(alwaysSend);
    expect(alwaysSend.checked).toBe(true);
    await page.user.click(always);
    expect([always.checked, alwaysSend.checked, alwaysSend.disabled]).toEqual([false, false, true]);
  });

  it.each([
    [true, true],
    [true, false],
    [false, false],
  ])('have the saved values %s and %s', async (isFixed, alwaysSend) => {
    const page = await open({ boxes: { always: isFixed, alwaysSend }, validUntil: NOW + 1000 });
    expect([box(page, 'method.always').checked, box(page, 'method.alwaysSend').checked]).toEqual([
      isFixed,
      alwaysSend,
    ]);
  });

  it('are sent with the code', async () => {
    const page = await open({ ...AUTO, validUntil: NOW + 1000 });
    await page.user.click(box(page, 'method.alwaysSend'));
    await page.user.type(field(page), `${CODE}{Enter}`);
    expect(page.ports.logIn.waiting().input).toMatchObject({ boxes: { always: true, alwaysSend: false } });
  });
});

describe('the screen of a sent code', () => {
  it.each([
    ['2', ['k***@example.kr']],
    ['3', ['d***@example.com']],
    ['4', ['010-****-5678', 'k***@example.kr']],
    ['5', ['010-****-5678', 'd***@example.com']],
    ['6', ['k***@example.kr', 'd***@example.com']],
  ] as const)('with the type %s has its title and every contact', async (tokenCode, contacts) => {
    const page = await open({ tokenCode, contacts });
    expect(page.heading()).toBe(page.text(`title.method.${tokenCode}`));
    for (const contact of contacts) expect(screen.getByText(contact)).toBeTruthy();
  });

  it('masks a contact that the server did not mask', async () => {
    await open({ contacts: ['01012345678'] });
    expect(document.body.textContent).not.toContain('01012345678');
  });
});

describe('a send of a code', () => {
  it('leaves the focus in the field of the code', async () => {
    const page = await open();
    await page.press('otp.send');
    expect(document.activeElement).toBe(field(page));
  });

  it('happens once on a double click', async () => {
    const page = await open();
    await page.user.dblClick(screen.getByRole('button', { name: page.text('otp.send') }));
    expect(page.ports.grantSendToken.calls).toHaveLength(1);
  });

  it('shows the message of the server when it fails', async () => {
    const page = await open();
    await page.press('otp.send');
    await act(() => page.ports.grantSendToken.answer(success('send-token')));
    await act(() => page.ports.sendCode.answer(failed(rejected('012', 502, '<b>잠시 뒤에 보내세요</b>'))));
    expect(screen.getByRole('dialog').textContent).toContain('<b>잠시 뒤에 보내세요</b>');
    await page.press('action.ok');
    await act(() => page.ports.readClock.answer(NOW));
    expect(document.activeElement).toBe(field(page));
    expect(screen.getByRole('button', { name: page.text('otp.send') })).toBeTruthy();
  });

  it.each(['ko', 'en'] as const)(
    'shows the general failure in %s when the server sends no message',
    async (language) => {
      const page = await open({}, language);
      await page.press('otp.send');
      await act(() => page.ports.grantSendToken.answer(success('send-token')));
      await act(() => page.ports.sendCode.answer(failed(rejected('', 400))));
      expect(screen.getByRole('dialog').textContent).toContain(page.text('info.failure.otp.send'));
    },
  );

  it('that fails together with a wrong code shows both failures, one after the other', async () => {
    const page = await open();
    await receiveCode(page);
    await page.press('otp.resend');
    await page.user.type(field(page), `${CODE}{Enter}`);
    await act(() => page.ports.logIn.answer(failed(rejected('005', 400, '코드가 달라요'))));
    await act(() => page.ports.sendCode.answer(failed(rejected('012', 502, '보내지 못했어요'))));
    expect(screen.getByRole('dialog').textContent).toContain('보내지 못했어요');
    await page.press('action.ok');
    await act(() => page.ports.readClock.answer(NOW));
    expect(screen.getByRole('dialog').textContent).toContain('코드가 달라요');
    await page.press('action.ok');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the countdown of a sent code', () => {
  it('shows the remaining minutes and seconds, and starts again with another code', async () => {
    const page = await open();
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
    await receiveCode(page);
    expect(screen.getByRole('timer').textContent).toBe('05:00');
    vi.setSystemTime(NOW + 61_000);
    fireEvent(document, new Event('visibilitychange'));
    expect(screen.getByRole('timer').textContent).toBe('03:59');
    await page.press('otp.resend');
    await act(() => page.ports.sendCode.answer(success({ at: NOW + 61_000 })));
    expect(screen.getByRole('timer').textContent).toBe('05:00');
  });

  it('is replaced by a hint to send another code', async () => {
    const page = await open();
    await receiveCode(page);
    await act(() => page.clock.advance(300_000));
    expect(
      screen.getByText(`${page.text('info.failure.authentication.expired')} ${page.text('otp.expired')}`),
    ).toBeTruthy();
    expect(screen.queryByRole('timer')).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: page.text('action.login') }).disabled).toBe(
      false,
    );
  });
});

describe('a code from an SMS', () => {
  it('fills the field and is not submitted automatically', async () => {
    const page = await open();
    await receiveCode(page);
    await page.press('action.login');
    await act(() => page.ports.receiveSms.answer('271828'));
    expect(field(page).value).toBe('271828');
    expect(screen.getByRole('alert').textContent).toBe('');
    expect(page.ports.logIn.calls).toHaveLength(0);
    await page.press('action.login');
    expect(page.ports.logIn.waiting().input).toMatchObject({ secret: '271828' });
  });

  it('has one field that the browser can fill in', async () => {
    const page = await open();
    expect(screen.getAllByRole('textbox')).toHaveLength(1);
    expect(field(page)).toMatchObject({ autocomplete: 'one-time-code', inputMode: 'numeric' });
    await page.user.click(field(page));
    await page.user.paste(' ４９３ 817 ');
    expect(field(page).value).toBe(CODE);
  });
});

it('a refused code stays in the field', async () => {
  const page = await open();
  await page.user.type(field(page), `${CODE}{Enter}`);
  await act(() => page.ports.logIn.answer(failed(rejected('005', 401))));
  await page.press('action.ok');
  expect([field(page).value, document.activeElement]).toEqual([CODE, field(page)]);
});

it('a code that contains "null" is not sent, without a message', async () => {
  const page = await open();
  await page.user.type(field(page), 'null{Enter}');
  await act(settle);
  expect(page.ports.logIn.calls).toHaveLength(0);
  expect([field(page).value, screen.getByRole('alert').textContent]).toEqual(['null', '']);
});

it.each(['ko', 'en'] as const)(
  'a refusal without a reason shows the text of a failed OTP in %s',
  async (language) => {
    const page = await open({}, language);
    await page.user.type(field(page), `${CODE}{Enter}`);
    await act(() => page.ports.logIn.answer(failed(rejected('', 400))));
    const dialog = screen.getByRole('dialog', { name: page.text('failure.title') });
    expect(dialog.textContent).toContain(page.text('info.failure.otp.authentication'));
  },
);

it('every empty submit requests the code again', async () => {
  const page = await open();
  await expectAnnouncedAgain(page, field(page), 'info.enter.otp.alert');
});
