import { expect, type Locator } from '@playwright/test';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { methodTitle } from '#tests/support/e2e/methods.ts';
import type { Person } from '#tests/support/e2e/person.ts';
import type { TextOf } from '#tests/support/e2e/texts.ts';
import type { TypeCode } from '#wire/type-codes.ts';

/** Page object of the screen of the second step. */
export type SecondStepScreen = ReturnType<typeof secondStepScreenOf>;

export function secondStepScreenOf(person: Person, text: TextOf) {
  const { page, button, heading } = person;
  const slots = page.getByRole('list', { name: text('second.tokens') }).getByRole('button');

  const screen = {
    slots,
    slot: (code: TypeCode): Locator => slots.filter({ hasText: text(methodTitle(code)) }),
    saveDefault: page.getByRole('checkbox', { name: text('second.saveDefault') }),
    codeField: page.getByRole('textbox'),
    timer: page.getByRole('timer'),
    /** A slot on the modal of a push, which covers the slots of the screen. */
    slotOnModal: (code: TypeCode): Locator =>
      page
        .getByRole('list', { name: text('second.elsewhere') })
        .getByRole('button')
        .filter({ hasText: text(methodTitle(code)) }),
    pushModal: page.getByRole('dialog', { name: text('push.title') }),

    /** The groups of characters into which the modal divides the push ID. */
    pushIdGroups: (): Promise<string[]> => screen.pushModal.locator('[aria-hidden] > span').allTextContents(),

    /** Expects the screen of the second step with this token in the first slot. */
    async expectAt(code: TypeCode): Promise<void> {
      await expect(heading('title.second')).toBeVisible();
      await expect(page).toHaveURL('/second');
      await expect(page.getByText(`${text(methodTitle(code))}: `)).toBeVisible();
      await expect(slots.first()).toHaveAttribute('aria-current', 'true');
      await expect(slots.first()).toContainText(text(methodTitle(code)));
    },

    /** Expects the tokens in the order of the slots. */
    async expectOrder(codes: readonly TypeCode[]): Promise<void> {
      await expect(slots).toHaveCount(codes.length);
      for (const [index, code] of codes.entries()) {
        await expect(slots.nth(index)).toContainText(text(methodTitle(code)));
      }
    },

    async switchTo(code: TypeCode): Promise<void> {
      await screen.slot(code).click();
      await screen.expectAt(code);
    },

    async expectSent(): Promise<void> {
      await expect(page.getByText(text('otp.sent'))).toBeVisible();
      await expect(button('otp.resend')).toBeVisible();
    },

    /** Types a code and submits it with Enter (spec section 2). */
    async enterCode(code: string): Promise<void> {
      await screen.codeField.fill(code);
      await screen.codeField.press('Enter');
    },

    /** Goes from the service through the password to the second step. */
    async reach(userId: string): Promise<void> {
      await person.identify(userId);
      await person.enterPassword(SEED_PASSWORD);
      await expect(heading('title.second')).toBeVisible();
    },
  };
  return screen;
}
