import { methodInput } from '#cases/samples.ts';
import type { PasswordInput } from '#machines/password/password.machine.ts';
import { NO_BOXES } from '#machines/shared/boxes.ts';

/** Input of the password screen. */
export const input = (changes: Partial<PasswordInput> = {}): PasswordInput => ({
  ...methodInput({ hasOtherMethods: false, boxes: NO_BOXES }),
  mode: 'login',
  ...changes,
});

/** The values of the input that the password gate has. */
export const GATE = { mode: 'gate', boxes: null } as const;
