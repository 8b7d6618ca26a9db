import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshQr, pollAnswer, pollFailure, QR_CREATED_AT } from '#cases/qr/samples.ts';
import { loginParameters, loginResult, PORTAL, rejected } from '#cases/samples.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { QR_SIZE } from '#src/views/qr/draw.ts';
import { QrView } from '#src/views/qr/qr.view.tsx';
import { describeWalk, openFlow, type Page } from '#tests/support/views.tsx';
import { qrNumber } from '#wire/qr-login.ts';
import { DEFAULT_RUNTIME_CONFIG } from '#wire/runtime-config.ts';
import { input, keepsOrder, machineWithoutStorage } from './input.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile Safari/604.1';

/** jsdom draws nothing: the context of a canvas records the calls. */
const canvasContext = { fillStyle: '', fillRect: vi.fn() };

beforeEach(() => {
  canvasContext.fillRect.mockClear();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(canvasContext as never);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const picture = ({ text }: Pick<Page, 'text'>) =>
  screen.queryByRole('img', { name: text('qr.picture'), hidden: true });
const newCodeButton = ({ text }: Pick<Page, 'text'>) =>
  screen.queryByRole('button', { name: text('qr.again'), hidden: true });

/** Checks that the area of 200 px has the picture, the button for a new code, or neither. */
const expectArea =
  (shown: 'picture' | 'button' | 'nothing') =>
  (page: Page): void => {
    expect(picture(page) !== null).toBe(shown === 'picture');
    expect(newCodeButton(page) !== null).toBe(shown === 'button');
    expect(screen.queryByRole('timer', { hidden: true }) !== null).toBe(shown === 'picture');
  };

const expectNothing = (): void => undefined;

/** An app that asks for the number next to the code (rule 165). */
const ASKS_NUMBER = { config: { ...DEFAULT_RUNTIME_CONFIG, appAsksMatch: true } };

const LOGIN_ANSWERS = [success(loginResult()), failed(rejected('016')), failed(rejected('010_2'))];

function expectUsed(page: Page): void {
  expectArea('nothing')(page);
  expect(screen.getByText(page.text('qr.approved'))).toBeTruthy();
}

function expectDrawing(page: Page): void {
  expectArea('nothing')(page);
  expect(screen.getByText(page.text('qr.drawing'))).toBeTruthy();
}

describeWalk(machineWithoutStorage, QrView, {
  portalChanges: ASKS_NUMBER,
  inputs: {
    'anybody may approve': input(),
    'the person has to approve': input({ userId: 'kim' }),
    'the first of two steps, which a reload has interrupted': input({
      userId: 'kim',
      login: loginParameters({ step: 'first' }),
      pending: { id: 'qr-1', validUntil: QR_CREATED_AT + 15_000 },
    }),
    'a code was approved before the password': input({ userId: 'kim', approvedId: 'qr-0' }),
  },
  events: [{ type: 'qr.refresh' }, { type: 'qr.leave' }, { type: 'failure.dismissed' }],
  answers: {
    createQr: [success(freshQr()), failed(rejected('', 401)), failed(rejected('tooManyCodes', 429))],
    checkQr: [
      pollAnswer('X'),
      pollAnswer('A', { userId: 'kim' }),
      pollAnswer('A', { userId: 'lim' }),
      pollFailure(rejected('010_1', 200)),
      pollFailure(rejected('010_3', 200)),
      pollFailure(rejected('', 401)),
      pollFailure(UNREACHABLE),
    ],
    readClock: [QR_CREATED_AT, QR_CREATED_AT + 60_000],
    logIn: LOGIN_ANSWERS,
    proveFirst: LOGIN_ANSWERS,
  },
  accepts: keepsOrder,
  gestures: {
    'qr.refresh': (page) => page.user.click(newCodeButton(page) as HTMLElement),
    'qr.leave': (page) => {
      const names = [page.text('qr.useId'), page.text('method.change')];
      return page.user.click(screen.getByRole('button', { name: (name) => names.includes(name) }));
    },
  },
  shows: {
    recalling: expectDrawing,
    drawing: expectDrawing,
    'shown.code.valid': (page) => {
      expectArea('picture')(page);
      expect(screen.getByText(qrNumber('qr-1'))).toBeTruthy();
      expect(screen.getByRole('button', { name: page.text('qr.register') })).toBeTruthy();
    },
    'shown.code.expired': expectArea('button'),
    'shown.polling.round.call.checking': expectNothing,
    'shown.polling.round.interval.early': expectNothing,
    blank: expectArea('button'),
    'loggingIn.first': expectUsed,
    'loggingIn.completing': expectUsed,
    refused: (page) => {
      expectArea('nothing')(page);
      expect(screen.queryByText(page.text('qr.drawing'))).toBeNull();
      expect(screen.getByRole('dialog', { name: page.text('failure.title') })).toBeTruthy();
    },
  },
  transitionsOutsideView: ['qr: boxes.changed/hasBoxes [0] --> (stays)'],
});

describe('the picture of a QR code', () => {
  it('is drawn in black on white, 200 px wide', async () => {
    const page = await openFlow(machineWithoutStorage, QrView, input());
    await act(() => page.ports.createQr.answer(success(freshQr())));
    const canvas = picture(page) as HTMLCanvasElement;
    expect([QR_SIZE, canvas.width, canvas.height]).toEqual([200, 200, 200]);
    expect(canvasContext.fillRect.mock.calls[0]).toEqual([0, 0, 200, 200]);
    expect(canvasContext.fillRect.mock.calls.length).toBeGreaterThan(300);
    const left = Math.min(...canvasContext.fillRect.mock.calls.slice(1).map(([x]) => Number(x)));
    const unit = Number(canvasContext.fillRect.mock.calls[1]?.[2]);
    expect(left).toBeGreaterThanOrEqual(4 * unit);
  });

  it('has a countdown in seconds, and disappears at 0', async () => {
    const page = await openFlow(machineWithoutStorage, QrView, input());
    vi.useFakeTimers({ now: QR_CREATED_AT, toFake: ['Date'] });
    await act(() => page.ports.createQr.answer(success(freshQr())));
    expect(screen.getByRole('timer').textContent).toBe(page.text('qr.left', { seconds: 15 }));
    vi.setSystemTime(QR_CREATED_AT + 14_001);
    fireEvent(document, new Event('visibilitychange'));
    expect(screen.getByRole('timer').textContent).toBe(page.text('qr.left', { seconds: 1 }));
    await act(() => page.clock.advance(15_000));
    expect([picture(page), screen.queryByRole('timer'), screen.queryByText(qrNumber('qr-1'))]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

it('a QR code that could not be requested is not called expired', async () => {
  const page = await openFlow(machineWithoutStorage, QrView, input());
  await act(() => page.ports.createQr.answer(failed(UNREACHABLE)));
  await act(() => page.actor.send({ type: 'failure.dismissed' }));
  expect(screen.getByText(page.text('qr.none'))).toBeTruthy();
});

it.each([
  ['asks for the number', ASKS_NUMBER, 'qr.leadMatch', true],
  ['asks for nothing', {}, 'qr.lead', false],
] as const)(
  'the screen for an app that %s shows %s, and the number: %s',
  async (_, session, lead, isNumberShown) => {
    const page = await openFlow(machineWithoutStorage, QrView, input(), session);
    await act(() => page.ports.createQr.answer(success(freshQr())));
    expect(screen.getByText(page.text(lead))).toBeTruthy();
    expect(screen.queryByText(qrNumber('qr-1')) !== null).toBe(isNumberShown);
  },
);

describe('the QR screen on a phone', () => {
  it('links to the app by the text of the code', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE);
    const page = await openFlow(machineWithoutStorage, QrView, input());
    expect(screen.getByText(page.text('qr.leadPhone'))).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
    await act(() => page.ports.createQr.answer(success(freshQr())));
    const link = screen.getByRole('link', { name: page.text('qr.openApp') });
    expect(link.getAttribute('href')).toBe(freshQr().qr);
  });

  it('opens the web app in a new tab when the portal has the web app', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE);
    const page = await openFlow(machineWithoutStorage, QrView, input(), {
      config: { ...DEFAULT_RUNTIME_CONFIG, phoneApp: 'web' },
    });
    const qr = `${PORTAL}/app/#id=qr-1`;
    await act(() => page.ports.createQr.answer(success(freshQr({ qr }))));
    const link = screen.getByRole('link', { name: page.text('qr.openApp') });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([qr, '_blank']);
  });

  it('has no link for a text with another scheme', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE);
    const page = await openFlow(machineWithoutStorage, QrView, input());
    await act(() => page.ports.createQr.answer(success(freshQr({ qr: 'javascript:alert(1)' }))));
    expect(picture(page)).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('has no link when the scheme of the app is one of the web', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE);
    const page = await openFlow(machineWithoutStorage, QrView, input(), {
      config: { ...DEFAULT_RUNTIME_CONFIG, appScheme: 'https' },
    });
    await act(() => page.ports.createQr.answer(success(freshQr({ qr: 'https://evil.example/' }))));
    expect(picture(page)).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('has no link to the app on a desktop', async () => {
    const page = await openFlow(machineWithoutStorage, QrView, input());
    await act(() => page.ports.createQr.answer(success(freshQr())));
    expect(screen.queryByText(page.text('qr.openApp'))).toBeNull();
  });
});

describe('the dialog of a refusal', () => {
  it('passes the focus to the button for a new code', async () => {
    const page = await openFlow(machineWithoutStorage, QrView, input());
    await act(() => page.ports.createQr.answer(success(freshQr())));
    await act(() => page.ports.checkQr.answer(pollFailure(rejected('010_1', 200))));
    expect(screen.getByRole('dialog').textContent).toContain(
      page.text('error.auth_error_010_1', { way: 'qr' }),
    );
    await page.press('action.ok');
    expect(document.activeElement).toBe(newCodeButton(page));
  });
});
