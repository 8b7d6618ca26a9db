import type { Cases } from '#cases/cases.ts';
import { FAILURES, rejected } from '#cases/samples.ts';
import type { RegisterCardMachine } from '#machines/register-card/register-card.machine.ts';
import { failed, success } from '#machines/shared/result.ts';

export const CARD_FACTS = {
  serialNumber: 'CARD-1',
  modelCode: 'C200',
  companyName: 'Hanbit',
  registrationDate: '2026-03-02',
};

const CODE = '493817';

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'serial.submitted', serial: ' ' },
    { type: 'serial.submitted', serial: 'card 1' },
    { type: 'code.submitted', code: '' },
    { type: 'code.submitted', code: '12345' },
    { type: 'code.submitted', code: CODE },
    { type: 'field.edited' },
    { type: 'registration.back' },
    { type: 'failure.dismissed' },
  ],
  answers: {
    validateSerial: [
      success(CARD_FACTS),
      failed(rejected('notAuthorized', 401)),
      failed(rejected('tooWeak', 403)),
      ...FAILURES,
    ],
    verifyCode: [
      success({}),
      failed(rejected('notAuthorized', 401)),
      failed(rejected('tooWeak', 403)),
      ...FAILURES,
    ],
  },
  secrets: [CODE],
} satisfies Cases<RegisterCardMachine>;
