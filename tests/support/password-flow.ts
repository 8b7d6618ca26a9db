import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { MessageKey } from '#src/app/messages.ts';
import type { Gesture, Page } from './views.tsx';

/** The field of the ID in a password flow. */
const idField = ({ text }: Page) => screen.getByLabelText<HTMLInputElement>(text('identity.label'));

/** The gestures of the steps that all password flows have. */
export const GESTURES: Readonly<Record<string, Gesture>> = {
  'id.submitted': async (page, event, language) => {
    await page.user.clear(idField(page));
    await page.user.type(idField(page), event['userId']);
    if (language === 'ko') await page.press('action.next');
    else await page.user.type(idField(page), '{Enter}');
  },
  'id.edited': (page) => page.user.type(idField(page), 'x'),
  'method.chosen': async (page, event) => {
    await page.user.click(document.querySelector(`input[value=${event['method']}]`) as HTMLElement);
    await page.press('action.next');
  },
  'step.back': (page) => page.press('action.previous'),
};

/** Expects the ID entry of a password flow, with a message while the ID is checked. */
export function expectIdEntry(page: Page, title: MessageKey, isBusy: boolean): void {
  expect(page.heading()).toBe(page.text(title));
  expect(idField(page).readOnly).toBe(isBusy);
  expect(screen.queryByText(page.text('identity.checking')) !== null).toBe(isBusy);
}

/** Expects the heading of a scripted step. */
export const expectScriptedStep = (): void => {
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Scripted');
};
