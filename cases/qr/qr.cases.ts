import type { Cases } from '#cases/cases.ts';
import { login, rejected } from '#cases/samples.ts';
import type { QrMachine } from '#machines/qr/qr.machine.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { drawn, fails, NOW, says } from './samples.ts';

const ENDS = [success(login()), failed(rejected('016')), failed(rejected('010_2'))];

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'qr.refresh' },
    { type: 'qr.leave' },
    { type: 'failure.dismissed' },
    { type: 'boxes.changed', boxes: { always: true, alwaysSend: false } },
  ],
  answers: {
    drawQr: [success(drawn()), failed(rejected('', 401)), failed(rejected('tooManyCodes', 429))],
    checkQr: [
      says('X'),
      says('A', { userId: 'kim' }),
      says('A', { userId: 'lim' }),
      says('O'),
      fails(rejected('010_1', 200)),
      fails(rejected('010_3', 200)),
      fails(rejected('', 401)),
      fails(UNREACHABLE),
    ],
    readClock: [NOW, NOW + 60_000],
    logIn: ENDS,
    proveFirst: ENDS,
  },
} satisfies Cases<QrMachine>;
