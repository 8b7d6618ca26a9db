import { screen } from '@testing-library/react';
import type { Page } from '#tests/support/views.tsx';

export const CODE = '493817';
export const LATER = 1_000_000;

export const field = ({ text }: Pick<Page, 'text'>) =>
  screen.getByLabelText<HTMLInputElement>(text('code.label'));
export const box = ({ text }: Pick<Page, 'text'>, key: 'method.always' | 'method.alwaysSend') =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: text(key), hidden: true });
