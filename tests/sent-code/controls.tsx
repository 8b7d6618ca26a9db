import { screen } from '@testing-library/react';
import type { Page } from '#tests/support/views.tsx';

export const CODE = '493817';
export const LATER = 1_000_000;

export const field = ({ say }: Pick<Page, 'say'>) =>
  screen.getByLabelText<HTMLInputElement>(say('code.label'));
export const box = ({ say }: Pick<Page, 'say'>, key: 'method.always' | 'method.alwaysSend') =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: say(key), hidden: true });
