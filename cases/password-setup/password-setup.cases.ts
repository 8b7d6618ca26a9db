import type { Cases } from '#cases/cases.ts';
import { FAILURES, rejected } from '#cases/samples.ts';
import type { PasswordSetupMachine } from '#machines/password-setup/password-setup.machine.ts';
import { failed, success } from '#machines/shared/result.ts';

const NEW_PASSWORD = 'Sunrise!27-hill';
const OUTDATED = failed(rejected('notAuthorized', 401));

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'password.submitted', password: ' ', confirmation: '' },
    { type: 'password.submitted', password: NEW_PASSWORD, confirmation: NEW_PASSWORD },
    { type: 'password.edited' },
    { type: 'step.back' },
  ],
  answers: {
    fetchLevel: [success({ level: 3, twoKinds: false }), OUTDATED, ...FAILURES],
    checkInUse: [success(true), success(false), OUTDATED, ...FAILURES],
    savePassword: [success({ to: '' }), OUTDATED, failed(rejected('urlExpired', 400)), ...FAILURES],
  },
} satisfies Cases<PasswordSetupMachine>;
