import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshQr, NOW, pollAnswer, pollFailure } from '#cases/qr/samples.ts';
import { login, PORTAL, rejected, terms } from '#cases/samples.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { QR_SIZE } from '#src/views/qr/draw.ts';
import { QrView } from '#src/views/qr/qr.view.tsx';
import { describeWalk, openFlow, type Page } from '#tests/support/views.tsx';
import { qrNumber } from '#wire/qr-login.ts';
import { DEFAULT_RUNTIME_CONFIG } from '#wire/runtime-config.ts';
import { input, keepsOrder, machineWithoutStorage } from './input.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile Safari/604.1';

/** jsdom draws nothing: the pen of a canvas is a list of what it was told. */
const pen = { fillStyle: '', fillRect: vi.fn() };

beforeEach(() => {
  pen.fillRect.mockClear();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const picture = ({ text }: Pick<Page, 'text'>) =>
  screen.queryByRole('img', { name: text('qr.picture'), hidden: true });
const again = ({ text }: Pick<Page, 'text'>) =>
  screen.queryByRole('button', { name: text('qr.again'), hidden: true });

/** The contents of the 200 px, and whether a new code can be requested. */
const area =
  (shown: 'picture' | 'again' | 'nothing') =>
  (page: Page): void => {
    expect(picture(page) !== null).toBe(shown === 'picture');
    expect(again(page) !== null).toBe(shown === 'again');
    expect(screen.queryByRole('timer', { hidden: true }) !== null).toBe(shown === 'picture');
  };

const silent = (): void => undefined;

/** An app that asks for the number beside the code (rule 165). */
const ASKING = { config: { ...DEFAULT_RUNTIME_CONFIG, appAsksMatch: true } };

const ENDS = [success(login()), failed(rejected('016')), failed(rejected('010_2'))];

function expectUsed(page: Page): void {
  area('nothing')(page);
  expect(screen.getByText(page.text('qr.approved'))).toBeTruthy();
}

function expectDrawing(page: Page): void {
  area('nothing')(page);
  expect(screen.getByText(page.text('qr.drawing'))).toBeTruthy();
}

describeWalk(machineWithoutStorage, QrView, {
  session: ASKING,
  inputs: {
    'anybody may approve': input(),
    'the person has to approve': input({ userId: 'kim' }),
    'the first of two steps, which a reload has interrupted': input({
      userId: 'kim',
      login: terms({ step: 'first' }),
      pending: { id: 'qr-1', validUntil: NOW + 15_000 },
    }),
    'a code was approved before the password': input({ userId: 'kim', approvedId: 'qr-0' }),
  },
  events: [{ type: 'qr.refresh' }, { type: 'qr.leave' }, { type: 'failure.dismissed' }],
  answers: {
    drawQr: [success(freshQr()), failed(rejected('', 401)), failed(rejected('tooManyCodes', 429))],
    checkQr: [
      pollAnswer('X'),
      pollAnswer('A', { userId: 'kim' }),
      pollAnswer('A', { userId: 'lim' }),
      pollFailure(rejected('010_1', 200)),
      pollFailure(rejected('010_3', 200)),
      pollFailure(rejected('', 401)),
      pollFailure(UNREACHABLE),
    ],
    readClock: [NOW, NOW + 60_000],
    logIn: ENDS,
    proveFirst: ENDS,
  },
  accepts: keepsOrder,
  presses: {
    'qr.refresh': (page) => page.user.click(again(page) as HTMLElement),
    'qr.leave': (page) => {
      const names = [page.text('qr.useId'), page.text('method.change')];
      return page.user.click(screen.getByRole('button', { name: (name) => names.includes(name) }));
    },
  },
  shows: {
    recalling: expectDrawing,
    drawing: expectDrawing,
    'shown.code.valid': (page) => {
      area('picture')(page);
      expect(screen.getByText(qrNumber('qr-1'))).toBeTruthy();
      expect(screen.getByRole('button', { name: page.text('qr.register') })).toBeTruthy();
    },
    'shown.code.expired': area('again'),
    'shown.polling.round.call.checking': silent,
    'shown.polling.round.interval.early': silent,
    blank: area('again'),
    'loggingIn.first': expectUsed,
    'loggingIn.completing': expectUsed,
    refused: (page) => {
      area('nothing')(page);
      expect(screen.queryByText(page.text('qr.drawing'))).toBeNull();
      expect(screen.getByRole('dialog', { name: page.text('failure.title') })).toBeTruthy();
    },
  },
  transitionsOutsideView: ['qr: boxes.changed/hasBoxes [0] --> (stays)'],
});

describe('the picture', () => {
  it('is 200 px of black on white, drawn from the text', async () => {
    const page = await openFlow(machineWithoutStorage, QrView, input());
    await act(() => page.ports.drawQr.answer(success(freshQr())));
    const canvas = picture(page) as HTMLCanvasElement;
    expect([QR_SIZE, canvas.width, canvas.height]).toEqual([200, 200, 200]);
    expect(pen.fillRect.mock.calls[0]).toEqual([0, 0, 200, 200]);
    expect(pen.fillRect.mock.calls.length).toBeGreaterThan(300);
    const left = Math.min(...pen.fillRect.mock.calls.slice(1).map(([x]) => Number(x)));
    const unit = Number(pen.fillRect.mock.calls[1]?.[2]);
    expect(left).toBeGreaterThanOrEqual(4 * unit);
  });

  it('counts the seconds down, and is gone at 0', async () => {
    const page = await openFlow(machineWithoutStorage, QrView, input());
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
    await act(() => page.ports.drawQr.answer(success(freshQr())));
    expect(screen.getByRole('timer').textContent).toBe(page.text('qr.left', { seconds: 15 }));
    vi.setSystemTime(NOW + 14_001);
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

it('a code that was not drawn is not called expired', async () => {
  const page = await openFlow(machineWithoutStorage, QrView, input());
  await act(() => page.ports.drawQr.answer(failed(UNREACHABLE)));
  await act(() => page.actor.send({ type: 'failure.dismissed' }));
  expect(screen.getByText(page.text('qr.none'))).toBeTruthy();
});

it.each([
  ['asks for it', ASKING, 'qr.leadMatch', true],
  ['asks for nothing', {}, 'qr.lead', false],
] as const)('the number is told where the app %s', async (_, session, lead, isTold) => {
  const page = await openFlow(machineWithoutStorage, QrView, input(), session);
  await act(() => page.ports.drawQr.answer(success(freshQr())));
  expect(screen.getByText(page.text(lead))).toBeTruthy();
  expect(screen.queryByText(qrNumber('qr-1')) !== null).toBe(isTold);
});

describe('on the phone itself', () => {
  it('the screen leads with the app, by the text of the code', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE);
    const page = await openFlow(machineWithoutStorage, QrView, input());
    expect(screen.getByText(page.text('qr.leadPhone'))).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
    await act(() => page.ports.drawQr.answer(success(freshQr())));
    const link = screen.getByRole('link', { name: page.text('qr.openApp') });
    expect(link.getAttribute('href')).toBe(freshQr().qr);
  });

  it('the button opens the web app beside the page where that is the app', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE);
    const page = await openFlow(machineWithoutStorage, QrView, input(), {
      config: { ...DEFAULT_RUNTIME_CONFIG, phoneApp: 'web' },
    });
    const qr = `${PORTAL}/app/#id=qr-1`;
    await act(() => page.ports.drawQr.answer(success(freshQr({ qr }))));
    const link = screen.getByRole('link', { name: page.text('qr.openApp') });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([qr, '_blank']);
  });

  it('no text that begins otherwise becomes a link', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE);
    const page = await openFlow(machineWithoutStorage, QrView, input());
    await act(() => page.ports.drawQr.answer(success(freshQr({ qr: 'javascript:alert(1)' }))));
    expect(picture(page)).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('no text becomes a link where the scheme of the app is one that the browser follows itself', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE);
    const page = await openFlow(machineWithoutStorage, QrView, input(), {
      config: { ...DEFAULT_RUNTIME_CONFIG, appScheme: 'https' },
    });
    await act(() => page.ports.drawQr.answer(success(freshQr({ qr: 'https://evil.example/' }))));
    expect(picture(page)).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('elsewhere there is nothing to open', async () => {
    const page = await openFlow(machineWithoutStorage, QrView, input());
    await act(() => page.ports.drawQr.answer(success(freshQr())));
    expect(screen.queryByText(page.text('qr.openApp'))).toBeNull();
  });
});

describe('a dialog', () => {
  it('gives the focus to the place of a new code', async () => {
    const page = await openFlow(machineWithoutStorage, QrView, input());
    await act(() => page.ports.drawQr.answer(success(freshQr())));
    await act(() => page.ports.checkQr.answer(pollFailure(rejected('010_1', 200))));
    expect(screen.getByRole('dialog').textContent).toContain(
      page.text('error.auth_error_010_1', { way: 'qr' }),
    );
    await page.press('action.ok');
    expect(document.activeElement).toBe(again(page));
  });
});
