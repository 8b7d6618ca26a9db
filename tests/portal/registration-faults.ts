import { screen } from '@testing-library/react';
import { IS_WHOLE } from '#tests/support/whole.ts';
import type { FaultName } from './faults.ts';
import type { Arrived } from './registration-journey.ts';

/** Each stands for others that the client hands on alike (tests/api/faults.test.ts). */
const MET = ['no network', '500', 'broken JSON', '401'] as const satisfies readonly FaultName[];
export type Met = (typeof MET)[number];

/** The success is shown. */
export const isRegistered = async ({ page }: Arrived): Promise<void> => {
  await screen.findByRole('dialog', { name: page.say('management.registered') });
};

/** Types into a field, in place of what is there, and ends with Enter. */
export const typeInto = async (
  { page }: Arrived,
  label: Parameters<Arrived['page']['say']>[0],
  text: string,
) => {
  const field = await screen.findByLabelText<HTMLInputElement>(page.say(label));
  await page.user.clear(field);
  await page.user.type(field, `${text}{Enter}`);
};

/** Without everything: one of the faults that a dialog tells, by turns, and what the server has forgotten. */
export const toldOf = (row: number): readonly Met[] => {
  const told = MET.filter((fault) => fault !== '401');
  return IS_WHOLE ? told : told.filter((_, index) => index === row % told.length);
};
