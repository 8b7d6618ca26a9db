import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { FAILURES, loginResult, rejected } from '#cases/samples.ts';
import {
  type DeviceCodeEvent,
  type DeviceCodeInput,
  deviceCodeMachine,
} from '#machines/device-code/device-code.machine.ts';
import { failed, success } from '#machines/shared/result.ts';
import { DeviceCodeView } from '#src/views/device-code/device-code.view.tsx';
import { describeWalk, expectAnnouncedAgain, openFlow, type Page } from '#tests/support/views.tsx';
import type { TypeCode } from '#wire/type-codes.ts';
import { INPUTS, input } from './input.ts';

const CODE = '493817';

const labelOf = (tokenCode: TypeCode) => (tokenCode === '8' ? 'code.labelYubikey' : 'code.label');
const field = ({ text }: Pick<Page, 'text'>, tokenCode: TypeCode) =>
  screen.getByLabelText<HTMLInputElement>(text(labelOf(tokenCode)));
const anyField = () => screen.getByRole<HTMLInputElement>('textbox', { hidden: true });

const TITLES = { '7': 'title.method.7', '8': 'title.method.8', '9': 'title.method.9' } as const;
const TOKENS = { '7': 'code.tokenCard', '8': 'code.tokenYubikey', '9': 'code.tokenApp' } as const;

function expectChecking(page: Page, { context }: AnyMachineSnapshot): void {
  expect(screen.getByText(page.text('code.checking'))).toBeTruthy();
  expect(field(page, context.tokenCode).disabled).toBe(true);
}

const LOGIN_ANSWERS = [success(loginResult()), failed(rejected('016')), ...FAILURES];

describeWalk(deviceCodeMachine, DeviceCodeView, {
  inputs: INPUTS,
  events: [
    { type: 'code.submitted', code: '' },
    { type: 'code.submitted', code: CODE },
    { type: 'code.edited' },
    { type: 'method.change' },
    { type: 'failure.dismissed' },
  ],
  answers: { logIn: LOGIN_ANSWERS, proveFirst: LOGIN_ANSWERS },
  secrets: [CODE],
  gestures: {
    'code.submitted': async (page, event, language) => {
      const { code } = event as Extract<DeviceCodeEvent, { type: 'code.submitted' }>;
      await page.user.clear(anyField());
      if (code !== '') await page.user.type(anyField(), code);
      if (language === 'ko') await page.press('action.login');
      else await page.user.type(anyField(), '{Enter}');
    },
    'code.edited': (page) => page.user.type(anyField(), '1'),
  },
  shows: {
    entering: (page, { context }) => {
      const tokenCode = context.tokenCode as keyof typeof TITLES;
      expect(page.heading()).toBe(page.text(TITLES[tokenCode]));
      expect(screen.queryByText(page.text(TOKENS[tokenCode])) !== null).toBe(context.token !== '');
      if (context.token !== '') expect(screen.getByText(context.token)).toBeTruthy();
      expect(document.activeElement).toBe(field(page, tokenCode));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(screen.getByRole('alert').textContent).toBe(context.problem ? page.text(context.problem) : '');
      expect(screen.queryByText(page.text('method.change')) !== null).toBe(context.hasOtherMethods);
    },
    'checking.first': expectChecking,
    'checking.completing': expectChecking,
    refused: (page) => {
      expect(screen.getByRole('dialog', { name: page.text('failure.title') })).toBeTruthy();
    },
  },
  transitionsOutsideView: [
    'device-code: boxes.changed/hasBoxes [0] --> (stays)',
    'device-code.entering: code.submitted/isNullFromYubikey [1] --> (stays)',
    'device-code.entering: code.submitted/isNullText [2] --> (stays)',
  ],
});

const open = (changes: Partial<DeviceCodeInput> = {}, language: 'ko' | 'en' = 'ko') =>
  openFlow(deviceCodeMachine, DeviceCodeView, input(changes), { language });

const YUBIKEY = { tokenCode: '8', token: 'cccccc' } as const;

describe('a code that contains "null"', () => {
  it('clears the field of a Yubikey, so that the next touch types a complete code', async () => {
    const page = await open(YUBIKEY);
    await page.user.type(field(page, '8'), 'ccccnullcccc{Enter}');
    expect(field(page, '8').value).toBe('');
    expect(screen.getByRole('alert').textContent).toBe('');
    expect(document.activeElement).toBe(field(page, '8'));
    await page.user.type(field(page, '8'), 'ccccccbbbbbb{Enter}');
    expect(page.ports.logIn.calls.map(({ input: { secret } }) => secret)).toEqual(['ccccccbbbbbb']);
  });

  it('stays in the field of the other devices without a message', async () => {
    const page = await open();
    await page.user.type(field(page, '7'), 'null{Enter}');
    expect(field(page, '7').value).toBe('null');
    expect(field(page, '7').disabled).toBe(false);
    expect(screen.getByRole('alert').textContent).toBe('');
    expect(page.ports.logIn.calls).toHaveLength(0);
  });
});

describe('after a refusal', () => {
  it('the field of a Yubikey is empty, since the key types a complete new code', async () => {
    const page = await open(YUBIKEY);
    await page.user.type(field(page, '8'), 'ccccccbbbbbb{Enter}');
    await act(() => page.ports.logIn.answer(failed(rejected('007', 401))));
    await page.press('action.ok');
    expect(field(page, '8').value).toBe('');
    expect(document.activeElement).toBe(field(page, '8'));
  });

  it('the field of a Yubikey keeps a code that the server has not checked', async () => {
    const page = await open(YUBIKEY);
    await page.user.type(field(page, '8'), 'ccccccbbbbbb{Enter}');
    await act(() => page.ports.logIn.answer(failed({ kind: 'malformed', status: 502 })));
    await page.press('action.ok');
    expect(field(page, '8').value).toBe('ccccccbbbbbb');
  });

  it('the field of a card keeps its code', async () => {
    const page = await open();
    await page.user.type(field(page, '7'), `${CODE}{Enter}`);
    await act(() => page.ports.logIn.answer(failed(rejected('005', 401))));
    await page.press('action.ok');
    expect(field(page, '7').value).toBe(CODE);
  });
});

describe('input in Hangul', () => {
  it.each(['ko', 'en'] as const)(
    'can be replaced by the Latin letters of the same keys, in %s',
    async (language) => {
      const page = await open(YUBIKEY, language);
      fireEvent.change(field(page, '8'), { target: { value: 'ㅊㅊㅊㅊㅊ칟' } });
      const offer = page.text('code.hangulReplace', { keys: 'ccccccle' });
      expect(screen.getByText(page.text('code.hangul'), { exact: false })).toBeTruthy();
      await page.user.click(screen.getByRole('button', { name: offer }));
      expect(field(page, '8').value).toBe('ccccccle');
      expect(document.activeElement).toBe(field(page, '8'));
      expect(screen.queryByText(page.text('code.hangul'), { exact: false })).toBeNull();
      await page.user.keyboard('{Enter}');
      expect(page.ports.logIn.waiting().input).toMatchObject({ secret: 'ccccccle' });
    },
  );

  it('can be replaced by a button that does not show a complete code', async () => {
    const page = await open(YUBIKEY);
    fireEvent.change(field(page, '8'), { target: { value: 'ㅊ'.repeat(44) } });
    await page.user.click(screen.getByRole('button', { name: page.text('code.hangulReplaceLong') }));
    expect(field(page, '8').value).toBe('c'.repeat(44));
  });

  it('is the only input that can be replaced', async () => {
    const page = await open(YUBIKEY);
    await page.user.type(field(page, '8'), 'ccccccle');
    expect(screen.queryByText(page.text('code.hangul'), { exact: false })).toBeNull();
  });
});

describe('the code field', () => {
  it.each(['7', '9'] as const)(
    'of the type %s accepts spaces, hyphens and full-width digits',
    async (tokenCode) => {
      const page = await open({ tokenCode });
      expect(field(page, tokenCode)).toMatchObject({ autocomplete: 'one-time-code', inputMode: 'numeric' });
      await page.user.click(field(page, tokenCode));
      await page.user.paste(' ４９３-817 ');
      expect(field(page, tokenCode).value).toBe(CODE);
    },
  );

  it.each([
    ' cccccc bbbbbb\n',
    'ｃｃｃｃｃｃｂｂｂｂｂｂ',
    'ＣＣＣＣＣＣbbbbbb',
    '\u200bcccccc\u00a0bbbbbb\u200b',
  ])('of a Yubikey converts %j to the letters that the key types', async (pasted) => {
    const page = await open(YUBIKEY);
    await page.user.click(field(page, '8'));
    await page.user.paste(pasted);
    expect(field(page, '8').value.toLowerCase()).toBe('ccccccbbbbbb');
    await page.user.keyboard('{Enter}');
    expect(page.ports.logIn.calls).toHaveLength(1);
  });

  it('of a Yubikey disables autofill', async () => {
    const page = await open(YUBIKEY);
    expect(field(page, '8').autocomplete).toBe('off');
  });
});

describe('a failure without a known text', () => {
  it.each(['7', '8', '9'] as const)('of the type %s has the text of a failed OTP', async (tokenCode) => {
    const page = await open({ tokenCode });
    await page.user.type(field(page, tokenCode), `${CODE}{Enter}`);
    await act(() => page.ports.logIn.answer(failed(rejected('', 400))));
    expect(screen.getByRole('dialog').textContent).toContain(page.text('info.failure.otp.authentication'));
  });

  it.each(['7', '8', '9'] as const)(
    'of the server has a text of its own, and the code of the type %s stays in its field',
    async (tokenCode) => {
      for (const [failure, key] of [
        [{ kind: 'malformed', status: 502 }, 'info.failure.trouble'],
        [rejected('', 500), 'info.failure.trouble'],
        [{ kind: 'malformed', status: 429 }, 'info.failure.busy'],
      ] as const) {
        const page = await open({ tokenCode });
        await page.user.type(field(page, tokenCode), `${CODE}{Enter}`);
        await act(() => page.ports.logIn.answer(failed(failure)));
        const message = screen.getByRole('dialog').textContent;
        expect(message).toContain(page.text(key));
        expect(message?.includes(page.text('failure.kept'))).toBe(key === 'info.failure.trouble');
        await page.press('action.ok');
        const { value, selectionStart } = field(page, tokenCode);
        expect([value, selectionStart]).toEqual([CODE, CODE.length]);
        cleanup();
      }
    },
  );
});

it.each([
  ['7', 'info.enter.otp.alert'],
  ['8', 'info.portal.auth.yubikey'],
  ['9', 'info.enter.otp.alert'],
] as const)('every empty submit requests the code of the type %s again', async (tokenCode, problem) => {
  const page = await open({ tokenCode });
  await expectAnnouncedAgain(page, field(page, tokenCode), problem);
});

it.each(['ko', 'en'] as const)(
  'an app that was registered offline is shown as such, in %s',
  async (language) => {
    const page = await open({ tokenCode: '9', token: 'offline' }, language);
    expect(screen.getByText(page.text('code.offlineApp'))).toBeTruthy();
    expect(screen.queryByText('offline')).toBeNull();
  },
);
