import { type PasswordInput, passwordMachine } from '#machines/password/password.machine.ts';
import { failed, success } from '#machines/shared/result.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { FAILURES, login, rejected } from '#tests/support/model/samples.ts';

const SECRET = 'correct horse | 배터리';

const input = (changes: Partial<PasswordInput>): PasswordInput => ({
  userId: 'kim',
  mode: 'login',
  hasOtherMethods: false,
  isFixed: false,
  ...changes,
});

const outdated = [failed(rejected('016')), failed(rejected('', 401))];

describeModel(passwordMachine, {
  inputs: {
    'the password is the login': input({}),
    'the password is one of several methods': input({ hasOtherMethods: true, isFixed: true }),
    'the password opens the other methods': input({ mode: 'gate' }),
  },
  events: [
    { type: 'password.submitted', password: '', always: false },
    { type: 'password.submitted', password: SECRET, always: true },
    { type: 'password.edited' },
    { type: 'password.back' },
    { type: 'method.change' },
    { type: 'failure.dismissed' },
  ],
  answers: {
    provePassword: [success(login()), ...outdated, ...FAILURES],
    logIn: [success(login()), success(login({ to: '/change' })), ...outdated, ...FAILURES],
  },
  secrets: [SECRET],
});
